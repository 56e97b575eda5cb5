import { afterAll, expect, it } from 'vitest';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import type { Store } from '../ports/database.ts';
import { ComputeSums } from './compute-sums.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

it('writes what was computed for each together, later, and what could not be written with what comes next', async () => {
  await using storage = Object.assign(await setUps.all[0]!.open(), {
    [Symbol.asyncDispose]: () => storage.close(),
  });
  let written = 0;
  let away = false;
  const transaction: Store['transaction'] = (...asked) => {
    written++;
    return away ? Promise.reject(new Error('away')) : storage.store.transaction(...asked);
  };
  const errors: unknown[] = [];
  const use = { store: { ...storage.store, transaction } as Store, now: storage.now };
  const sums = new ComputeSums(use, (error) => errors.push(error), 5);
  const rows = () =>
    storage.store
      .read()
      .selectFrom('compute_use')
      .select(['requester', 'ms', 'jobs'])
      .orderBy('requester')
      .execute();

  for (const ms of [100.4, 200.4, 300.4]) sums.add('a', ms);
  sums.add('public', 50);
  expect(await rows()).toEqual([]);
  await expect.poll(rows, { interval: 2 }).toHaveLength(2);
  expect(await rows()).toMatchObject([
    { requester: 'a', ms: 601, jobs: 3 },
    { requester: 'public', ms: 50, jobs: 1 },
  ]);
  expect(written).toBe(2);

  away = true;
  sums.add('a', 1000);
  await sums.write();
  expect(errors).toMatchObject([{ message: 'away' }]);
  away = false;
  sums.add('a', 1);
  await sums.write();
  expect((await rows())[0]).toMatchObject({ requester: 'a', ms: 1602, jobs: 5 });
});
