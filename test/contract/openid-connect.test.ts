// @module-tag further/set-up
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../backends/free-port.ts';
import { CLIENT_ID, CLIENT_SECRET, startProvider, type Claims } from '../backends/identity-provider.ts';
import { adminJson } from './admin.ts';
import { jsonClient, newEmail, password, signUp } from './json-client.ts';
import { accountBy, beginOpenId, consentTo, finishOpenId, startOpenId } from './openid-client.ts';
import { browserPresent, eventually, openPageBefore, storedInBrowser } from './page-browser.ts';
import { startService, type RunningService } from './running-service.ts';

/** sign-ins from one address an hour; each needs two requests */
const QUOTA = 200;

let provider: Awaited<ReturnType<typeof startProvider>>;
let service: RunningService;
const environment: Record<string, string> = {};
beforeAll(async () => {
  provider = await startProvider();
  const port = String(await freePort());
  Object.assign(environment, {
    ...{ WORKERS: '1', PORT: port, BASE_URL: `http://127.0.0.1:${port}` },
    ...{ TRUST_PROXY: '127.0.0.1', LOGIN_PER_HOUR: String(QUOTA) },
    ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET },
    OIDC_NAME: 'Testing University',
  });
  service = await startService(environment);
});
afterAll(async () => {
  await service.stop();
  await provider.stop();
});

let people = 0;
beforeEach(() => {
  provider.broken = null;
  provider.person = { sub: `person-${(people += 1)}` };
});

/** With BASE_URL the addresses of problems are whole. */
async function expectRefused(answer: Response, status: number, code: string) {
  const problem = (await answer.json()) as {
    type: string;
    detail: string;
    errors?: { pointer: string }[];
  };
  const type = `${service.url}/problems/${code}`;
  expect([answer.status, problem]).toEqual([status, expect.objectContaining({ status, code, type })]);
  return problem;
}

const accountOf = (answer: Response) => accountBy(service.url, answer);
const begin = () => beginOpenId(service.url);
const consent = (url: URL) => consentTo(service.url, url);
const finish = (answer: unknown, cookie?: string) => finishOpenId(service.url, answer, cookie);
const signIn = async (): Promise<Response> => {
  const { cookie, url } = await begin();
  return finish(await consent(url), cookie);
};

