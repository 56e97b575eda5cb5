import { afterAll, describe, expect, it } from 'vitest';
import type { OpenStorage } from '../../src/start/storage.ts';
import { lentSetUps } from '../backends/lent-servers.ts';
import { mainlyOn } from '../short-form.ts';
import { adminJson } from './admin.ts';
import { expectProblem } from './problem.ts';
import { expectNothingStaged, keysOf } from './run-client.ts';
import { upload } from './running-service.ts';
import { sequenceClient } from './sequence-client.ts';
import { twoAccounts } from './two-accounts.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

interface Me {
  readonly quotas: Readonly<Record<string, { readonly used: number; readonly limit: number | null }>>;
}

async function packagesOfNobody(storage: OpenStorage): Promise<string[]> {
  const rows = await storage.store.read().selectFrom('packages').select('blob_key').execute();
  const known = new Set(rows.map(({ blob_key }) => blob_key));
  return (await keysOf(storage, 'archive')).filter((key) => !known.has(key));
}

describe.each(mainlyOn('scaled', setUps.all))('quotas, $name', ({ name }) => {
  const world = twoAccounts(name);
  const { client } = world;

  it('never has an account store more than it may, however little it had', async () => {
    const { api_key, account_id } = await client.signUp();
    const account = { api_key, account_id };
    const sequences = sequenceClient((path, init) => world.ask(path, init, account));
    const sequence = await sequences.begin({ frames: 2 });
    await adminJson(world.environment, 'account', 'quota', account_id, '--stored-bytes', '1000');
    const refused = await expectProblem(await client.post(upload(), {}, api_key), 429, 'QUOTA_EXCEEDED');
    expect(refused.detail).toMatch(/used 0 of 1000 stored bytes \(stored_bytes\), and \d{5} more would come/);
    expect(refused.quota).toEqual({ name: 'stored_bytes', used: 0, limit: 1000, frees_at: null });
    const { run_id } = await client.accept(upload(), api_key);
    const run = await client.ended(run_id, api_key);
    expect(run).toMatchObject({ status: 'failed', problem: { code: 'QUOTA_EXCEEDED', status: 429 } });
    await expectProblem(await sequences.put(sequence, 0, new Uint8Array(1001)), 429, 'QUOTA_EXCEEDED');
    expect((await sequences.put(sequence, 0, new Uint8Array(900))).status).toBe(200);
    // in the place of the other
    expect((await sequences.put(sequence, 0, new Uint8Array(1000))).status).toBe(200);
    await sequences.forget(sequence);
    const { quotas } = (await (await world.ask('/users/me', {}, account)).json()) as Me;
    expect(quotas['stored_bytes']).toEqual({ used: 0, limit: 1000 });
    await expectNothingStaged(world.storage, account_id);
    await expect.poll(() => packagesOfNobody(world.storage)).toEqual([]);
  });
});
