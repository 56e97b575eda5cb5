import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { backgroundSettings } from './background-settings.ts';
import { bunchFinely, bunchPhases } from './bunch-phases.ts';
import { heldOutDensity } from './held-out-density.ts';
import { legendreDesign } from './legendre.ts';
import { fitMinimumEntropy } from './minimum-entropy.ts';
import type { Tiles } from './tiles.ts';

const kernels = await loadKernels();
const SIDE = 40;
const settings = backgroundSettings.degree;
const place = (k: number) => (2 * (k + 0.5)) / SIDE - 1;
const axis = Float64Array.from({ length: SIDE }, (_, k) => place(k));
const tiles = { x: axis, y: axis, count: SIDE * SIDE } as Tiles;
const of = Uint8Array.from(
  { length: SIDE * SIDE },
  (_, t) => Math.floor((t % SIDE) / 5) + settings.patches * Math.floor(t / SIDE / 5),
);
const patches = { of, settings };
const weight = new Float64Array(SIDE * SIDE).fill(1);

/** A tilt of 0.4 rad, and noise. */
function problemOf(sampleAt: (x: number, y: number, random: Random) => number, noise: number, degree = 1) {
  const normal = normalSource(Random.from(5), kernels.wasm);
  const random = Random.from(6);
  const phases = Float64Array.from(weight, (_, t) => {
    const [x, y] = [place(t % SIDE), place(Math.floor(t / SIDE))];
    return 0.4 * x + sampleAt(x, y, random) + noise * normal();
  });
  return { design: legendreDesign(tiles, degree), terms: ((degree + 1) * (degree + 2)) / 2, phases, weight };
}

it('finds the background beside a sample of all levels that lies to one side', () => {
  const problem = problemOf((x, _, random) => (x > 0 ? random.between(0, 0.5) : 0), 0.005);
  const start = Float64Array.from([0, 0.4, 0]);
  const drawn = fitMinimumEntropy(kernels, problem, start, [0.8, 0.5, 0.35, 0.25, 0.18, settings.finest]);
  expect(Math.abs(drawn[1]! - 0.4)).toBeGreaterThan(0.05);
  const { coefficients, bandwidth } = bunchFinely(
    kernels,
    bunchPhases(kernels, problem, start, patches),
    null,
    patches,
  );
  expect(bandwidth).toBeLessThan(settings.finest);
  expect(Math.abs(coefficients[1]! - 0.4)).toBeLessThan(Math.abs(drawn[1]! - 0.4) / 5);
  expect(Math.abs(coefficients[2]!)).toBeLessThan(0.01);
});

/** A disc over half of the frame, of a pattern too fine for the field: its tiles lie about a level beside the ground's. */
const tooFine = (x: number, y: number, random: Random) =>
  Math.hypot(x, y) < 0.8 ? random.between(0.18, 0.36) : 0;

it('keeps the ground apart from a pattern too fine for the field, which coarse bandwidths join by a surface that bends', () => {
  const problem = problemOf(tooFine, 0.003, 4);
  const start = new Float64Array(problem.terms);
  start[1] = 0.4;
  const far = (coefficients: Float64Array) =>
    Math.max(...coefficients.map((c, k) => (k === 0 ? 0 : Math.abs(c - (k === 1 ? 0.4 : 0)))));
  const joined = bunchPhases(kernels, problem, start, patches);
  expect(joined.bandwidth).toBe(settings.finest);
  expect(far(joined.coefficients)).toBeGreaterThan(0.05);
  const quiet = start.map((c, k) => (k === 0 ? c : c + 0.01 * (k % 3) - 0.01));
  const apart = bunchPhases(kernels, problem, start, patches, { another: null, quiet });
  expect(apart.bandwidth).toBeLessThan(settings.finest / 4);
  expect(far(apart.coefficients)).toBeLessThan(0.002);
});

it('leaves a surface as coarse bandwidths find it where the slopes of quiet tiles lead to the same', () => {
  const problem = problemOf((x) => (x < -0.1 ? 1.3 : 0), 0.02);
  const start = Float64Array.from([0, 0.4, 0]);
  const one = bunchPhases(kernels, problem, start, patches);
  const other = bunchPhases(kernels, problem, start, patches, { another: null, quiet: start });
  expect(other).toEqual(one);
});

it('keeps apart the levels of a step across the frame, which coarse bandwidths join', () => {
  const problem = problemOf((x) => (x < -0.1 ? 1.3 : 0), 0.02);
  const start = Float64Array.from([0, 0.45, 0.03]);
  const drawn = fitMinimumEntropy(kernels, problem, start, [0.8, 0.5, 0.35, 0.25, 0.18, settings.finest]);
  expect(Math.abs(drawn[1]! - 0.4)).toBeGreaterThan(0.3);
  const { coefficients } = bunchPhases(kernels, problem, start, patches);
  expect(Math.abs(coefficients[1]! - 0.4)).toBeLessThan(0.01);
  expect(Math.abs(coefficients[2]!)).toBeLessThan(0.01);
});

it('does not bend a surface into a pad beside the background, where both are levels finer than the finest bandwidth', () => {
  for (const degree of [2, 3, 4]) {
    const problem = problemOf((x) => (x < -0.6 ? 0.67 : 0), 0.008, degree);
    const start = new Float64Array(problem.terms);
    start[1] = 0.4;
    const { coefficients } = bunchPhases(kernels, problem, start, patches);
    const off = coefficients.map((c, k) => (k === 1 ? c - 0.4 : c)).subarray(1);
    expect(Math.max(...off.map(Math.abs))).toBeLessThan(0.01);
  }
});

it('searches as far as a sample draws a surface, and a little further', () => {
  const problem = problemOf((x, _, random) => (x > 0.3 ? random.between(-0.5, 0.5) : 0), 0.005);
  const off = (drawn: number) => {
    const coefficients = Float64Array.from([0, 0.4 + drawn, 0]);
    const start = { problem, coefficients, bandwidth: settings.finest };
    return Math.abs(bunchFinely(kernels, start, null, patches).coefficients[1]! - 0.4);
  };
  expect(off(0.8)).toBeLessThan(0.01);
  expect(off(0.85)).toBeGreaterThan(0.02);
});

it('holds a bandwidth for better that is about the scatter than one that is much finer or wider', () => {
  const noise = 0.06;
  const { phases } = problemOf((x) => -0.4 * x, noise);
  const mean = (bandwidth: number) =>
    heldOutDensity(kernels, phases, weight, patches, bandwidth).reduce((a, b) => a + b) / phases.length;
  const near = mean(0.03);
  expect(near).toBeGreaterThan(mean(0.002));
  expect(near).toBeGreaterThan(mean(0.24));
  // that of the normal deviates themselves, less what smoothing adds to their variance
  const known = -Math.log(noise * Math.sqrt(2 * Math.PI * Math.E));
  expect(Math.abs(near - known)).toBeLessThan(0.1);
});
