import { expect, it } from 'vitest';
import type { Source } from './budget.ts';
import { withinRange } from './within-range.ts';

const lens: Source = { source: 'lens', type: 'A', u: { z_mm: 0.24, pitch: 0.003 } };
const image: Source = { source: 'image', type: 'B', u: { z_mm: 0.32 }, isLimited: true };
const stated = { from_um: 900, to_um: 1100, rangeGiven: true };
const sigmaOf = (sources: readonly Source[]) => Math.hypot(...sources.map(({ u }) => u.z_mm ?? 0));

it('leaves of a distance in a range no more unknown than the range does', () => {
  // anywhere in ±0.1 about where it was found
  const middle = withinRange([lens, image], { value: 1, sigma: 0.4 }, stated);
  expect(sigmaOf(middle)).toBeCloseTo(0.1 / Math.sqrt(3), 12);
  expect(middle[0]!.u.z_mm! / middle[1]!.u.z_mm!).toBeCloseTo(0.75, 12);
  expect(middle[0]!.u.pitch).toBe(0.003);
});

it('counts what was found aside of the middle of a range, or beyond it, as off by that', () => {
  // the mean over the range of the square of what it is off by
  const off = Array.from({ length: 2000 }, (_, k) => 0.9 + (0.2 * (k + 0.5)) / 2000 - 1.15);
  const mean = Math.sqrt(off.reduce((sum, d) => sum + d * d, 0) / off.length);
  expect(sigmaOf(withinRange([lens, image], { value: 1.15, sigma: 0.4 }, stated))).toBeCloseTo(mean, 6);
});

it('leaves alone what the frame tells better, and what nobody gave a range of', () => {
  const known = [{ ...lens, u: { z_mm: 0.05 } }];
  expect(withinRange(known, { value: 1, sigma: 0.05 }, stated)).toBe(known);
  const all = [lens, image];
  expect(withinRange(all, { value: 1, sigma: 0.4 }, { ...stated, rangeGiven: false })).toBe(all);
});
