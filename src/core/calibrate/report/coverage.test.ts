import { expect, it } from 'vitest';
import { coverageFactor } from './coverage.ts';

const normal = (u: number) => ({ u, distribution: 'normal' as const });
const limits = (u: number) => ({ u, distribution: 'rectangular' as const });
const factor = (...lines: readonly (ReturnType<typeof normal> | ReturnType<typeof limits>)[]) =>
  coverageFactor(lines, Math.exp);

/** Share of a sum that lies within k standard uncertainties, by draws. */
function covered(lines: readonly (ReturnType<typeof normal> | ReturnType<typeof limits>)[], k: number) {
  let state = 12345;
  const next = () => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) + 0.5) / 2 ** 32;
  const gauss = () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
  const sigma = Math.hypot(...lines.map(({ u }) => u));
  const draws = 100_000;
  let inside = 0;
  for (let n = 0; n < draws; n += 1) {
    const off = lines.reduce((sum, { u, distribution }) => {
      return sum + u * (distribution === 'normal' ? gauss() : Math.sqrt(3) * (2 * next() - 1));
    }, 0);
    if (Math.abs(off) <= k * sigma) inside += 1;
  }
  return inside / draws;
}

it('is 2 for a normal law, and 1.65 where limits are all that is known', () => {
  expect(factor(normal(0.3), normal(1))).toBe(2);
  expect(factor(limits(0.7))).toBe(1.65);
  // limits that nobody notices beside the rest
  expect(factor(normal(1), limits(0.05))).toBe(2);
  expect(factor(normal(0.05), limits(1))).toBe(1.65);
  // two alike: a triangle, 0.9545 of which lies within √6 (1 − √0.0455)
  expect(factor(limits(1), limits(1))).toBeCloseTo(Math.sqrt(6) * (1 - Math.sqrt(0.0455)), 2);
});

it.each([
  [[normal(1), limits(1)]],
  [[normal(0.4), limits(1)]],
  [[normal(0.5), limits(1), limits(0.6), limits(0.3)]],
  [[limits(1), limits(0.5)]],
  [[normal(1), limits(2), limits(0.1)]],
])('covers 95 of 100 sums of %j', (lines) => {
  expect(Math.abs(covered(lines, factor(...lines)) - 0.9545)).toBeLessThan(0.003);
});
