import { describe, expect, it } from 'vitest';
import type { ShownMap } from './shown-map.ts';
import { stepHistogram } from './step-histogram.ts';

const SIDE = 60;
const whole = { x: 0, y: 0, width: SIDE, height: SIDE };
const map = (value: (x: number, y: number) => number): ShownMap => ({
  ...{ key: 'height', title: 'Height', unit: 'nm', id: 1, rows: SIDE, cols: SIDE, colours: 'viridis' },
  values: Float32Array.from({ length: SIDE * SIDE }, (_, i) => value(i % SIDE, Math.floor(i / SIDE))),
  ...{ keptByMean: (n: number) => 1 / n, pixelSizeUm: { x: 1, y: 1 }, cyclic: false, about: '' },
  sigma: () => 6,
});
/** a third of the pixels lie 40 nm above the others; ±3 nm on both */
const ripple = (x: number, y: number) => 3 * Math.cos(2 * x + 3 * y);

describe('a step histogram', () => {
  it('finds two levels and what lies between them', () => {
    const { levels, share } = stepHistogram(
      map((x, y) => (x < 20 ? 40 : 0) + ripple(x, y)),
      whole,
    )!;
    expect(share.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 9);
    expect(levels!.high.n).toBe(1200);
    expect(levels!.high.mean - levels!.low.mean).toBeCloseTo(40, 0);
    expect(levels!.threshold).toBeGreaterThan(15);
    expect(levels!.threshold).toBeLessThan(25);
    expect(levels!.low.meanSigma).toBeCloseTo(6 / Math.sqrt(2400), 9);
  });

  it('sees none in a slope, in one bell of values, or where all are alike', () => {
    expect(
      stepHistogram(
        map((x) => x),
        whole,
      )!.levels,
    ).toBeNull();
    const bell = (x: number, y: number) => Math.sin(x * 12.9) + Math.sin(y * 78.2) + Math.sin((x + y) * 37.7);
    expect(stepHistogram(map(bell), whole)!.levels).toBeNull();
    expect(
      stepHistogram(
        map(() => 3),
        whole,
      ),
    ).toBeNull();
  });
});
