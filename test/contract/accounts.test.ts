import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentService, lentSetUps, type LentService } from '../backends/lent-servers.ts';
import { mainlyOn, thorough } from '../short-form.ts';
import { jsonClient, newEmail, password, signUp, type Account, type JsonClient } from './json-client.ts';
import { expectProblem } from './problem.ts';
import { upload } from './running-service.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const json = async <T>(response: Response) => (await response.json()) as T;

describe.each(mainlyOn('scaled', setUps.all))('accounts, $name', ({ name }) => {
  let service: LentService;
  let call: JsonClient;
  beforeAll(async () => {
    service = await lentService(name);
    call = jsonClient(service.url);
  });

  describe('POST /users/signup', () => {
    it('makes an account and shows its first key', async () => {
      const email = newEmail();
      const response = await call('POST', '/users/signup', { body: { email, password } });
      expect(response.status).toBe(201);
      expect(response.headers.get('ratelimit-policy')).toBe('"signup";q=1000;w=3600');
      expect(response.headers.get('cache-control')).toBe('no-store');
      const account = await json<Account>(response);
      expect(Object.keys(account).sort()).toEqual(['account_id', 'api_key', 'created_at', 'plan']);
      expect(account).toMatchObject({ account_id: expect.stringMatching(/^acc_/), plan: 'research' });
      expect(account.api_key).toMatch(/^leith_key_[0-9a-z]{36}_[0-9a-f]{56}$/);
      const me = await json<object>(await call('GET', '/users/me', { as: account.api_key }));
      const { api_key: _, ...known } = account;
      const empty = { retain_raw_inputs: false, stored_packages: 0, stored_bytes: 0 };
      const scopes = ['reconstruct', 'read', 'delete', 'calibrate'];
      const own = { key_id: expect.stringMatching(/^key_/), scopes };
      const quotas = {
        queued_runs: { used: 0, limit: null },
        compute_seconds_per_day: { used: 0, limit: 36_000 },
        stored_bytes: { used: 0, limit: 100 * 2 ** 30 },
      };
      expect(me).toEqual({ ...known, email, ...empty, quotas, api_key: own });
    });

    it('takes an email address once, whatever its capitals, also at the same time', async () => {
      const email = newEmail();
      const ways = [email, email.toUpperCase(), `  ${email}\t`, email.replace('p', 'P')];
      const responses = await Promise.all(
        ways.map((way) => call('POST', '/users/signup', { body: { email: way, password } })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
      const again = await call('POST', '/users/signup', { body: { email: ` ${email}`, password } });
      await expectProblem(again, 409, 'EMAIL_ALREADY_REGISTERED');
    });

    it('lists everything that is wrong, and repeats no password', async () => {
      const body = { email: 'nobody', password: 'too-short', admin: true };
      const refused = await call('POST', '/users/signup', { body });
      const text = await refused.clone().text();
      const problem = await expectProblem(refused, 422, 'INVALID_INPUT');
      const pointers = problem.errors?.map(({ pointer }) => pointer).sort();
      expect(pointers).toEqual(['/admin', '/email', '/password']);
      expect(text).not.toContain('too-short');
    });

    it.each([
      [{}, '/email /password'],
      [{ email: 7, password: null }, '/email /password'],
      [{ email: 'a@b@example.org', password }, '/email'],
      [{ email: 'a..b@example.org', password }, '/email'],
      [{ email: '\u202ea@example.org', password }, '/email'],
      [{ email: `${'a'.repeat(250)}@example.org`, password }, '/email'],
      [{ email: 'a@example.org', password: '123456789' }, '/password'],
      [{ email: 'a@example.org', password: '🔑'.repeat(9) }, '/password'],
      [{ email: 'a@example.org', password: 'x'.repeat(257) }, '/password'],
    ])('refuses %j', async (body, pointers) => {
      const problem = await expectProblem(
        await call('POST', '/users/signup', { body }),
        422,
        'INVALID_INPUT',
      );
      expect(
        problem.errors
          ?.map(({ pointer }) => pointer)
          .sort()
          .join(' '),
      ).toBe(pointers);
    });

    it.each(['x'.repeat(10), 'x'.repeat(256), 'пароль-как-пароль', '          '])(
      'takes the password %j, and nothing near it',
      async (secret) => {
        const email = newEmail();
        const login = (attempt: string) =>
          call('POST', '/users/login', { body: { email, password: attempt } });
        expect((await call('POST', '/users/signup', { body: { email, password: secret } })).status).toBe(201);
        expect((await login(secret)).status).toBe(200);
        expect((await login(secret.slice(0, -1))).status).toBe(401);
      },
    );
  });

  describe('POST /users/login', () => {
    it('gives a new key beside the older ones', async () => {
      const email = newEmail();
      const first = await signUp(call, email);
      const body = { email: ` ${email.toUpperCase()} `, password };
      const response = await call('POST', '/users/login', { body });
      expect(response.status).toBe(200);
      const key = await json<{ api_key: string; key_id: string }>(response);
      expect(Object.keys(key).sort()).toEqual(['api_key', 'key_id']);
      expect(key.api_key).toContain(key.key_id);
      for (const as of [first.api_key, key.api_key]) {
        expect(await json(await call('GET', '/users/me', { as }))).toMatchObject({
          account_id: first.account_id,
        });
      }
    });

    it('answers a wrong address and a wrong password alike', async () => {
      const email = newEmail();
      await signUp(call, email);
      const attempts = [
        { email, password: `${password}.` },
        { email: newEmail(), password },
      ];
      const answers = await Promise.all(
        attempts.map(async (body) => {
          const response = await call('POST', '/users/login', { body });
          const headers = [...response.headers.keys()].sort();
          expect(response.headers.get('www-authenticate')).toBe('Bearer');
          const { request_id: _, ...problem } = await expectProblem(response, 401, 'INVALID_CREDENTIALS');
          return { headers, problem };
        }),
      );
      expect(answers[0]).toEqual(answers[1]);
    });

    it('slows down who guesses, by network and email address, known or not, and locks nobody out', async () => {
      const known = newEmail();
      const { account_id } = await signUp(call, known);
      const from = (place: string, body: object) =>
        call('POST', '/users/login', { body, headers: { 'x-forwarded-for': place } });
      // each guess is a password's hash to make, of an address that nobody has as well
      for (const [k, email] of (thorough ? [known, newEmail()] : [known]).entries()) {
        const guesser = `198.51.100.${k}`;
        const statuses = await Promise.all(
          Array.from({ length: 52 }, async (_, n) => {
            const body = { email: n % 2 ? email : email.toUpperCase(), password: 'wrong wrong' };
            return (await from(guesser, body)).status;
          }),
        );
        expect(statuses.filter((status) => status === 401)).toHaveLength(50);
        const guess = await from(guesser, { email, password: 'wrong wrong' });
        expect(Number(guess.headers.get('retry-after'))).toBeLessThan(3);
        expect(guess.headers.get('ratelimit')).toMatch(/^"login";r=\d+;t=\d+$/);
        await expectProblem(guess, 429, 'RATE_LIMITED');
        // the right one waits for its turn and is let in, and nothing is counted any more
        const right = await from(guesser, { email, password });
        expect(right.status).toBe(email === known ? 200 : 429);
        if (email === known) expect((await from(guesser, { email, password: 'wrong' })).status).toBe(401);
        // whoever sits there has other accounts, too
        expect((await from(guesser, { email: newEmail(), password: 'wrong wrong' })).status).toBe(401);
      }
      const own = await from('192.0.2.77', { email: known, password });
      expect(own.status).toBe(200);
      const { api_key } = await json<{ api_key: string }>(own);
      expect(await json(await call('GET', '/users/me', { as: api_key }))).toMatchObject({ account_id });
    });
  });

  describe('a request', () => {
    it('needs a key', async () => {
      const response = await call('GET', '/users/me');
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      await expectProblem(response, 401, 'MISSING_API_KEY');
    });

    it('is refused with a key that is another account’s in part', async () => {
      const [one, other] = [await signUp(call), await signUp(call)];
      const as = one.api_key.slice(0, -56) + other.api_key.slice(-56);
      const response = await call('GET', '/users/me', { as });
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      await expectProblem(response, 401, 'INVALID_API_KEY');
    });
  });

  describe('PUT /users/me/password', () => {
    const url = '/users/me/password';
    const changed = { current_password: password, new_password: 'staple correct horse' };

    it('changes it, and revokes the other keys where that is asked for', async () => {
      const email = newEmail();
      const { api_key: as } = await signUp(call, email);
      const logIn = (given: string) => call('POST', '/users/login', { body: { email, password: given } });
      const { api_key: other } = await json<Account>(await logIn(password));
      expect(await json(await call('PUT', url, { as, body: changed }))).toEqual({ revoked_keys: 0 });
      expect((await call('GET', '/users/me', { as: other })).status).toBe(200);
      expect((await logIn(password)).status).toBe(401);
      expect((await logIn(changed.new_password)).status).toBe(200);
      const back = {
        ...{ current_password: changed.new_password, new_password: password, revoke_other_keys: true },
      };
      expect(await json(await call('PUT', url, { as, body: back }))).toEqual({ revoked_keys: 2 });
      await expectProblem(await call('GET', '/users/me', { as: other }), 401, 'INVALID_API_KEY');
      expect((await call('GET', '/users/me', { as })).status).toBe(200);
    });

    it('takes the current password and a key for everything', async () => {
      const { api_key: as } = await signUp(call);
      const wrong = { ...changed, current_password: 'wrong wrong' };
      await expectProblem(await call('PUT', url, { as, body: wrong }), 401, 'INVALID_CREDENTIALS');
      const short = { ...changed, new_password: 'short' };
      await expectProblem(await call('PUT', url, { as, body: short }), 422, 'INVALID_INPUT');
      const body = { scopes: ['reconstruct', 'read', 'delete'] };
      const key = await json<Account>(await call('POST', '/users/me/api-keys', { as, body }));
      await expectProblem(await call('PUT', url, { as: key.api_key, body: changed }), 403, 'KEY_SCOPE');
    });
  });

  it('PUT /users/me/retention sets what GET tells, for this account alone', async () => {
    const [one, other] = [await signUp(call), await signUp(call)];
    const url = '/users/me/retention';
    const told = async (as: string) => json(await call('GET', url, { as }));
    expect(await told(one.api_key)).toEqual({ retain_raw_inputs: false });
    const body = { retain_raw_inputs: true };
    expect(await json(await call('PUT', url, { as: one.api_key, body }))).toEqual(body);
    expect(await told(one.api_key)).toEqual(body);
    expect(await told(other.api_key)).toEqual({ retain_raw_inputs: false });
    expect(await json(await call('GET', '/users/me', { as: one.api_key }))).toMatchObject(body);
    for (const wrong of [{}, { retain_raw_inputs: 1 }, { ...body, days: 3 }, [], '"true"']) {
      const refused = await call('PUT', url, { as: one.api_key, body: wrong });
      await expectProblem(refused, 422, 'INVALID_INPUT');
    }
    expect(await told(one.api_key)).toEqual(body);
  });

  it('GET /users/me/usage is an empty list for a new account', async () => {
    const { api_key: as } = await signUp(call);
    const usage = await json(await call('GET', '/users/me/usage', { as }));
    expect(usage).toEqual({ items: [], next_cursor: null });
    const refused = await call('GET', '/users/me/usage?limit=0&cursor=%25&page=2', { as });
    const problem = await expectProblem(refused, 422, 'INVALID_INPUT');
    expect(problem.errors).toHaveLength(3);
  });

  it('GET /users/me and /users/me/usage tell of a reconstruction to its account alone', async () => {
    const [one, other] = [await signUp(call), await signUp(call)];
    const response = await fetch(`${service.url}/reconstruct_pdhm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${one.api_key}`, accept: 'application/json' },
      body: upload(),
    });
    expect(response.status).toBe(201);
    const { package: made } = await json<{ package: { bytes: number } }>(response);
    const told = async (path: string, as: string) =>
      json<Record<string, unknown>>(await call('GET', path, { as }));
    const stores = { stored_packages: 1, stored_bytes: made.bytes };
    expect(await told('/users/me', one.api_key)).toMatchObject(stores);
    const { items } = await told('/users/me/usage', one.api_key);
    const bytes = (upload().get('hologram') as File).size;
    expect(items).toEqual([expect.objectContaining({ input_bytes: bytes, profile_id: null })]);
    expect(await told('/users/me', other.api_key)).toMatchObject({ stored_packages: 0, stored_bytes: 0 });
    expect(await told('/users/me/usage', other.api_key)).toEqual({ items: [], next_cursor: null });
  });
});
