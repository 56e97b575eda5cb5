import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentService, lentSetUps, type LentService } from '../backends/lent-servers.ts';
import { mainlyOn } from '../short-form.ts';
import { jsonClient, newEmail, password, signUp, type JsonClient } from './json-client.ts';
import { expectProblem } from './problem.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const KEYS = '/users/me/api-keys';

describe.each(mainlyOn('scaled', setUps.all))('Idempotency-Key, $name', ({ name }) => {
  let service: LentService;
  let call: JsonClient;
  beforeAll(async () => {
    service = await lentService(name);
    call = jsonClient(service.url);
  });

  const signUpWith = (key: string, body: unknown, from = '192.0.2.1') =>
    call('POST', '/users/signup', {
      body,
      headers: { 'idempotency-key': key, 'x-forwarded-for': from },
    });
  const keysOf = async (as: string) =>
    ((await (await call('GET', KEYS, { as })).json()) as { items: unknown[] }).items.length;

  it('gives a signup’s answer again, with the key in it', async () => {
    const [key, email] = [randomUUID(), newEmail()];
    const first = await signUpWith(key, { email, password });
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
    const again = await signUpWith(key, `{"password": "${password}",\n "email": "${email}"}`);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    const [one, other] = [await first.text(), await again.text()];
    expect(other).toBe(one);
    const { api_key: as } = JSON.parse(one) as { api_key: string };
    expect((await call('GET', '/users/me', { as })).status).toBe(200);
  });

  it('gives nothing to somebody who knows the key alone', async () => {
    const [key, email] = [randomUUID(), newEmail()];
    await signUpWith(key, { email, password });
    const other = await signUpWith(key, { email, password: `${password}.` });
    await expectProblem(other, 422, 'IDEMPOTENCY_KEY_REUSED');
    const elsewhere = await signUpWith(key, { email, password }, '192.0.2.2');
    await expectProblem(elsewhere, 409, 'EMAIL_ALREADY_REGISTERED');
  });

  it('makes one thing of many requests at the same time', async () => {
    const { api_key: as } = await signUp(call);
    const headers = { 'idempotency-key': randomUUID() };
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => call('POST', KEYS, { as, body: { name: 'one' }, headers })),
    );
    for (const response of responses.filter(({ status }) => status !== 201)) {
      expect(response.headers.get('retry-after')).toBe('1');
      await expectProblem(response, 409, 'IDEMPOTENCY_IN_PROGRESS');
    }
    const made = await Promise.all(
      responses.filter(({ status }) => status === 201).map((response) => response.text()),
    );
    expect(new Set(made).size).toBe(1);
    expect(await keysOf(as)).toBe(2);
  });

  it('belongs to one request of one account', async () => {
    const [{ api_key: one }, { api_key: other }] = [await signUp(call), await signUp(call)];
    const headers = { 'idempotency-key': 'the same'.replace(' ', '-') };
    const post = (as: string, body: object) => call('POST', KEYS, { as, body, headers });
    expect((await post(one, { name: 'a' })).status).toBe(201);
    await expectProblem(await post(one, { name: 'b' }), 422, 'IDEMPOTENCY_KEY_REUSED');
    const elsewhere = await post(other, { name: 'a' });
    expect([elsewhere.status, elsewhere.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect([await keysOf(one), await keysOf(other)]).toEqual([2, 2]);
  });

  it('is not used up by a request that was refused', async () => {
    const { api_key: as } = await signUp(call);
    const headers = { 'idempotency-key': randomUUID() };
    const past = { expires_at: '2020-01-01T00:00:00Z' };
    await expectProblem(await call('POST', KEYS, { as, body: past, headers }), 422, 'INVALID_INPUT');
    expect((await call('POST', KEYS, { as, body: {}, headers })).status).toBe(201);
  });

  it('works for a login', async () => {
    const email = newEmail();
    const { api_key: as } = await signUp(call, email);
    const headers = { 'idempotency-key': randomUUID() };
    const logIn = (secret: string) =>
      call('POST', '/users/login', { body: { email, password: secret }, headers });
    await expectProblem(await logIn('wrong wrong'), 401, 'INVALID_CREDENTIALS');
    const [first, again] = [await logIn(password), await logIn(password)];
    expect(first.status).toBe(200);
    expect(await again.text()).toBe(await first.text());
    expect(await keysOf(as)).toBe(2);
    await expectProblem(await logIn('wrong wrong'), 422, 'IDEMPOTENCY_KEY_REUSED');
  });

  it.each(['', 'x'.repeat(256), 'two words', 'schlüssel'])('is refused as %j', async (key) => {
    const { api_key: as } = await signUp(call);
    const response = await call('POST', KEYS, { as, body: {}, headers: { 'idempotency-key': key } });
    await expectProblem(response, 400, 'MALFORMED_REQUEST');
    expect(await keysOf(as)).toBe(1);
  });
});
