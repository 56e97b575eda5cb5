import { expect, it } from 'vitest';
import { cubicShare } from './cubic-share.ts';

const between = (of: (x: number) => number, t: number) =>
  [-1, 0, 1, 2].reduce((sum, k) => sum + cubicShare(k, t) * of(k), 0);

it('passes through the samples, and is exact up to a parabola', () => {
  for (const k of [-1, 0, 1, 2]) {
    expect(cubicShare(k, 0)).toBeCloseTo(k === 0 ? 1 : 0, 15);
    expect(cubicShare(k, 1)).toBeCloseTo(k === 1 ? 1 : 0, 15);
  }
  for (const t of [0.1, 0.5, 0.83])
    expect(between((x) => 2 - x + 3 * x * x, t)).toBeCloseTo(2 - t + 3 * t * t, 12);
});
