import { afterAll, expect, it } from 'vitest';
import { describeOn } from '../../../test/backends/describe-on.ts';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import { setAccountQuotas, setPlan } from '../account/set-quotas.ts';
import { makeAccount, makeQueuedRun, makeResult } from '../deletion/account.fixture.ts';
import { computedLately, forgetCompute, recordCompute } from './compute-use.ts';
import { checkQuotas, checkStored, quotaUse } from './quota-use.ts';
import { QuotaExceeded, quotaNames, type QuotaName } from './quotas.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 0, 2, hour, minute));

describeOn(setUps, 'what an account uses', ({ open }) => {
  it('is counted and bounded, each quota by itself, by plan or by account', async () => {
    const storage = await open();
    try {
      const db = storage.store.read();
      const account = await makeAccount(storage);
      const limit = (name: QuotaName, value: number | null | 'plan') =>
        setAccountQuotas(storage, { account, by: 'me', plan: null, change: { [name]: value } });
      const exceeded = async (time: Date): Promise<unknown> => {
        try {
          await checkQuotas(db, account, time, quotaNames);
          return null;
        } catch (error) {
          if (!(error instanceof QuotaExceeded)) throw error;
          return [error.quota, error.used, error.limit, error.freesAt?.getTime() ?? null];
        }
      };
      const compute = (time: Date, ms: number, requester: string = account) =>
        recordCompute({ ...storage, now: () => time }, requester, ms);

      // 2.5 s, of which 1.5 s no longer count a day after their hour has ended
      await compute(at(0, 10), 700.4);
      await compute(at(0, 50), 800);
      await compute(at(5), 1000);
      await compute(at(5), 90_000, 'public');
      await makeQueuedRun(storage, account);
      const { bytes } = await makeResult(storage, account);
      const raw = `raw ${'run_'.padEnd(40)}`.length;
      const time = at(10);
      expect(await quotaUse(db, account, time)).toEqual({
        queued_runs: { used: 1, limit: null },
        compute_seconds_per_day: { used: 3, limit: 36_000 },
        stored_bytes: { used: bytes + raw, limit: 100 * 2 ** 30 },
      });
      expect(await exceeded(time)).toBe(null);

      await limit('compute_seconds_per_day', 3);
      expect(await exceeded(time)).toEqual(['compute_seconds_per_day', 3, 3, at(25).getTime()]);
      await limit('compute_seconds_per_day', 1);
      expect(await exceeded(time)).toEqual(['compute_seconds_per_day', 3, 1, at(30).getTime()]);
      expect(await exceeded(at(25))).toEqual(['compute_seconds_per_day', 1, 1, at(30).getTime()]);
      expect(await exceeded(at(30))).toBe(null);
      await limit('compute_seconds_per_day', 0);
      expect(await exceeded(at(30))).toEqual(['compute_seconds_per_day', 0, 0, null]);
      await expect(checkQuotas(db, account, time)).rejects.toThrow('Only the operator can allow it more.');
      await limit('compute_seconds_per_day', null);
      expect(await exceeded(time)).toBe(null);

      await limit('queued_runs', 1);
      expect(await exceeded(time)).toEqual(['queued_runs', 1, 1, null]);
      await checkQuotas(db, account, time);
      await limit('queued_runs', 'plan');
      await setPlan(storage, 'research', { stored_bytes: bytes });
      expect(await exceeded(time)).toEqual(['stored_bytes', bytes + raw, bytes, null]);
      await checkQuotas(db, 'public', time, quotaNames);
      await limit('stored_bytes', bytes + raw);
      await checkStored(db, account, 1);
      await limit('stored_bytes', bytes + raw - 1);
      const words = `used ${bytes} of ${bytes + raw - 1} stored bytes (stored_bytes), and ${raw} more would come`;
      await expect(checkStored(db, account, raw)).rejects.toThrow(words);
      await checkStored(db, 'public', 1);

      await forgetCompute({ ...storage, now: () => at(49) });
      const left = await db.selectFrom('compute_use').select('requester').execute();
      expect(left.map(({ requester }) => requester).toSorted()).toEqual([account, 'public']);
    } finally {
      await storage.close();
    }
  });

  it('counts as of now what was computed before the clock was set back by more than an hour', async () => {
    await using storage = Object.assign(await open(), {
      [Symbol.asyncDispose]: () => storage.close(),
    });
    const use = (time: Date) => ({ ...storage, now: () => time });
    for (const hour of [9, 10, 25, 26]) await recordCompute(use(at(hour)), 'a', 1000);
    await recordCompute(use(at(26)), 'b', 500, 2);
    await forgetCompute(use(at(24)));
    const hours = async (of: string) =>
      (await computedLately(storage.store.read(), of, at(24))).map(({ hour, ms, jobs }) => [hour, ms, jobs]);
    // of the next hour another machine may be by now
    expect(await hours('a')).toHaveLength(4);
    await forgetCompute(use(at(10, 30)));
    expect(await hours('a')).toEqual([
      ['2026-01-02T09', 1000, 1],
      ['2026-01-02T10', 3000, 3],
    ]);
    expect(await hours('b')).toEqual([['2026-01-02T10', 500, 2]]);
  });
});
