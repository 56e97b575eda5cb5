import { describe, expect, it } from 'vitest';
import { robustLimits } from './robust-limits.ts';

describe('robustLimits', () => {
  it('finds the outer half percents of a uniform distribution in any order', () => {
    const values = Float32Array.from({ length: 100_003 }, (_, i) => ((i * 7919) % 100_003) / 100_003);
    const { min, max } = robustLimits(values);
    expect(min).toBeCloseTo(0.005, 2);
    expect(max).toBeCloseTo(0.995, 2);
  });

  it('is not moved by a few wild values', () => {
    const values = Float32Array.from({ length: 1000 }, (_, i) => (i < 3 ? 1e9 : i / 1000));
    expect(robustLimits(values).max).toBeLessThan(1.01);
  });

  it('has room for a constant and an answer for nothing', () => {
    const { min, max } = robustLimits(new Float32Array(50).fill(3));
    expect(min).toBeLessThan(3);
    expect(max).toBeGreaterThan(3);
    expect(robustLimits(new Float32Array(4).fill(NaN))).toEqual({ min: 0, max: 1 });
  });
});
