import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Store } from '../ports/database.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { LEASE_MS, LeaseLost, RENEW_MS, type Claim } from './lease.ts';

const TICK_MS = 1000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  vi.setSystemTime(0);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Whatever is asked of a table, in the end it answers so. */
function table(answer: () => Promise<unknown>, set: (change: object) => void = () => {}): never {
  const query: unknown = new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'executeTakeFirst') return answer;
        return (...args: unknown[]) => {
          if (name === 'set') set(args[0] as object);
          return query;
        };
      },
    },
  );
  return query as never;
}

/** A keeper of the lease `mine`, on a store that says whose it is or throws. */
function keeper(state: { leased_by?: string; away?: Error }, progressMs = TICK_MS) {
  const written: object[] = [];
  const asked = { count: 0 };
  const store = {
    read: () =>
      table(async () => {
        asked.count += 1;
        if (state.away) throw state.away;
        return { leased_by: state.leased_by };
      }),
    transaction: async (work: (trx: never) => Promise<unknown>) => {
      if (state.away) throw state.away;
      const answer = async () => ({ numUpdatedRows: state.leased_by === 'mine' ? 1n : 0n });
      return work(table(answer, (change) => written.push({ ...change, at: performance.now() })));
    },
  } as unknown as Store;
  const claim = { run: { run_id: 'run_1' }, token: 'mine' } as Claim;
  const lease = new LeaseKeeper({ store, now: () => new Date(), progressMs }, claim);
  return { lease, written, asked };
}

const until = (seconds: number) => new Date(seconds * 1000 + LEASE_MS).toISOString();
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * TICK_MS);

it('renews the lease when four seconds are gone, and only looks at it before', async () => {
  const { lease, written, asked } = keeper({ leased_by: 'mine' });
  await pass(4);
  expect([written, asked.count]).toEqual([[], 4]);
  await pass(1);
  const start = { stage: null, fraction: 0 };
  expect(written).toEqual([{ ...start, lease_until: until(5), at: 5000 }]);
  await pass(5);
  expect(written).toEqual([
    { ...start, lease_until: until(5), at: 5000 },
    { ...start, lease_until: until(10), at: 10_000 },
  ]);
  expect(RENEW_MS).toBe(4000);
  lease.end();
  await pass(20);
  expect(written).toHaveLength(2);
  expect(lease.signal.aborted).toBe(false);
});

it('writes progress once a second, which doesn’t go back', async () => {
  const { lease, written } = keeper({ leased_by: 'mine' });
  lease.onProgress('focus', 0.2);
  lease.onProgress('unwrap', 0.5);
  lease.onProgress('package', 0.4);
  expect(written).toEqual([]);
  await pass(3);
  expect(written).toEqual([{ stage: 'package', fraction: 0.5, lease_until: until(1), at: 1000 }]);
  // that renewed it, too
  await pass(2);
  expect(written).toHaveLength(1);
  await pass(1);
  expect(written).toMatchObject([{ at: 1000 }, { at: 6000, fraction: 0.5 }]);
  lease.end();
});

it('writes progress as often as others look, and looks at the lease no more often for it', async () => {
  const { lease, written, asked } = keeper({ leased_by: 'mine' }, TICK_MS / 4);
  for (const fraction of [0.1, 0.2, 0.3]) {
    lease.onProgress('search', fraction);
    await pass(0.25);
  }
  expect(written).toMatchObject([{ fraction: 0.1 }, { fraction: 0.2 }, { fraction: 0.3, at: 750 }]);
  expect(lease.progress()).toEqual({ stage: 'search', fraction: 0.3 });
  await pass(3);
  expect(written).toHaveLength(3);
  expect(asked.count).toBe(3);
  lease.end();
});

it.each([
  ['looked at', false],
  ['written', true],
])('stops a run that is somebody else’s by now, when it is %s', async (_, writes) => {
  const state = { leased_by: 'mine' };
  const { lease, asked } = keeper(state);
  await pass(1);
  expect(lease.signal.aborted).toBe(false);
  state.leased_by = 'another’s';
  if (writes) lease.onProgress('unwrap', 0.5);
  await pass(1);
  expect(lease.signal.reason).toBeInstanceOf(LeaseLost);
  const { count } = asked;
  await pass(20);
  expect(asked.count).toBe(count);
});

it('goes on while the store is away, until the lease is over', async () => {
  const state: { leased_by: string; away?: Error } = { leased_by: 'mine', away: new Error('away') };
  const { lease } = keeper(state);
  await pass(15);
  expect(lease.signal.aborted).toBe(false);
  await pass(1);
  expect(lease.signal.reason).toBe(state.away);
});

it('does not stop where the store comes back in time', async () => {
  const state: { leased_by: string; away?: Error } = { leased_by: 'mine', away: new Error('away') };
  const { lease, written } = keeper(state);
  await pass(14);
  delete state.away;
  await pass(1);
  expect(written).toMatchObject([{ at: 15_000 }]);
  state.away = new Error('again');
  await pass(15);
  expect(lease.signal.aborted).toBe(false);
  await pass(1);
  expect(lease.signal.aborted).toBe(true);
});

it('does not go on where it is ended in the middle of a look', async () => {
  let answer = (_: object): void => {};
  let asked = 0;
  const slow = () => new Promise((resolve) => ((answer = resolve), (asked += 1)));
  const store = { read: () => table(slow) } as unknown as Store;
  const progressMs = TICK_MS;
  const claim = { run: { run_id: 'run_1' }, token: 'mine' } as Claim;
  const lease = new LeaseKeeper({ store, now: () => new Date(), progressMs }, claim);
  await pass(1);
  lease.end();
  answer({ leased_by: 'mine' });
  await pass(9);
  expect([asked, lease.signal.aborted]).toEqual([1, false]);
});

it('stops for the reason it is given', () => {
  const { lease } = keeper({ leased_by: 'mine' });
  lease.stop('enough');
  expect(lease.signal.reason).toBe('enough');
  lease.end();
});
