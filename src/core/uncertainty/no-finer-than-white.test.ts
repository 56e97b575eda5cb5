import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { noFinerThanWhite } from './no-finer-than-white.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

/** A disc as large as all that samples can hold: of white noise, means over n × n samples keep about 1/n². */
const WHOLE = { x: 1 / Math.sqrt(Math.PI), y: 1 / Math.sqrt(Math.PI) };

const capped = (variances: readonly number[], rim = WHOLE) =>
  noFinerThanWhite(
    kernels,
    variances.map((variance, k) => ({ side: 2 ** k, variance })),
    rim,
    1e6,
  ).map(({ variance }) => variance);

describe('noFinerThanWhite', () => {
  it('leaves white noise and what is coarser as it is', () => {
    for (const [k, white] of capped([1, 0.25, 0.0625]).entries()) expect(white * 4 ** k).toBeGreaterThan(0.9);
    expect(capped([1, 0.8, 0.5, 0.2])).toEqual([1, 0.8, 0.5, 0.2]);
  });

  it('takes what rings at the rim from the finer ones: they have no more than white noise of the coarser ones', () => {
    const [single, pairs, fours] = capped([4, 0.4, 0.0625]) as [number, number, number];
    expect(fours).toBe(0.0625);
    expect(pairs / 0.25).toBeCloseTo(1, 1);
    expect(single / 1).toBeCloseTo(1, 1);
  });

  it('knows how white noise of a narrower filter averages: summed over a grid of waves', () => {
    const rim = { x: 0.3, y: 0.2 };
    let [kept, count] = [0, 0];
    for (let fx = -0.3; fx < 0.3; fx += 0.004)
      for (let fy = -0.2; fy < 0.2; fy += 0.004) {
        if ((fx / 0.3) ** 2 + (fy / 0.2) ** 2 > 1) continue;
        count++;
        kept += (Math.cos(Math.PI * fx) * Math.cos(Math.PI * fy)) ** 2;
      }
    expect(capped([1e6, kept / count], rim)[0]).toBeCloseTo(1, 1);
  });
});
