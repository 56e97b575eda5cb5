import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { loadCameraImage } from '../field/camera.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { simulate } from '../simulate/simulate.ts';
import type { SimulationInput } from '../simulate/simulation-spec.ts';
import { normaliseInline } from './normalise-inline.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 320;

function input(object: SimulationInput['object'], more: Partial<SimulationInput> = {}): SimulationInput {
  const size = { width_px: SIDE, height_px: SIDE };
  return { mode: 'inline', object, ...size, pixel_pitch_um: 2.2, z_mm: 1.5, seed: 4, ...more };
}

/** √(I / light) without noise, from a noise-free run of the same rig. */
function trueAmplitude(simulation: SimulationInput): Float64Array {
  const clean = simulate(kernels, { ...simulation, photon_noise: false, bit_depth: 32, background: true });
  const light = clean.background!.samples;
  return Float64Array.from(clean.hologram.samples, (v, k) => Math.sqrt(v / light[k]!));
}

function normalised(hologram: Frame, background: Frame | null) {
  using scope = kernels.scope();
  const image = loadCameraImage(kernels, scope, hologram, 'hologram');
  const light = background && loadCameraImage(kernels, scope, background, 'background');
  const result = normaliseInline(kernels, scope, image, light);
  const { ptr, rows, cols, pitch } = result.amplitude;
  const values = kernels.floats(ptr, rows * pitch);
  const amplitude = Float64Array.from(
    { length: rows * cols },
    (_, k) => values[Math.floor(k / cols) * pitch + (k % cols)]!,
  );
  return { ...result, values: amplitude };
}

function standardDeviation(values: ArrayLike<number>): number {
  const all = Array.from(values);
  const mean = all.reduce((a, b) => a + b, 0) / all.length;
  return Math.sqrt(all.reduce((sum, v) => sum + (v - mean) * (v - mean), 0) / all.length);
}

/** Largest error of averages over 8 × 8 equal parts of the frame: what an estimate of the light gets wrong. */
function largestBias(found: Float64Array, truth: Float64Array): number {
  const part = SIDE / 8;
  let worst = 0;
  for (let t = 0; t < 64; t++) {
    let sum = 0;
    for (let y = 0; y < part; y++)
      for (let x = 0; x < part; x++) {
        const k = (Math.floor(t / 8) * part + y) * SIDE + (t % 8) * part + x;
        sum += found[k]! - truth[k]!;
      }
    worst = Math.max(worst, Math.abs(sum / (part * part)));
  }
  return worst;
}

describe('light', () => {
  const objects: [string, SimulationInput['object']][] = [
    ['nothing', { kind: 'flat' }],
    ['a large absorbing star', { kind: 'star' }],
    ['bars', { kind: 'absorbing-chart' }],
    ['dense cells', { kind: 'cells', count: 30 }],
    ['a phase chart', { kind: 'phase-chart' }],
  ];
  it.each(objects)('falling off by 60 %% is estimated under %s to 2 %%', (_, object) => {
    const simulation = input(object, { uneven_light: 0.6, photoelectrons: 5000, background: false });
    const { values, illumination } = normalised(simulate(kernels, simulation).hologram, null);
    expect(largestBias(values, trueAmplitude(simulation))).toBeLessThan(0.02);
    expect(illumination).toMatchObject({ source: 'fitted', exposureRatio: 1 });
    expect(illumination.unevenShare).toBeGreaterThan(0.5);
  });

  it('is even where the frame is: no degree is spent', () => {
    const { illumination } = normalised(
      simulate(kernels, input({ kind: 'cells' }, { background: false })).hologram,
      null,
    );
    expect(illumination.degree).toBe(0);
    expect(illumination.unevenShare).toBeLessThan(0.01);
  });

  it('does not follow dust', () => {
    const simulation = input({ kind: 'flat' }, { dust: 20, background: false });
    expect(normalised(simulate(kernels, simulation).hologram, null).illumination.degree).toBe(0);
  });

  it('of a background frame divides dust and fall-off out', () => {
    const simulation = input({ kind: 'cells' }, { uneven_light: 0.6, dust: 10 });
    const { hologram, background } = simulate(kernels, simulation);
    const { values, illumination } = normalised(hologram, background);
    expect(largestBias(values, trueAmplitude(simulation))).toBeLessThan(0.002);
    expect(illumination).toMatchObject({ source: 'background_frame', exposureRatio: 1 });
  });

  it('of a background frame twice as bright is scaled', () => {
    const { hologram, background } = simulate(kernels, input({ kind: 'cells' }, { bit_depth: 32 }));
    const bright = { ...background!, samples: Float32Array.from(background!.samples, (v) => 2 * v) };
    const { illumination, values } = normalised(hologram, bright);
    expect(illumination.exposureRatio).toBeCloseTo(0.5, 2);
    expect(standardDeviation(values)).toBeLessThan(0.5);
  });

  it('that is missing in part of the background frame neither divides by zero nor by noise', () => {
    const { hologram, background } = simulate(kernels, input({ kind: 'flat' }));
    const holed = { ...background!, samples: background!.samples.map((v, k) => (k % SIDE < 20 ? 0 : v)) };
    const { values } = normalised(hologram, holed as Frame);
    expect(values.every((v) => Number.isFinite(v) && v < 3)).toBe(true);
  });

  it('of another size is refused', () => {
    const { hologram } = simulate(kernels, input({ kind: 'flat' }));
    const { background } = simulate(kernels, { ...input({ kind: 'flat' }), width_px: 256 });
    expect(() => normalised(hologram, background)).toThrow(/size/);
  });
});

