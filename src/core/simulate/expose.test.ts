import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { collect, digitise, gainFor } from './expose.ts';
import { Random } from './random.ts';
import { completeSpec, type SimulationInput } from './simulation-spec.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const side = 300;
function specOf(changes: Partial<SimulationInput>) {
  return completeSpec({
    mode: 'inline',
    object: { kind: 'flat' },
    width_px: side,
    height_px: side,
    ...changes,
  });
}

function meanAndVariance(values: Float64Array) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length };
}

describe('collect', () => {
  it.each([
    [30, 0],
    [1000, 0],
    [40_000, 0],
    [1000, 50],
  ])('with %i electrons and read noise %i has variance N + read²', (photoelectrons, read_noise_electrons) => {
    const spec = specOf({ photoelectrons, read_noise_electrons });
    const even = new Float64Array(side * side).fill(1);
    const { mean, variance } = meanAndVariance(collect(even, spec, Random.from(1), kernels.wasm));
    expect(Math.abs(mean / photoelectrons - 1)).toBeLessThan(
      (4.5 * Math.sqrt(variance)) / side / photoelectrons,
    );
    expect(variance / (photoelectrons + read_noise_electrons ** 2)).toBeCloseTo(1, 1);
  });

  it('follows the light: half of it has half the variance', () => {
    const spec = specOf({ photoelectrons: 5000 });
    const half = new Float64Array(side * side).fill(0.5);
    const { mean, variance } = meanAndVariance(collect(half, spec, Random.from(2), kernels.wasm));
    expect(mean).toBeCloseTo(2500, -1);
    expect(variance / 2500).toBeCloseTo(1, 1);
  });

  it('without photon noise gives the expectation itself', () => {
    const spec = specOf({ photoelectrons: 500, photon_noise: false });
    expect([...collect(Float64Array.of(0, 0.25, 2), spec, Random.from(1), kernels.wasm)]).toEqual([
      0, 125, 1000,
    ]);
  });
});

describe('gainFor and digitise', () => {
  const electrons = Float64Array.from({ length: side * side }, (_, i) => (i / (side * side - 1)) * 5000);

  it.each([8, 10, 12, 14, 16] as const)('use the stated share of %i bits', (bit_depth) => {
    const spec = specOf({ bit_depth, full_scale_percentile: 100, full_scale_fraction: 0.8 });
    const { samples, bitDepth } = digitise(electrons, gainFor(electrons, spec), spec, kernels.wasm);
    expect(samples.at(-1)).toBe(Math.round(0.8 * (2 ** bit_depth - 1)));
    expect(bitDepth).toBe(bit_depth);
    expect(samples).toBeInstanceOf(bit_depth === 8 ? Uint8Array : Uint16Array);
  });

  it('saturate what lies above the percentile', () => {
    const spec = specOf({ bit_depth: 10, full_scale_percentile: 95, full_scale_fraction: 1 });
    const { samples } = digitise(electrons, gainFor(electrons, spec), spec, kernels.wasm);
    const clipped = samples.filter((value: number) => value === 1023).length / samples.length;
    expect(clipped).toBeCloseTo(0.05, 2);
    expect(Math.max(...samples.slice(0, 1000))).toBeLessThan(20);
  });

  it('clip read noise below zero to zero', () => {
    const spec = specOf({ bit_depth: 8 });
    expect([...digitise(Float64Array.of(-3, 1, 2), 10, spec, kernels.wasm).samples]).toEqual([0, 10, 20]);
  });

  it('leave float frames in electrons', () => {
    const spec = specOf({ bit_depth: 32 });
    const { samples } = digitise(Float64Array.of(-3.5, 0.25), gainFor(electrons, spec), spec, kernels.wasm);
    expect([...samples]).toEqual([-3.5, 0.25]);
  });
});
