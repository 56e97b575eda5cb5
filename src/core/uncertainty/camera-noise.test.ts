import { beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '../../../test/brief-form.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import { thorough } from '../../../test/short-form.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { measureFrame } from '../sideband/measure-frame.ts';
import { simulate } from '../simulate/simulate.ts';
import type { SimulationInput } from '../simulate/simulation-spec.ts';
import { measureCameraNoise, tileMeans, type CameraNoise } from './camera-noise.ts';
import { noiseSettings } from './noise-settings.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const cells = { mode: 'off-axis', object: { kind: 'cells' }, background: false } as const;

/** Measured noise and the true variance at a mean, of a simulated camera; over several seeds. */
function measured(input: Partial<SimulationInput>, seeds: number, side = 384) {
  return Array.from({ length: seeds }, (_, k) => {
    const size = { width_px: side, height_px: side, seed: k + 1 };
    const { hologram, truth, spec } = simulate(kernels, { ...cells, ...size, ...input });
    using scope = kernels.scope();
    const { spectrum, image } = measureFrame(kernels, scope, hologram, 'hologram');
    const noise = measureCameraNoise(kernels, spectrum, image, noiseSettings);
    const { gain } = truth;
    const constant = (spec.read_noise_electrons * gain) ** 2 + (spec.bit_depth === 32 ? 0 : 1 / 12);
    const variance = (mean: number) => constant + gain * mean;
    return { noise, mean: image.mean, variance, gain };
  });
}

/** of frames whose noise is averaged: half as many in the short form, held to the same bounds */
const seeds = (all: number): number => (thorough ? all : all / 2);
const average = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const at = (noise: CameraNoise, mean: number) => noise.offset + noise.slope * mean;

describe('measureCameraNoise', () => {
  it.each(someOf([8, 12, 16] as const))('finds the variance of a %i-bit camera within 5 %', (bit_depth) => {
    const runs = measured({ bit_depth, photoelectrons: 5000 }, seeds(8));
    const ratio = average(runs.map(({ noise, mean, variance }) => at(noise, mean) / variance(mean)));
    expect(Math.abs(ratio - 1)).toBeLessThan(0.05);
  });

  it.each(someOf([128, 256, 512]))(
    'is not misled by chance on %i² pixels, where the emptiest place is one of many',
    (side) => {
      const runs = measured({ photoelectrons: 5000 }, seeds(side > 300 ? 4 : 16), side);
      const ratio = average(runs.map(({ noise, mean, variance }) => at(noise, mean) / variance(mean)));
      expect(Math.abs(ratio - 1)).toBeLessThan(0.06);
    },
  );

  it('finds the gain of a camera with shot noise alone within 5 %', () => {
    const runs = measured({ bit_depth: 16, uneven_light: 0.5 }, seeds(8));
    expect(Math.abs(average(runs.map(({ noise, gain }) => noise.slope / gain)) - 1)).toBeLessThan(0.05);
  });

  it('tells a camera’s read noise from shot noise where the light is uneven enough to tell', () => {
    const flat = { object: { kind: 'flat' }, uneven_light: 0.9 } as const;
    const dim = { photoelectrons: 1000, read_noise_electrons: 120, coherence: 0.3, bit_depth: 32 } as const;
    const runs = measured({ ...flat, ...dim }, 2, 800);
    for (const share of [0.6, 1, 1.3]) {
      const ratio = average(
        runs.map(({ noise, mean, variance }) => at(noise, share * mean) / variance(share * mean)),
      );
      expect(Math.abs(ratio - 1)).toBeLessThan(0.12);
    }
  });

  it('takes neither offset nor slope below zero', () => {
    for (const { noise } of measured({ bit_depth: 12 }, 4, 128)) {
      expect(noise.offset).toBeGreaterThanOrEqual(0);
      expect(noise.slope).toBeGreaterThanOrEqual(0);
    }
  });
});

it('tileMeans are the local means over equal shares, on awkward sizes too', () => {
  const { hologram } = simulate(kernels, { ...cells, width_px: 97, height_px: 131 });
  using scope = kernels.scope();
  const { image } = measureFrame(kernels, scope, hologram, 'hologram');
  const means = tileMeans(kernels, image.plane, 5);
  for (let t = 0; t < 25; t++) {
    const [j, i] = [Math.floor(t / 5), t % 5];
    let sum = 0;
    let count = 0;
    for (let y = Math.floor((j * 131) / 5); y < Math.floor(((j + 1) * 131) / 5); y++)
      for (let x = Math.floor((i * 97) / 5); x < Math.floor(((i + 1) * 97) / 5); x++, count++)
        sum += hologram.samples[y * 97 + x]!;
    expect(means[t]! / (sum / count)).toBeCloseTo(1, 6);
  }
});
