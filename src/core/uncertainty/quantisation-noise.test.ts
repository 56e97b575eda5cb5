import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Random } from '../simulate/random.ts';
import { quantisationNoise } from './quantisation-noise.ts';

const ALL = new Array<number>(64).fill(1);
let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

it('is white where all steps are alike: a twelfth of their square', () => {
  const steps = new Array<number>(64).fill(6);
  for (const centre of [
    { x: 0.1, y: 0.2 },
    { x: -0.37, y: 0.02 },
  ])
    expect(quantisationNoise(kernels, { side: 8, steps }, centre, 0.05, ALL).all).toBeCloseTo(3, 6);
});

it('is seen by as much as is kept of the coefficients that the filter passes', () => {
  const steps = new Array<number>(64).fill(6);
  const low = steps.map((_, k) => (k % 8 < 2 && k < 16 ? 1 : 0));
  const seen = (x: number, y: number, kept: readonly number[]) =>
    quantisationNoise(kernels, { side: 8, steps }, { x, y }, 0.05, kept).seen;
  expect(seen(0.3, 0.3, ALL)).toBeCloseTo(3, 6);
  expect(seen(0.3, 0.3, low)).toBeLessThan(0.1);
  expect(seen(0.01, 0.01, low)).toBeGreaterThan(2.5);
});

it('is the mean power that rounding errors of blocks have at a frequency, by direct summation', () => {
  const random = Random.from(5);
  const steps = Array.from({ length: 64 }, (_, k) => 1 + (k % 8) ** 2 + 3 * Math.floor(k / 8));
  const [fx, fy] = [0.21, -0.13];
  const cosine = (u: number, x: number) =>
    Math.sqrt((u === 0 ? 1 : 2) / 8) * Math.cos(((2 * x + 1) * u * Math.PI) / 16);
  const table = Array.from({ length: 64 }, (_, k) => cosine(k >> 3, k & 7));
  let sum = 0;
  const blocks = 3000;
  for (let n = 0; n < blocks; n++) {
    const errors = steps.map((step) => step * (random.uniform() - 0.5));
    let [re, im] = [0, 0];
    for (let y = 0; y < 8; y++)
      for (let x = 0; x < 8; x++) {
        let e = 0;
        for (let k = 0; k < 64; k++) e += errors[k]! * table[(k & 7) * 8 + x]! * table[(k >> 3) * 8 + y]!;
        re += e * Math.cos(2 * Math.PI * (fx * x + fy * y));
        im -= e * Math.sin(2 * Math.PI * (fx * x + fy * y));
      }
    sum += (re * re + im * im) / 64;
  }
  const found = quantisationNoise(kernels, { side: 8, steps }, { x: fx, y: fy }, 1e-4, ALL).all;
  expect(found / (sum / blocks)).toBeGreaterThan(0.95);
  expect(found / (sum / blocks)).toBeLessThan(1.05);
});
