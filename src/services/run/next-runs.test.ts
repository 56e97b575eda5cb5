import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setUpsOn } from '../../../test/backends/set-ups.ts';
import type { OpenStorage } from '../../start/storage.ts';
import { makeAccount } from '../deletion/account.fixture.ts';
import type { Row } from '../ports/database.ts';
import { recordCompute } from '../quota/compute-use.ts';
import { acceptRun } from './accept-run.ts';
import { claimRun } from './claim-run.ts';
import { LEASE_MS } from './lease.ts';
import { nextRuns, type NextRuns } from './next-runs.ts';
import { input, runServices } from './run.fixture.ts';

const setUps = setUpsOn({ postgres: null, s3: null });
afterAll(() => setUps.remove());

const NOON = Date.UTC(2026, 0, 1, 12);
let storage: OpenStorage;
let time: number;
let services: ReturnType<typeof runServices>['services'];
beforeEach(async () => {
  time = 0;
  storage = await (await setUps.all[0]!.create()).open();
  services = { ...runServices(storage).services, now: () => new Date(NOON + time) };
});
afterEach(() => storage.close());

const accept = (requester = 'public') => acceptRun(services, input({ requester }));
const newAccount = () => makeAccount({ ...storage, now: services.now });
const next = async (options: NextRuns) => (await nextRuns(services, options)).map(({ run_id }) => run_id);
const change = (id: string, values: Partial<Row<'runs'>>) =>
  storage.store.transaction((trx) => trx.updateTable('runs').set(values).where('run_id', '=', id).execute());
const claimed = (id: string) => claimRun(services, id);

describe('the next runs', () => {
  it('are the oldest that wait, so many, and not those excepted', async () => {
    const ids: string[] = [];
    for (time = 0; time < 40; time += 10) ids.push((await accept()).run_id);
    expect(await next({ limit: 9 })).toEqual(ids);
    expect(await next({ limit: 2 })).toEqual(ids.slice(0, 2));
    expect(await next({ limit: 2, except: [ids[0]!, ids[2]!] })).toEqual([ids[1], ids[3]]);
    await change(ids[1]!, { status: 'failed' });
    expect(await next({ limit: 9 })).toEqual([ids[0], ids[2], ids[3]]);
  });

  it('take turns between accounts, of which each has what is done counted', async () => {
    const made: Record<string, string[]> = { greedy: [], polite: [], public: [] };
    const accounts: Record<string, string> = {};
    for (const name of ['greedy', 'greedy', 'greedy', 'greedy', 'polite', 'public', 'public']) {
      time += 10;
      const { run_id } = await accept(name === 'public' ? name : (accounts[name] ??= await newAccount()));
      made[name]!.push(run_id);
    }
    const [greedy, polite, anonymous] = [made['greedy']!, made['polite']!, made['public']!];
    const order = [greedy[0], polite[0], anonymous[0], greedy[1], anonymous[1], greedy[2], greedy[3]];
    expect(await next({ limit: 9 })).toEqual(order);
    // one that is being done is that account's turn
    await claimed(greedy[0]!);
    expect(await next({ limit: 2 })).toEqual([polite[0], anonymous[0]]);
    // whoever comes now waits for no turn that has passed, and for none that is still to come
    const late = await accept(await newAccount());
    expect((await next({ limit: 9 })).indexOf(late.run_id)).toBe(2);
  });

  it('take turns between the addresses of those who have no account', async () => {
    const runs: string[] = [];
    for (const host of [1, 1, 1, 2, 2, 3]) {
      time += 1;
      runs.push((await acceptRun(services, input({ address: `192.0.2.${host}` }))).run_id);
    }
    const order = [0, 3, 5, 1, 4, 2].map((k) => runs[k]);
    expect(await next({ limit: 9 })).toEqual(order);
  });

  it('give everybody the same time of computing, whatever their runs cost', async () => {
    const [dear, cheap] = [await newAccount(), await newAccount()];
    // of two jobs, and of one
    await recordCompute(services, dear, 20_000, 2);
    await recordCompute(services, cheap, 2500);
    const names = new Map<string, string>();
    for (const name of [
      'dear 0',
      'dear 1',
      'dear 2',
      'cheap 0',
      'cheap 1',
      'cheap 2',
      'cheap 3',
      'cheap 4',
    ]) {
      time += 1;
      names.set((await accept(name.startsWith('dear') ? dear : cheap)).run_id, name);
    }
    const order = (await next({ limit: 9 })).map((id) => names.get(id));
    const first = ['dear 0', 'cheap 0', 'cheap 1', 'cheap 2', 'cheap 3', 'dear 1', 'cheap 4'];
    expect(order).toEqual([...first, 'dear 2']);
  });

  it('have waited so long, or their lease has been over for so long', async () => {
    const [waiting, dead] = [await accept(), await accept()];
    await claimed(dead.run_id);
    const idle = (now: number) => {
      time = now;
      return next({ limit: 9, idleMs: 1000 });
    };
    expect(await idle(999)).toEqual([]);
    expect(await idle(1000)).toEqual([waiting.run_id]);
    expect(await idle(LEASE_MS + 999)).toEqual([waiting.run_id]);
    expect(await idle(LEASE_MS + 1000)).toHaveLength(2);
  });
});
