import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { quantisationNoise } from './quantisation-noise.ts';

/** All but all coefficients: their steps are far smaller than they are. */
const ALL = new Array<number>(64).fill(1 - 1e-9);
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
    expect(quantisationNoise(kernels, { side: 8, steps }, centre, 0.05, ALL).all).toBeCloseTo(3, 2);
});

it('is that of normal coefficients, of which few or many are rounded to nothing', () => {
  const steps = new Array<number>(64).fill(6);
  const normal = normalSource(Random.from(7), kernels.wasm);
  for (const size of [0.15, 0.3, 0.6, 2]) {
    const coefficients = Array.from({ length: 200_000 }, () => 6 * size * normal());
    const multiples = coefficients.map((c) => Math.round(c / 6));
    const kept = multiples.filter((m) => m !== 0).length / coefficients.length;
    const squares = coefficients.map((c, k) => (c - 6 * multiples[k]!) ** 2);
    const off = (isIn: (m: number) => boolean) =>
      squares.reduce((sum, v, k) => sum + (isIn(multiples[k]!) ? v : 0), 0) / squares.length;
    const shares = new Array<number>(64).fill(kept);
    const found = quantisationNoise(kernels, { side: 8, steps }, { x: 0.1, y: 0.2 }, 0.05, shares);
    expect(found.all / off(() => true), `${size} steps`).toSatisfy(about(0.03));
    // and of those that are kept, which the frame scatters by
    expect(found.seen / off((m) => m !== 0), `${size} steps`).toSatisfy(about(0.06));
  }
});

it('is least where what the filter passes was rounded to nothing', () => {
  const steps = new Array<number>(64).fill(6);
  const low = steps.map((_, k) => (k % 8 < 2 && k < 16 ? 1 - 1e-9 : 1e-4));
  const at = (x: number, y: number) =>
    quantisationNoise(kernels, { side: 8, steps }, { x, y }, 0.05, low).all;
  expect(at(0.3, 0.3)).toBeLessThan(0.7);
  expect(at(0.01, 0.01)).toBeGreaterThan(2.5);
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

const about = (share: number) => (ratio: number) => Math.abs(ratio - 1) < share;
