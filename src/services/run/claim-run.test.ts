import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setUpsOn } from '../../../test/backends/set-ups.ts';
import type { OpenStorage } from '../../start/storage.ts';
import { leftovers, listed, withDelete } from '../archive/archive.fixture.ts';
import type { Row } from '../ports/database.ts';
import { acceptRun } from './accept-run.ts';
import { cancelRun } from './cancel-run.ts';
import { claimRun } from './claim-run.ts';
import { failRun } from './fail-run.ts';
import { changeLeased, LEASE_MS, LeaseLost, type Claim } from './lease.ts';
import { nextRuns, type NextRuns } from './next-runs.ts';
import { releaseAllRuns, releaseRun } from './release-run.ts';
import { file, input, runServices } from './run.fixture.ts';

const setUps = setUpsOn({ postgres: null, s3: null });
afterAll(() => setUps.remove());

const NOON = Date.UTC(2026, 0, 1, 12);
const at = (ms: number) => new Date(NOON + ms).toISOString();

let storage: OpenStorage;
let time: number;
let services: ReturnType<typeof runServices>['services'];
beforeEach(async () => {
  time = 0;
  storage = await (await setUps.all[0]!.create()).open();
  services = { ...runServices(storage).services, now: () => new Date(NOON + time) };
});
afterEach(() => storage.close());

const accept = () => acceptRun(services, input({ background: file(new Uint8Array([5])) }));
const next = async (options: NextRuns) => (await nextRuns(services, options)).map(({ run_id }) => run_id);
const rowOf = (id: string) =>
  storage.store.read().selectFrom('runs').selectAll().where('run_id', '=', id).executeTakeFirstOrThrow();
const change = (id: string, values: Partial<Row<'runs'>>) =>
  storage.store.transaction((trx) => trx.updateTable('runs').set(values).where('run_id', '=', id).execute());
const staged = async () => (await listed(storage.blobs, 'staged')).length;
/** The same with blobs that can’t be removed: what is to be removed is only noted then. */
const stuck = () => ({
  ...services,
  blobs: withDelete(storage.blobs, () => Promise.reject(new Error('away'))),
});
const noted = async () => (await leftovers(storage))['removals']!.length;
const claimed = async (id: string) => (await claimRun(services, id)) as Claim;

describe('a run is claimed', () => {
  it('for fifteen seconds', async () => {
    const { run_id } = await accept();
    await change(run_id, { stage: 'unwrap', fraction: 0.5 });
    time = 1000;
    const { run, token } = await claimed(run_id);
    const row = await rowOf(run_id);
    expect(run).toEqual(row);
    expect(row).toMatchObject({
      ...{ status: 'running', attempts: 0, deaths: 0, stage: null, fraction: 0, leased_by: token },
      ...{ started_at: at(1000), lease_until: at(1000 + LEASE_MS) },
    });
    expect(LEASE_MS).toBe(15_000);
  });

  it('again at the end of the lease, and not before', async () => {
    const { run_id } = await accept();
    const first = await claimed(run_id);
    time = LEASE_MS - 1;
    expect(await claimRun(services, run_id)).toBe('taken');
    time = LEASE_MS;
    const second = await claimed(run_id);
    expect(second.token).not.toBe(first.token);
    expect(second.run).toMatchObject({ attempts: 0, deaths: 1, started_at: at(0) });
  });

  it('not where there is none, or it is over', async () => {
    expect(await claimRun(services, 'run_0')).toBe('over');
    const { run_id } = await accept();
    for (const status of ['succeeded', 'failed', 'cancelled'] as const) {
      await change(run_id, { status });
      expect(await claimRun(services, run_id)).toBe('over');
    }
    expect(await rowOf(run_id)).toMatchObject({ attempts: 0 });
  });

  it('as often as it may be tried, and then fails with its files gone', async () => {
    const { run_id } = await accept();
    await change(run_id, { attempts: 2 });
    await releaseRun(storage, await claimed(run_id), { counts: true });
    time = LEASE_MS;
    expect(await staged()).toBe(2);
    expect(await claimRun(services, run_id)).toBe('over');
    expect(await staged()).toBe(0);
    const { problem, ...row } = await rowOf(run_id);
    expect(row).toMatchObject({ status: 'failed', leased_by: null, lease_until: null, request: '{}' });
    expect(row.finished_at).toBe(at(LEASE_MS));
    const told = JSON.parse(problem!) as Record<string, unknown>;
    expect(told).toMatchObject({ code: 'INTERNAL_ERROR', errors: [], request_id: 'req_1' });
    expect(told['detail']).toMatch(/begun 3 times/);
    expect(await noted()).toBe(0);
  });

  it('and the files of one that failed are noted to be removed, whatever happens then', async () => {
    const { run_id } = await accept();
    await change(run_id, { attempts: 3 });
    await expect(claimRun(stuck(), run_id)).rejects.toThrow('away');
    expect(await noted()).toBe(2);
  });
});

