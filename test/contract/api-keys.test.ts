import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentService, lentSetUps, type LentService } from '../backends/lent-servers.ts';
import { mainlyOn } from '../short-form.ts';
import { jsonClient, signUp, type JsonClient } from './json-client.ts';
import { expectProblem } from './problem.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

interface Key {
  readonly key_id: string;
  readonly name: string | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly scopes: readonly string[];
  readonly api_key: string;
}

const URL = '/users/me/api-keys';

describe.each(mainlyOn('scaled', setUps.all))('API keys, $name', ({ name }) => {
  let service: LentService;
  let call: JsonClient;
  beforeAll(async () => {
    service = await lentService(name);
    call = jsonClient(service.url);
  });

  const newKey = async (as: string, body?: object): Promise<Key> => {
    const response = await call('POST', URL, { as, ...(body ? { body } : {}) });
    expect(response.status).toBe(201);
    return (await response.json()) as Key;
  };
  const list = async (as: string, query = '') =>
    (await (await call('GET', URL + query, { as })).json()) as { items: Key[]; next_cursor: string | null };
  const status = async (as: string) => (await call('GET', '/users/me', { as })).status;

  it('are made, listed without their secret, newest first, and revoked', async () => {
    const { api_key: first } = await signUp(call);
    const key = await newKey(first, { name: ' bench 2 ', expires_at: '2099-01-31T13:00:00+01:00' });
    expect(key).toMatchObject({ name: 'bench 2', expires_at: '2099-01-31T12:00:00.000Z' });
    const names = ['api_key', 'created_at', 'expires_at', 'key_id', 'name', 'scopes'];
    expect(Object.keys(key).sort()).toEqual(names);
    const { api_key: second, ...shown } = key;
    expect(await list(second)).toMatchObject({ items: [shown, { name: 'signup' }], next_cursor: null });
    expect(JSON.stringify(await list(second))).not.toContain(second.slice(-56, -8));

    const revoked = await call('DELETE', `${URL}/${key.key_id}`, { as: first });
    expect([revoked.status, await revoked.text()]).toEqual([204, '']);
    await expectProblem(await call('GET', '/users/me', { as: second }), 401, 'INVALID_API_KEY');
    expect((await list(first)).items.map(({ name }) => name)).toEqual(['signup']);
    await expectProblem(await call('DELETE', `${URL}/${key.key_id}`, { as: first }), 404, 'NOT_FOUND');
  });

  it('can revoke themselves', async () => {
    const { api_key } = await signUp(call);
    const { items } = await list(api_key);
    expect((await call('DELETE', `${URL}/${items[0]!.key_id}`, { as: api_key })).status).toBe(204);
    expect(await status(api_key)).toBe(401);
  });

  it('that revoke each other at the same moment leave one of them', async () => {
    const { api_key: first } = await signUp(call);
    for (let round = 0; round < 12; round++) {
      const [a, b] = [await newKey(first), await newKey(first)];
      const answers = await Promise.all([
        call('DELETE', `${URL}/${b.key_id}`, { as: a.api_key }),
        call('DELETE', `${URL}/${a.key_id}`, { as: b.api_key }),
      ]);
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([204, 401]);
      await expectProblem(
        answers.find((answer) => answer.status === 401)!,
        401,
        'INVALID_API_KEY',
      );
      expect([await status(a.api_key), await status(b.api_key)].toSorted()).toEqual([200, 401]);
    }
  });

  it('come page by page', async () => {
    const { api_key } = await signUp(call);
    for (let k = 0; k < 4; k++) await newKey(api_key, { name: `key ${k}` });
    const names: (string | null)[] = [];
    let query = '?limit=2';
    for (;;) {
      const { items, next_cursor } = await list(api_key, query);
      names.push(...items.map(({ name }) => name));
      if (next_cursor === null) break;
      query = `?limit=2&cursor=${next_cursor}`;
    }
    expect(names).toEqual(['key 3', 'key 2', 'key 1', 'key 0', 'signup']);
  });

  it('end when they expire', async () => {
    const { api_key } = await signUp(call);
    const end = Date.now() + 2500;
    const key = await newKey(api_key, { expires_at: new Date(end).toISOString() });
    const early = await status(key.api_key);
    // a machine may be too slow to ask in time
    if (Date.now() < end) expect(early).toBe(200);
    await expect.poll(() => status(key.api_key)).toBe(401);
    expect(Date.now()).toBeGreaterThanOrEqual(end);
  });

  it.each([
    { expires_at: '2020-01-01T00:00:00Z' },
    { expires_at: 'tomorrow' },
    { expires_at: '2099-02-30T00:00:00Z' },
    { name: '' },
    { name: 'x'.repeat(101) },
    { name: 7 },
    { scope: 'all' },
    { scopes: [] },
    { scopes: ['write'] },
    { scopes: ['read', 'read'] },
    { scopes: 'read' },
    [],
  ])('are not made from %j', async (body) => {
    const { api_key: as } = await signUp(call);
    await expectProblem(await call('POST', URL, { as, body }), 422, 'INVALID_INPUT');
    expect((await list(as)).items).toHaveLength(1);
  });

  it('are for what their scopes say, and for nothing else', async () => {
    const { api_key: all } = await signUp(call);
    const [own] = (await list(all)).items;
    const needs = [
      ...[['POST', '/reconstruct_pdhm', 'reconstruct'] as const],
      ...(['/results', '/users/me/usage', '/archive/log', '/runs', '/users/me/retention'] as const).map(
        (path) => ['GET', path, 'read'] as const,
      ),
      ...[['DELETE', '/users/me/data', 'delete'] as const, ['DELETE', '/results/evr_x', 'delete'] as const],
      ...[['POST', '/calibration/calibrate', 'calibrate'] as const],
      ...[['POST', URL, ''] as const, ['PUT', '/users/me/retention', ''] as const],
      ...[['DELETE', `${URL}/${own!.key_id}`, ''] as const],
    ];
    for (const scope of ['reconstruct', 'read', 'delete', 'calibrate']) {
      const { api_key: as, key_id, scopes } = await newKey(all, { scopes: [scope] });
      expect(scopes).toEqual([scope]);
      const me = await call('GET', '/users/me', { as });
      expect(await me.json()).toMatchObject({ api_key: { key_id, scopes } });
      for (const [method, path, needed] of needs) {
        const answer = await call(method, path, { as });
        if (needed === scope) expect([403, 401], path).not.toContain(answer.status);
        else {
          expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
          await expectProblem(answer, 403, 'KEY_SCOPE');
        }
      }
      // before anything is looked for
      const run = await call('DELETE', `/runs/run_${'0'.repeat(36)}`, { as });
      expect(run.status).toBe(['reconstruct', 'delete'].includes(scope) ? 404 : 403);
      expect((await call('DELETE', `${URL}/${key_id}`, { as })).status).toBe(204);
    }
    expect((await list(all)).items).toHaveLength(1);
  });

  it('of another account, of nobody and without form are answered alike, byte for byte', async () => {
    const [{ api_key: mine }, { api_key: theirs }] = [await signUp(call), await signUp(call)];
    const [other] = (await list(theirs)).items;
    const ids = [other!.key_id, `key_${'0'.repeat(36)}`, 'x', "'; DROP TABLE api_keys; --", '%00', '../me'];
    const answers = await Promise.all(
      ids.map(async (id) => {
        const response = await call('DELETE', `${URL}/${encodeURIComponent(id)}`, { as: mine });
        const text = (await response.text()).replace(/"request_id":"[^"]+"/, '');
        return `${response.status} ${text}`;
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^404 /);
    expect(await status(theirs)).toBe(200);
    expect((await list(mine)).items.map(({ key_id }) => key_id)).not.toContain(other!.key_id);
  });
});
