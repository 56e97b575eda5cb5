import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { normalSource } from './normal.ts';
import { poisson } from './poisson.ts';
import { Random, splitmix64 } from './random.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

/** Mean, variance, third standardised moment and excess kurtosis. */
function moments(values: Float64Array) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const central = (order: number) =>
    values.reduce((sum, value) => sum + (value - mean) ** order, 0) / values.length;
  const variance = central(2);
  return {
    mean,
    variance,
    skewness: central(3) / variance ** 1.5,
    kurtosis: central(4) / variance ** 2 - 3,
  };
}

describe('Random', () => {
  it('is xoshiro128**: the reference implementation from the state 1, 2, 3, 4', () => {
    const random = new Random([1, 2, 3, 4]);
    const drawn = Array.from({ length: 10 }, () => random.bits());
    expect(drawn).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ]);
  });

  it('is seeded by splitmix64: the published first words for the seed 0', () => {
    const next = splitmix64(0n);
    expect([next(), next()]).toEqual([0xe220a8397b1dcdafn, 0x6e789e6aa1b965f4n]);
  });

  it('repeats a seed and differs between seeds and between streams', () => {
    const first = (seed: number, stream?: number) => {
      const random = Random.from(seed, stream);
      return Array.from({ length: 4 }, () => random.bits());
    };
    expect(first(7)).toEqual(first(7));
    const all = [first(7), first(8), first(7, 1), first(0), first(0, 7), first(Number.MAX_SAFE_INTEGER)];
    expect(new Set(all.map(String)).size).toBe(all.length);
  });

  it('is uniform: mean, variance and 16 even bins', () => {
    const random = Random.from(1);
    const values = Float64Array.from({ length: 400_000 }, () => random.uniform());
    const { mean, variance } = moments(values);
    expect(Math.abs(mean - 0.5)).toBeLessThan(4 * Math.sqrt(1 / 12 / values.length));
    expect(Math.abs(variance * 12 - 1)).toBeLessThan(0.006);
    const bins = new Array<number>(16).fill(0);
    for (const value of values) bins[Math.floor(value * 16)]! += 1;
    const expected = values.length / 16;
    const chiSquare = bins.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(chiSquare).toBeLessThan(37.7); // 15 degrees of freedom, p = 0.001
  });
});

describe('normalSource', () => {
  it('has the moments of the standard normal distribution and uncorrelated neighbours', () => {
    const next = normalSource(Random.from(2), kernels.wasm);
    const values = Float64Array.from({ length: 400_000 }, next);
    const { mean, variance, skewness, kurtosis } = moments(values);
    const n = values.length;
    expect(Math.abs(mean)).toBeLessThan(4 / Math.sqrt(n));
    expect(Math.abs(variance - 1)).toBeLessThan(4 * Math.sqrt(2 / n));
    expect(Math.abs(skewness)).toBeLessThan(4 * Math.sqrt(6 / n));
    expect(Math.abs(kurtosis)).toBeLessThan(4 * Math.sqrt(24 / n));
    const neighbours = values.subarray(1).reduce((sum, value, i) => sum + value * values[i]!, 0) / n;
    expect(Math.abs(neighbours)).toBeLessThan(4 / Math.sqrt(n));
  });
});

describe('poisson', () => {
  it.each([0.05, 1, 4.5, 9.99, 10, 13.7, 50, 200, 10_000, 100_000])(
    'has mean, variance and skewness right at mean %d',
    (mean) => {
      const random = Random.from(3);
      const n = 200_000;
      const values = Float64Array.from({ length: n }, () => poisson(mean, random, kernels.wasm));
      const found = moments(values);
      expect(Math.abs(found.mean - mean)).toBeLessThan(4.5 * Math.sqrt(mean / n));
      expect(Math.abs(found.variance - mean)).toBeLessThan(4.5 * Math.sqrt((2 * mean * mean + mean) / n));
      // The sample skewness of a nearly normal variable spreads by √(6/n); strongly skewed ones spread more.
      const spread = Math.sqrt((6 + 30 / mean) / n);
      expect(Math.abs(found.skewness - 1 / Math.sqrt(mean))).toBeLessThan(5 * spread + 0.02 / mean);
      expect(values.every((value) => Number.isInteger(value) && value >= 0)).toBe(true);
    },
  );

  it.each([3, 12, 25])('follows the distribution itself at mean %d (chi square)', (mean) => {
    const random = Random.from(4);
    const n = 300_000;
    const seen = new Map<number, number>();
    for (let i = 0; i < n; i += 1) {
      const count = poisson(mean, random, kernels.wasm);
      seen.set(count, (seen.get(count) ?? 0) + 1);
    }
    let probability = Math.exp(-mean);
    let chiSquare = 0;
    let cells = 0;
    for (let k = 0; k < 100; k += 1) {
      if (k > 0) probability *= mean / k;
      if (probability * n < 20) continue;
      chiSquare += ((seen.get(k) ?? 0) - probability * n) ** 2 / (probability * n);
      cells += 1;
    }
    expect(chiSquare).toBeLessThan(cells + 4 * Math.sqrt(2 * cells));
  });

  it('is 0 where the mean is 0', () => {
    expect(poisson(0, Random.from(1), kernels.wasm)).toBe(0);
  });
});