describe('a claimed run', () => {
  it('is changed by who has it, and by nobody else', async () => {
    const [one, other] = [await accept(), await accept()];
    const claim = await claimed(one.run_id);
    await claimed(other.run_id);
    const stage = (own: Claim) =>
      storage.store.transaction((trx) => changeLeased(trx, own, { stage: 'unwrap' }));
    await stage(claim);
    expect((await rowOf(one.run_id)).stage).toBe('unwrap');
    expect((await rowOf(other.run_id)).stage).toBeNull();
    await expect(stage({ ...claim, token: 'another' })).rejects.toThrow(LeaseLost);
    await change(one.run_id, { status: 'cancelled' });
    await expect(stage(claim)).rejects.toThrow(one.run_id);
  });

  it('fails with what its request was called, and its files are gone', async () => {
    const { run_id } = await accept();
    const claim = await claimed(run_id);
    time = 3000;
    await failRun(services, claim, { code: 'HOLOGRAM_UNREADABLE', detail: 'No frame.', errors: [] });
    const { problem, ...row } = await rowOf(run_id);
    expect(row).toMatchObject({ status: 'failed', finished_at: at(3000), leased_by: null, fraction: 0 });
    expect(JSON.parse(problem!)).toEqual({
      ...{ code: 'HOLOGRAM_UNREADABLE', detail: 'No frame.', errors: [], request_id: 'req_1' },
    });
    expect([await staged(), await noted()]).toEqual([0, 0]);
  });

  it('that failed has its files noted, and one that is not its own any more is left as it is', async () => {
    const { run_id } = await accept();
    const claim = await claimed(run_id);
    const problem = { code: 'INTERNAL_ERROR', detail: '', errors: [] } as const;
    await expect(failRun(services, { ...claim, token: 'another' }, problem)).rejects.toThrow(LeaseLost);
    expect([await staged(), await noted()]).toEqual([2, 0]);
    await expect(failRun(stuck(), claim, problem)).rejects.toThrow('away');
    expect(await noted()).toBe(2);
  });

  it.each([
    [true, 2],
    [false, 1],
  ])('is given back, the attempt counted (%s)', async (counts, attempts) => {
    const { run_id } = await accept();
    await change(run_id, { attempts: 1 });
    const claim = await claimed(run_id);
    await change(run_id, { stage: 'unwrap', fraction: 0.5 });
    await releaseRun(storage, claim, { counts });
    expect(await rowOf(run_id)).toMatchObject({
      ...{ status: 'queued', attempts, stage: null, fraction: 0, leased_by: null, lease_until: null },
    });
    await expect(releaseRun(storage, claim, { counts })).rejects.toThrow(LeaseLost);
  });

  it('is given back with all others after a start, and what has ended stays', async () => {
    const [one, two, over] = [await accept(), await accept(), await accept()];
    for (const { run_id } of [one, two]) await claimed(run_id);
    await change(over.run_id, { status: 'succeeded' });
    await releaseAllRuns(storage);
    for (const { run_id } of [one, two]) {
      expect(await rowOf(run_id)).toMatchObject({
        ...{ status: 'queued', leased_by: null, lease_until: null, attempts: 0, deaths: 1 },
      });
    }
    expect((await rowOf(over.run_id)).status).toBe('succeeded');
  });
});

describe('a run is cancelled', () => {
  it('while it waits, with its files gone, and once', async () => {
    const { run_id } = await accept();
    const stopped: string[] = [];
    const forget = services.running.begin(run_id, () => stopped.push(run_id));
    time = 2000;
    const state = await cancelRun(services, run_id, null);
    expect(state).toMatchObject({ run_id, status: 'cancelled', stage: null, problem: null });
    expect(stopped).toEqual([run_id]);
    const row = await rowOf(run_id);
    expect(row).toMatchObject({ status: 'cancelled', finished_at: at(2000), request: '{}', problem: null });
    expect([await staged(), await noted()]).toEqual([0, 0]);
    forget();
    time = 9000;
    expect(await cancelRun(services, run_id, null)).toMatchObject({ status: 'cancelled' });
    expect((await rowOf(run_id)).finished_at).toBe(at(2000));
  });

  it('with its files noted to be removed, whatever happens then', async () => {
    const { run_id } = await accept();
    await expect(cancelRun(stuck(), run_id, null)).rejects.toThrow('away');
    expect(await noted()).toBe(2);
  });

  it('by its account alone, or by whoever knows it where there is none', async () => {
    const { run_id } = await accept();
    expect(await cancelRun(services, 'run', null)).toBeNull();
    expect(await cancelRun(services, run_id.slice(0, -1), null)).toBeNull();
    await change(run_id, { requester: 'acc_1' });
    expect(await cancelRun(services, run_id, null)).toBeNull();
    expect(await cancelRun(services, run_id, 'acc_2')).toBeNull();
    expect((await rowOf(run_id)).status).toBe('queued');
    expect(await cancelRun(services, run_id, 'acc_1')).toMatchObject({ status: 'cancelled' });
  });
});

describe('after a clock was set back', () => {
  const HOUR = 3_600_000;

  it('a run that waits is done at once', async () => {
    const { run_id } = await accept();
    time = -HOUR;
    expect(await next({ limit: 9 })).toEqual([run_id]);
    expect(await next({ limit: 9, idleMs: 1000 })).toEqual([run_id]);
    expect(await claimed(run_id)).toMatchObject({ run: { run_id, lease_until: at(-HOUR + LEASE_MS) } });
  });

  it('a lease holds nobody up until the clock comes by again, and one of a clock that is ahead counts', async () => {
    const { run_id } = await accept();
    await claimed(run_id);
    time = -LEASE_MS;
    expect(await next({ limit: 9 })).toEqual([]);
    expect(await claimRun(services, run_id)).toBe('taken');
    time = -HOUR;
    expect(await next({ limit: 9 })).toEqual([run_id]);
    expect(await claimed(run_id)).toMatchObject({ run: { run_id, deaths: 1 } });
  });
});