describe('noise', () => {
  const exposures: [number, 8 | 12 | 16][] = [
    [200, 8],
    [200, 12],
    [2000, 8],
    [2000, 16],
    [20_000, 12],
    [20_000, 16],
  ];
  const objects: [string, SimulationInput['object']][] = [
    ['without fringes', { kind: 'flat' }],
    ['with fringes of bars', { kind: 'absorbing-chart' }],
    ['with fringes of a phase chart', { kind: 'phase-chart' }],
  ];
  describe.each(objects)('%s', (_, object) => {
    it.each(exposures)('of %i electrons at %i bit is known to 10 %%', (photoelectrons, bit_depth) => {
      const simulation = input(object, { photoelectrons, bit_depth, z_mm: 3 });
      const { hologram, background } = simulate(kernels, simulation);
      const truth = trueAmplitude(simulation);
      for (const frame of [null, background]) {
        const { values, noiseSigma, darkFloor } = normalised(hologram, frame);
        const scale = standardDeviation(truth) === 0 ? 1 : gainOf(values, truth);
        const errors = values
          .map((v, k) => v - scale * truth[k]!)
          .filter((_, k) => truth[k]! > 2 * darkFloor);
        const ratio = noiseSigma / standardDeviation(errors);
        expect(ratio).toBeGreaterThan(0.9);
        expect(ratio).toBeLessThan(1.1);
      }
    });
  });

  it('of reading the camera out counts too', () => {
    const simulation = input(
      { kind: 'flat' },
      { photoelectrons: 400, read_noise_electrons: 20, background: false },
    );
    const { values, noiseSigma } = normalised(simulate(kernels, simulation).hologram, null);
    expect(noiseSigma / standardDeviation(values)).toBeCloseTo(1, 1);
  });

  it('varies over the frame as the light does', () => {
    const simulation = input(
      { kind: 'flat' },
      { uneven_light: 0.6, photoelectrons: 2000, background: false },
    );
    const { tileVariance, tiles } = normalised(simulate(kernels, simulation).hologram, null);
    const brightest = tileVariance[Math.floor(tiles / 2) * tiles + Math.floor(tiles / 2)]!;
    // the light in the far corner is about a third of that in the middle
    expect(tileVariance[(tiles - 1) * tiles]! / brightest).toBeGreaterThan(1.8);
  });
});

/** Least squares factor between two amplitudes: the light's level is not what is tested here. */
function gainOf(values: Float64Array, truth: Float64Array): number {
  let product = 0;
  let square = 0;
  for (let k = 0; k < truth.length; k++) {
    product += values[k]! * truth[k]!;
    square += truth[k]! * truth[k]!;
  }
  return product / square;
}
