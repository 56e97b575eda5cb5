import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { scatterComponents } from './scatter-components.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

/** Variance of the mean over a square of what has a Gaussian autocorrelation, by direct summation over all pairs. */
function ofMean(variance: number, length: number, side: number): number {
  let sum = 0;
  for (let a = 0; a < side; a++)
    for (let b = 0; b < side; b++) sum += Math.exp(-((a - b) ** 2) / length ** 2);
  return variance * (sum / side ** 2) ** 2;
}

describe('scatterComponents', () => {
  it('tells a fine component from a coarse one by the variances of block means', () => {
    const blocks = [1, 2, 4, 8, 16, 32].map((side) => ({
      side,
      variance: ofMean(0.01, 1.8, side) + ofMean(0.0025, 20, side),
    }));
    const { grain, clouds } = scatterComponents(kernels, blocks);
    expect(grain.length).toBe(1.8);
    expect(clouds.length).toBe(20);
    expect(grain.variance).toBeCloseTo(0.01, 6);
    expect(clouds.variance).toBeCloseTo(0.0025, 6);
  });

  it('finds no negative part', () => {
    const blocks = [1, 2, 4, 8].map((side) => ({ side, variance: 1 / side ** 2 }));
    const { grain, clouds } = scatterComponents(kernels, blocks);
    expect(grain.variance).toBeGreaterThan(0.4);
    expect(clouds.variance).toBeGreaterThanOrEqual(0);
    expect(clouds.variance).toBeLessThan(0.01);
  });
});
