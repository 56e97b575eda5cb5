import { expect, it } from 'vitest';
import { discOf, narrowed } from './disc.ts';

const full = { rows: 45, cols: 60 };

/** A number of its own for each bin. */
const numbersOf = (disc: ReturnType<typeof discOf>) =>
  Float64Array.from(
    disc.rows.flatMap(({ v, reach }) =>
      Array.from({ length: 2 * reach + 1 }, (_, k) => [100 * v + k - reach, 0.5]).flat(),
    ),
  );

it('holds the bins within its radius', () => {
  const disc = discOf(0.2, full);
  let count = 0;
  for (let v = -22; v <= 22; v++)
    for (let u = -29; u <= 29; u++) if (Math.hypot(u / full.cols, v / full.rows) <= 0.2) count++;
  expect(disc.count).toBe(count);
});

it('keeps of a larger disc what lies in a smaller one', () => {
  const [large, small] = [discOf(0.21, full), discOf(0.13, full)];
  expect(narrowed(large, numbersOf(large), small)).toEqual(numbersOf(small));
});