describe('signing in with OpenID Connect', () => {
  it('asks the provider by code with PKCE, and keeps what it needs in a cookie of the browser', async () => {
    const { cookie, url } = await begin();
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ response_type: 'code', client_id: CLIENT_ID, scope: 'openid email' },
      redirect_uri: `${service.url}/openid`,
      ...{ state: expect.stringMatching(/^[\w-]{43}$/), nonce: expect.stringMatching(/^[\w-]{43}$/) },
      ...{ code_challenge: expect.stringMatching(/^[\w-]{43}$/), code_challenge_method: 'S256' },
    });
    expect(cookie).toMatch(
      /^leith-openid=[\w-]{43}(\.[\w-]{43}){2}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict$/,
    );
    expect((await begin()).url.searchParams.get('state')).not.toBe(url.searchParams.get('state'));
  });

  it('makes an account the first time, and finds it by issuer and subject from then on', async () => {
    const email = newEmail();
    Object.assign(provider.person, { email: email.toUpperCase(), email_verified: true });
    const first = await accountOf(await signIn());
    expect(first).toMatchObject({ email, is_new: true });
    // the address is another one by now
    provider.person.email = newEmail();
    expect(await accountOf(await signIn())).toMatchObject({
      account_id: first.account_id,
      email,
      is_new: false,
    });
    expect(provider.asked).not.toContain('wrong');
    const password = await jsonClient(service.url)('POST', '/users/login', {
      body: { email, password: 'x' },
    });
    await expectRefused(password, 401, 'INVALID_CREDENTIALS');
  });

  it('takes no address that nobody has verified, and no account by its address alone', async () => {
    const email = newEmail();
    await signUp(jsonClient(service.url), email);
    provider.person.email = email;
    expect(await accountOf(await signIn())).toMatchObject({ email: '', is_new: true });
    provider.person = { sub: 'another', email, email_verified: true };
    await expectRefused(await signIn(), 409, 'EMAIL_ALREADY_REGISTERED');
  });

  it('goes on when the provider has new keys', async () => {
    expect((await signIn()).status).toBe(200);
    await provider.rotate('another');
    expect((await signIn()).status).toBe(200);
    // which some call as the ones before
    await provider.rotate('another');
    expect((await signIn()).status).toBe(200);
  });

  it('goes on after the provider has published what are no keys', async () => {
    await provider.rotate();
    provider.published = { keys: [null] };
    await expectRefused(await signIn(), 401, 'NOT_IDENTIFIED');
    provider.published = null;
    expect((await signIn()).status).toBe(200);
  });

  it('makes an account without an address of what is none, and says which ways lead to one that is taken', async () => {
    Object.assign(provider.person, { email: 'a\u202eb@example.org', email_verified: true });
    expect(await accountOf(await signIn())).toMatchObject({ email: '', is_new: true });
    const email = newEmail();
    provider.person = { sub: 'first of two', email, email_verified: true };
    expect(await accountOf(await signIn())).toMatchObject({ email, is_new: true });
    provider.person.sub = 'second of two';
    const { detail } = await expectRefused(await signIn(), 409, 'EMAIL_ALREADY_REGISTERED');
    expect(detail).toContain('another identity of the provider opens');
    const reset = ['account', 'reset-password', email, '--as', 'A. Operator'];
    const given = await adminJson<{ password: string }>({ DATA_DIR: service.dataDir }, ...reset);
    const login = await jsonClient(service.url)('POST', '/users/login', {
      body: { email, password: given.password },
    });
    expect(login.status).toBe(200);
  });

  it('is for the browser that began it, once', async () => {
    const { cookie, url } = await begin();
    const answer = await consent(url);
    const other = await begin();
    for (const theirs of ['', other.cookie, cookie.replace(/=./, '=!'), `${cookie.split(';')[0]}.x`])
      await expectRefused(await finish(answer, theirs), 401, 'NOT_IDENTIFIED');
    const mixed = await consent(other.url);
    await expectRefused(await finish({ ...mixed, state: answer['state'] }, cookie), 401, 'NOT_IDENTIFIED');
    const right = await finish(answer, cookie);
    expect(right.status).toBe(200);
    expect(right.headers.get('set-cookie')).toMatch(/^leith-openid=; Path=\/; Max-Age=0/);
    await expectRefused(await finish(answer, cookie), 401, 'NOT_IDENTIFIED');
  });

  it('takes no answer of another provider', async () => {
    for (const iss of ['https://other.example.org', undefined]) {
      const { cookie, url } = await begin();
      const { iss: _, ...answer } = await consent(url);
      await expectRefused(await finish({ ...answer, iss }, cookie), 401, 'NOT_IDENTIFIED');
    }
  });

  const wrongs: readonly (readonly [string, Partial<Claims>])[] = [
    ['of another issuer', { wrong: (claims) => ({ ...claims, iss: 'https://other.example.org' }) }],
    ['for another client', { wrong: (claims) => ({ ...claims, aud: 'other' }) }],
    [
      'for several clients without saying for whom',
      { wrong: (claims) => ({ ...claims, aud: [CLIENT_ID, 'x'] }) },
    ],
    ['given to another client', { wrong: (claims) => ({ ...claims, azp: 'other' }) }],
    ['of another sign-in', { wrong: (claims) => ({ ...claims, nonce: 'other' }) }],
    ['without a nonce', { wrong: ({ nonce: _, ...claims }) => claims }],
    ['that is too old', { wrong: (claims) => ({ ...claims, exp: 1_700_000_000 }) }],
    ['about nobody', { sub: '' }],
    ['about a number', { wrong: (claims) => ({ ...claims, sub: 5 as unknown as string }) }],
    // halves of characters are stored as one and the same
    ['about half a character', { wrong: (claims) => ({ ...claims, sub: 'a\ud800' }) }],
    ['about a NUL', { wrong: (claims) => ({ ...claims, sub: 'a\0b' }) }],
    ['about more than can be kept', { wrong: (claims) => ({ ...claims, sub: 'a'.repeat(256) }) }],
    ['signed by somebody else', { forged: true }],
  ];
  it.each(wrongs)('refuses a token %s', async (_, change) => {
    Object.assign(provider.person, change);
    await expectRefused(await signIn(), 401, 'NOT_IDENTIFIED');
  });

  it('says that the provider can’t be asked', async () => {
    const { cookie, url } = await begin();
    const answer = await consent(url);
    provider.broken = 500;
    const refused = await finish(answer, cookie);
    expect(refused.headers.get('retry-after')).toBe('10');
    await expectRefused(refused, 503, 'PROVIDER_UNAVAILABLE');
  });

  it.each([
    [{}, ['/code', '/state']],
    [{ code: 'x', state: '', more: 1 }, ['/state', '/more']],
    [[], ['']],
  ])('refuses %j', async (body, pointers) => {
    const { errors } = await expectRefused(await finish(body), 422, 'INVALID_INPUT');
    expect(errors!.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('answers so many from one address an hour, then one every other second', async () => {
    const from = (address: string) => startOpenId(service.url, address);
    const first = await Promise.all(Array.from({ length: QUOTA + 3 }, () => from('203.0.113.7')));
    const refused = first.filter(({ status }) => status === 429);
    expect(first.filter(({ status }) => status === 200).length + refused.length).toBe(QUOTA + 3);
    // the trickle may have let another one through meanwhile
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeLessThanOrEqual(2);
    await expectRefused(refused[0]!, 429, 'RATE_LIMITED');
    expect((await from('203.0.113.8')).status).toBe(200);
  });

  it('is over for whom the operator disables, and begins anew where the account was closed', async () => {
    const { account_id } = await accountOf(await signIn());
    const admin = { DATA_DIR: service.dataDir };
    await adminJson(admin, 'account', 'disable', account_id, '--reason', 'a test');
    await expectRefused(await signIn(), 403, 'ACCOUNT_DISABLED');
    await adminJson(admin, 'account', 'close', account_id);
    const anew = await accountOf(await signIn());
    expect(anew.is_new).toBe(true);
    expect(anew.account_id).not.toBe(account_id);
  });
});

describe('an identity linked to an account', () => {
  const call = () => jsonClient(service.url);
  const link = async (as: string): Promise<Response> => {
    const { cookie, url } = await begin();
    const headers = { cookie: cookie.split(';')[0]! };
    return call()('POST', '/users/me/openid', { as, headers, body: await consent(url) });
  };

  it('opens it beside the password, until it is taken away', async () => {
    const owner = await signUp(call());
    const linked = () => call()('GET', '/users/me/openid', { as: owner.api_key });
    expect(await (await linked()).json()).toEqual({ linked: false });
    for (const _ of ['', 'again']) expect((await link(owner.api_key)).status).toBe(200);
    expect(await (await linked()).json()).toEqual({ linked: true });
    const signedIn = await accountOf(await signIn());
    expect(signedIn).toMatchObject({ account_id: owner.account_id, is_new: false });
    expect((await call()('DELETE', '/users/me/openid', { as: owner.api_key })).status).toBe(204);
    expect((await accountOf(await signIn())).is_new).toBe(true);
  });

  it('is nobody else’s, and stays where it is the only way in', async () => {
    const made = (await (await signIn()).json()) as { api_key: string };
    const owner = await signUp(call());
    await expectRefused(await link(owner.api_key), 409, 'IDENTITY_IN_USE');
    const away = await call()('DELETE', '/users/me/openid', { as: made.api_key });
    await expectRefused(away, 409, 'IDENTITY_IN_USE');
    await expectRefused(await link('lth_nobody'), 401, 'INVALID_API_KEY');
    const body = { scopes: ['read'] };
    const key = await call()('POST', '/users/me/api-keys', { as: owner.api_key, body });
    const { api_key } = (await key.json()) as { api_key: string };
    provider.person = { sub: 'nobody yet' };
    await expectRefused(await link(api_key), 403, 'KEY_SCOPE');
    expect((await accountOf(await signIn())).is_new).toBe(true);
  });
});

describe.runIf(browserPresent)('in a browser', () => {
  let opened: Parameters<Parameters<typeof openPageBefore>[0]>[0];
  openPageBefore((given) => void (opened = given));
  // the service of these tests, and the one place elsewhere that a page goes to
  afterEach(() => {
    const { elsewhere } = opened.watched;
    const known = [service.url, provider.issuer];
    const others = elsewhere.filter((url) => !known.some((its) => url.startsWith(its)));
    elsewhere.splice(0, Infinity, ...others);
  });

  it('one button leads there and back to where one was', async () => {
    const { page } = opened;
    await page.goto(`${service.url}/#/account/keys`);
    await page.click('text=Sign in with Testing University');
    await page.waitForSelector('.tabs');
    await eventually(() => page.evaluate<string>('location.hash')).toBe('#/account/keys');
    expect(await storedInBrowser(page)).toEqual([]);
    await page.click('text=Sign out');
    await page.goto(`${service.url}/#/openid?error=access_denied`);
    await page.waitForSelector('text=it was not allowed');
  });

  it('somebody with a password links the account, and stays signed in', async () => {
    const { page } = opened;
    const email = newEmail();
    await signUp(jsonClient(service.url), email);
    await page.goto(`${service.url}/#/account/settings`);
    await page.fill('#email', email);
    await page.fill('#password', password);
    await page.click('form button[type=submit]');
    await page.click('text=Link to Testing University');
    await page.click('text=No longer sign in with Testing University');
    await page.waitForSelector('text=Link to Testing University');
    expect(await storedInBrowser(page)).toEqual([]);
  });
});
