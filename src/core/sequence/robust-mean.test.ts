import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { planeOf } from '../../../test/wave-of.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import { robustMean } from './robust-mean.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

it('is the median of both parts, and says how much noise is left', () => {
  using scope = kernels.scope();
  const value = (k: number, x: number, y: number): [number, number] => [
    ((k * 7 + x * 3 + y) % 11) - 5,
    ((k * 5 + x + 2 * y) % 13) - 6,
  ];
  const planes = [0, 1, 2, 3, 4].map((k) => planeOf(kernels, scope, 5, 7, (x, y) => value(k, x, y)));
  expect(robustMean(kernels, planes)).toBeCloseTo(0.287, 3);
  const into = planes[0]!;
  const values = kernels.floats(into.ptr, into.rows * floatsPerRow(into));
  for (let y = 0; y < 5; y++)
    for (let x = 0; x < 7; x++)
      for (const part of [0, 1]) {
        const all = [0, 1, 2, 3, 4].map((k) => value(k, x, y)[part]!).sort((a, b) => a - b);
        expect(values[y * floatsPerRow(into) + inRow(x) + part * TO_IMAGINARY]).toBe(all[2]);
      }
});

it('leaves of normal noise the share that it states', () => {
  // 9 planes of pseudo-random normal deviates: sums of twelve uniform ones
  let state = 1;
  const uniform = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const normal = () => Array.from({ length: 12 }, uniform).reduce((a, b) => a + b, -6);
  using scope = kernels.scope();
  const planes = Array.from({ length: 9 }, () => planeOf(kernels, scope, 64, 64, () => [normal(), normal()]));
  const share = robustMean(kernels, planes);
  const into = planes[0]!;
  const values = kernels.floats(into.ptr, into.rows * floatsPerRow(into));
  let sum = 0;
  for (let y = 0; y < 64; y++)
    for (let x = 0; x < 64; x++) sum += values[y * floatsPerRow(into) + inRow(x)]! ** 2;
  expect(sum / 4096 / share).toBeGreaterThan(0.93);
  expect(sum / 4096 / share).toBeLessThan(1.07);
});
