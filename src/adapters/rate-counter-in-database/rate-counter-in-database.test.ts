import { afterAll, describe, expect, it } from 'vitest';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import { RateCounterInDatabase } from './rate-counter-in-database.ts';

const policy = { name: 'fit', quota: 3, windowMs: 1000 };
const setUps = await lentSetUps();
afterAll(() => setUps.remove());

describe.each(setUps.all)('requests counted in the database, $name', ({ create }) => {
  it('count together, whoever counts them', async () => {
    const place = await create();
    const [one, other] = [await place.open(), await place.open()];
    try {
      const counters = [new RateCounterInDatabase(one.store), new RateCounterInDatabase(other.store)];
      const states = await Promise.all(
        Array.from({ length: 8 }, (_, k) => counters[k % 2]!.take(policy, 'a', 100)),
      );
      expect(states.filter(({ allowed }) => allowed)).toHaveLength(3);
      expect(await counters[1]!.take(policy, 'a', 600)).toEqual({
        allowed: false,
        remaining: 0,
        resetMs: 500,
      });
      expect((await counters[0]!.take(policy, 'b', 600)).remaining).toBe(2);
      expect(await counters[0]!.look(policy, 'a', 600)).toMatchObject({ remaining: 0, resetMs: 500 });
      expect((await counters[0]!.take(policy, 'a', 1100)).allowed).toBe(true);
      await counters[1]!.forget(policy, 'a');
      expect(await counters[0]!.look(policy, 'a', 1100)).toMatchObject({ allowed: true, remaining: 3 });
    } finally {
      await one.close();
      await other.close();
    }
  });

  it('refuse nobody because many come at once', async () => {
    const place = await create();
    const opened = await Promise.all([place.open(), place.open(), place.open()]);
    try {
      const counters = opened.map(({ store }) => new RateCounterInDatabase(store));
      const ample = { ...policy, quota: 250 };
      const states = await Promise.all(
        Array.from({ length: 200 }, (_, k) => counters[k % 3]!.take(ample, 'a', 100)),
      );
      expect(states.every(({ allowed }) => allowed)).toBe(true);
      expect((await counters[0]!.take(ample, 'a', 101)).remaining).toBe(49);
    } finally {
      for (const one of opened) await one.close();
    }
  });
});
