import { describe, expect, it } from 'vitest';
import { curveAt, varianceCurve, type VarianceCurve } from './variance-curve.ts';

/** What a model that takes the share `lost` of the spectrum leaves of noise with the variance v(light). */
function classesOf(variance: (light: number) => number, lost: number) {
  const lights = Array.from({ length: 20 }, (_, k) => 50 + 100 * k);
  const mean = lights.reduce((sum, light) => sum + variance(light), 0) / lights.length;
  return lights.map((light) => ({
    ...{ light, count: 1000 },
    square: (1 - 2 * lost) * variance(light) + lost * mean,
  }));
}

describe('how the variance follows the light', () => {
  it.each<[string, VarianceCurve]>([
    ['shot noise', [0, 0.7, 0]],
    ['read noise beside it', [400, 0.7, 0]],
    ['unequal gains beside it', [0, 0.7, 1e-4]],
  ])('is found: %s', (_, curve) => {
    const found = varianceCurve(
      classesOf((light) => curveAt(curve, light, 0), 0),
      0,
    )!;
    found.forEach((value, k) => expect(value).toBeCloseTo(curve[k]!, 6));
  });

  it('is that of the whole noise where a model took a part of it', () => {
    const lost = 0.1;
    const found = varianceCurve(
      classesOf((light) => 0.7 * light, lost),
      lost,
    )!;
    // the mean over the classes is that of what is left, (1 − lost) of the noise
    expect(found[1] / 0.7).toBeGreaterThan(0.97);
    expect(found[1] / 0.7).toBeLessThan(1.03);
  });

  it('has no negative term', () => {
    const found = varianceCurve(
      classesOf((light) => 1000 + 0.5 * light - 2e-4 * light * light, 0),
      0,
    )!;
    expect(Math.min(...found)).toBeGreaterThanOrEqual(0);
  });

  it('is not told by a handful of pixels', () => {
    expect(varianceCurve([{ count: 3, light: 10, square: 7 }], 0)).toBeNull();
  });
});
