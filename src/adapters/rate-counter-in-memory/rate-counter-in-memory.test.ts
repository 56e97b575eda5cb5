import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RateCounterInMemory } from './rate-counter-in-memory.ts';

const policy = { name: 'fit', quota: 3, windowMs: 1000 };

it('lets the quota through and says when the next one is allowed', async () => {
  const counter = new RateCounterInMemory();
  for (const [now, remaining] of [
    [0, 2],
    [100, 1],
    [200, 0],
  ] as const) {
    expect(await counter.take(policy, 'a', now)).toEqual({ allowed: true, remaining, resetMs: 1000 - now });
  }
  expect(await counter.take(policy, 'a', 300)).toEqual({ allowed: false, remaining: 0, resetMs: 700 });
  expect((await counter.take(policy, 'b', 300)).allowed).toBe(true);
  expect((await counter.take({ ...policy, name: 'other' }, 'a', 300)).allowed).toBe(true);
  expect((await counter.take(policy, 'a', 1000)).allowed).toBe(true);
  expect((await counter.take(policy, 'a', 1050)).allowed).toBe(false);
});

it('looks without counting, and forgets', async () => {
  const counter = new RateCounterInMemory();
  expect(await counter.look(policy, 'a', 0)).toMatchObject({ allowed: true, remaining: 3 });
  for (const now of [0, 1, 2]) await counter.take(policy, 'a', now);
  expect(await counter.look(policy, 'a', 3)).toEqual({ allowed: false, remaining: 0, resetMs: 997 });
  await counter.forget(policy, 'a');
  expect(await counter.look(policy, 'a', 3)).toMatchObject({ remaining: 3 });
});

it('makes nobody wait for longer than the window after a clock was set back', async () => {
  const counter = new RateCounterInMemory();
  const late = 90_000_000;
  for (const now of [late, late + 1, late + 2]) await counter.take(policy, 'a', now);
  expect(await counter.look(policy, 'a', 5)).toEqual({ allowed: false, remaining: 0, resetMs: 1000 });
  expect(await counter.take(policy, 'a', 10)).toEqual({ allowed: false, remaining: 0, resetMs: 1000 });
  expect((await counter.take(policy, 'a', 1009)).allowed).toBe(false);
  expect((await counter.take(policy, 'a', 1010)).allowed).toBe(true);
});

it('never lets more through within any window, however requests come', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 60 }), async (gaps) => {
      const counter = new RateCounterInMemory();
      const passed: number[] = [];
      let now = 0;
      for (const gap of gaps) {
        now += gap;
        if ((await counter.take(policy, 'a', now)).allowed) passed.push(now);
      }
      for (const from of passed)
        expect(passed.filter((t) => t >= from && t < from + policy.windowMs).length).toBeLessThanOrEqual(3);
    }),
    { seed: 1 },
  );
});

it('does not grow with the number of clients', async () => {
  const counter = new RateCounterInMemory(2);
  for (const client of ['a', 'a', 'a', 'b', 'c']) await counter.take(policy, client, 0);
  // a was forgotten for c; b was not
  expect((await counter.take(policy, 'b', 1)).remaining).toBe(1);
});

it('forgets whoever was quiet longest, and nobody of a policy that few know', async () => {
  const counter = new RateCounterInMemory(3);
  const other = { ...policy, name: 'other', windowMs: 1e6 };
  const long = { ...policy, windowMs: 1e6 };
  await counter.take(long, 'a', 0);
  await counter.take(long, 'b', 0);
  await counter.take(other, 'a', 0);
  await counter.take(long, 'a', 5000);
  await counter.take(long, 'c', 5000);
  expect((await counter.take(other, 'a', 5001)).remaining, 'the only one').toBe(1);
  expect((await counter.take(long, 'a', 5001)).remaining, 'was here again').toBe(0);
  expect((await counter.take(long, 'b', 5001)).remaining, 'was forgotten').toBe(2);
});
