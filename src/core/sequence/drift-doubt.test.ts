import { expect, it } from 'vitest';
import { driftDoubt } from './drift-doubt.ts';

const SIDE = 12;
const grid = (of: (x: number, y: number) => number) =>
  Float64Array.from({ length: SIDE * SIDE }, (_, t) => of(t % SIDE, Math.floor(t / SIDE)));

it('is what neighbours have in common, and nothing of what each has by itself', () => {
  const waves = grid((x, y) => 0.02 * Math.cos((Math.PI * x) / 6) * Math.cos((Math.PI * y) / 6));
  // half of a square either way, and cos 30° of it from one to the next
  expect(driftDoubt(waves, SIDE)).toBeGreaterThan(0.7e-4);
  expect(driftDoubt(waves, SIDE)).toBeLessThan(1e-4);
  expect(
    driftDoubt(
      grid((x, y) => ((x + y) % 2 === 0 ? 0.02 : -0.02)),
      SIDE,
    ),
  ).toBe(0);
});

it('asks none that does not belong, and joins no line with the next', () => {
  expect(
    driftDoubt(
      grid((x) => (x % 2 === 0 ? 0.02 : NaN)),
      SIDE,
    ),
  ).toBeCloseTo(4e-4, 10);
  const ends = grid((x, y) => (x === SIDE - 1 || (x === 0 && y > 0) ? 1 : NaN));
  expect(driftDoubt(ends.subarray(0, SIDE + 1), SIDE)).toBe(0);
  expect(
    driftDoubt(
      grid(() => NaN),
      SIDE,
    ),
  ).toBe(0);
});
