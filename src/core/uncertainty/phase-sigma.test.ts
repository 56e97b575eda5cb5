import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { phaseSigma, UNIFORM_SIGMA, type NoiseMap } from './phase-sigma.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [rows, cols] = [24, 37];
const even: NoiseMap = {
  tiles: 3,
  fieldVariance: new Float64Array(9).fill(0.02),
  extraPhaseVariance: new Float64Array(9),
  noisierX: new Float32Array(cols).fill(1),
  noisierY: new Float32Array(rows).fill(1),
};

function sigmaOf(noise: NoiseMap, modulusAt: (x: number, y: number) => number): Float32Array {
  using scope = kernels.scope();
  const modulus = scope.real(rows, cols);
  const sigma = scope.real(rows, cols);
  const values = kernels.floats(modulus.ptr, rows * modulus.pitch);
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < cols; x++) values[y * modulus.pitch + x] = modulusAt(x, y);
  phaseSigma(kernels, modulus, noise, sigma);
  const all = kernels.floats(sigma.ptr, rows * sigma.pitch);
  return Float32Array.from(
    { length: rows * cols },
    (_, i) => all[Math.floor(i / cols) * sigma.pitch + (i % cols)]!,
  );
}

/** What a phasor scatters that is not much longer than its noise, from the variance of one that is. */
const scattered = (variance: number) => Math.sqrt(variance * (1 + 1.5 * variance));

describe('phaseSigma', () => {
  it('is the spread of the phase of a phasor with that much noise', () => {
    const normal = normalSource(Random.from(12), kernels.wasm);
    // E|n|² = 2 · 0.1²: far longer than its noise, and less than twice as long
    for (const modulus of [0.8, 0.25, 0.18]) {
      const draws = Array.from({ length: 20_000 }, () =>
        Math.atan2(0.1 * normal(), modulus + 0.1 * normal()),
      );
      const spread = Math.sqrt(draws.reduce((sum, angle) => sum + angle * angle, 0) / draws.length);
      const sigma = sigmaOf(even, () => modulus);
      expect(sigma[0]! / spread).toBeGreaterThan(0.93);
      expect(sigma[0]! / spread).toBeLessThan(1.07);
      expect(sigma.every((s) => Math.abs(s - sigma[0]!) < 1e-4)).toBe(true);
    }
  });

  it('adds what changes within a tile, and leaves the rest as it is', () => {
    const slope = Float64Array.from(
      { length: 9 },
      (_, t) => 0.01 * (1 + (t % 3)) + 0.003 * Math.floor(t / 3),
    );
    const sloping: NoiseMap = { ...even, fieldVariance: new Float64Array(9), extraPhaseVariance: slope };
    const plain = sigmaOf(sloping, () => 1);
    const nothing = new Float64Array(36);
    const none = sigmaOf(
      { ...sloping, finer: { tiles: 6, phaseVariance: nothing, fieldVariance: nothing } },
      () => 1,
    );
    // between the middles of tiles straight lines stay straight lines; where they meet a corner is cut
    plain.forEach((s, k) => expect(Math.abs(none[k]! / s - 1)).toBeLessThan(0.07));
    const middle = 12 * cols + 18;
    expect(none[middle]! / plain[middle]!).toBeCloseTo(1, 5);
    const phaseVariance = Float64Array.from({ length: 36 }, (_, t) => (t % 6 === 0 ? 0.04 : 0));
    const beside = (finer: { phaseVariance: Float64Array; fieldVariance: Float64Array }) =>
      sigmaOf(
        { ...sloping, extraPhaseVariance: new Float64Array(9), finer: { tiles: 6, ...finer } },
        () => 1,
      );
    const edge = beside({ phaseVariance, fieldVariance: nothing });
    // of a field's variance half is the phase's
    const ofField = beside({ phaseVariance: nothing, fieldVariance: phaseVariance.map((v) => 2 * v) });
    expect(ofField).toEqual(edge);
    expect(edge[12 * cols]!).toBeCloseTo(scattered(0.04), 5);
    // a column of tiles is 6 px wide: two columns on there is nothing of it
    expect(edge[12 * cols + 10]!).toBe(0);
  });

  it('grows as the amplitude falls, up to that of an unknown phase', () => {
    const sigma = sigmaOf(even, (x) => [1, 0.5, 0.1, 1e-6, 0][x % 5]!);
    expect([...sigma.subarray(0, 3)].map((s) => s.toFixed(3))).toEqual(
      [0.01, 0.04, 1].map((variance) => scattered(variance).toFixed(3)),
    );
    expect(sigma[3]).toBeCloseTo(UNIFORM_SIGMA, 6);
    expect(sigma[4]).toBeCloseTo(UNIFORM_SIGMA, 6);
    expect(UNIFORM_SIGMA).toBeCloseTo(Math.sqrt(Math.PI ** 2 / 3), 12);
  });

  it('adds the background frame’s noise, which no amplitude changes', () => {
    const extraPhaseVariance = new Float64Array(9).fill(0.04);
    const sigma = sigmaOf({ ...even, extraPhaseVariance }, (x) => (x % 2 ? 1 : 2));
    expect(sigma[0]).toBeCloseTo(scattered(0.0025 + 0.04), 5);
    expect(sigma[1]).toBeCloseTo(scattered(0.01 + 0.04), 5);
  });

  it('passes smoothly from tile to tile: exact at their centres, linear between', () => {
    const fieldVariance = Float64Array.from({ length: 9 }, (_, t) => 0.02 * (1 + (t % 3)));
    const sigma = sigmaOf({ ...even, fieldVariance }, () => 1);
    for (let x = 0; x < cols; x++) {
      const place = Math.min(2, Math.max(0, ((x + 0.5) * 3) / cols - 0.5));
      expect(sigma[5 * cols + x]).toBeCloseTo(scattered(0.01 * (1 + place)), 5);
    }
  });

  it('is larger where the frame was faded', () => {
    const noisierX = Float32Array.from({ length: cols }, (_, x) => (x === 0 ? 3 : 1));
    const noisierY = Float32Array.from({ length: rows }, (_, y) => (y === 0 ? 2 : 1));
    const sigma = sigmaOf({ ...even, noisierX, noisierY }, () => 1);
    expect(sigma[0]).toBeCloseTo(6 * scattered(0.01), 5);
    expect(sigma[1]).toBeCloseTo(2 * scattered(0.01), 5);
    expect(sigma[cols]).toBeCloseTo(3 * scattered(0.01), 5);
    expect(sigma[cols + 1]).toBeCloseTo(1 * scattered(0.01), 5);
  });
});
