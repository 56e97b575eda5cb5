import { expect } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { loadCameraImage } from '../field/camera.ts';
import type { Frame } from '../field/frame.ts';
import { simulate } from '../simulate/simulate.ts';
import type { SimulationInput } from '../simulate/simulation-spec.ts';
import { lightSettings } from './light-settings.ts';
import { normaliseInline, type KnownLight } from './normalise-inline.ts';

const kernels = await loadKernels();
export const SIDE = 320;

export function input(
  object: SimulationInput['object'],
  more: Partial<SimulationInput> = {},
): SimulationInput {
  const size = { width_px: SIDE, height_px: SIDE };
  return { mode: 'inline', object, ...size, pixel_pitch_um: 2.2, z_mm: 1.5, seed: 4, ...more };
}

/** √(I / light) without noise, from a frame of the same rig without noise. */
export function trueAmplitude(simulation: SimulationInput): Float64Array {
  const clean = simulate(kernels, { ...simulation, photon_noise: false, bit_depth: 32, background: true });
  const light = clean.background!.samples;
  return Float64Array.from(clean.hologram.samples, (v, k) => Math.sqrt(v / light[k]!));
}

export function normalised(hologram: Frame, background: Frame | null, known: KnownLight | null = null) {
  using scope = kernels.scope();
  const image = loadCameraImage(kernels, scope, hologram, 'hologram');
  const light = background && loadCameraImage(kernels, scope, background, 'background');
  const result = normaliseInline(kernels, scope, image, light, lightSettings, known);
  const { ptr, rows, cols, pitch } = result.amplitude;
  const values = kernels.floats(ptr, rows * pitch);
  const amplitude = Float64Array.from(
    { length: rows * cols },
    (_, k) => values[Math.floor(k / cols) * pitch + (k % cols)]!,
  );
  return { ...result, values: amplitude };
}

export function standardDeviation(values: ArrayLike<number>): number {
  const all = Array.from(values);
  const mean = all.reduce((a, b) => a + b, 0) / all.length;
  return Math.sqrt(all.reduce((sum, v) => sum + (v - mean) * (v - mean), 0) / all.length);
}

/** Largest error of averages over 8 × 8 equal parts of the frame: what an estimate of the light gets wrong. */
export function largestBias(found: Float64Array, truth: Float64Array): number {
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

export const exposures: [number, 8 | 12 | 16][] = [
  [200, 8],
  [200, 12],
  [2000, 8],
  [2000, 16],
  [20_000, 12],
  [20_000, 16],
];
export const fringes: [string, SimulationInput['object']][] = [
  ['without fringes', { kind: 'flat' }],
  ['with fringes of bars', { kind: 'absorbing-chart' }],
  ['with fringes of a phase chart', { kind: 'phase-chart' }],
];

/** Expects that the noise of a frame is known to 10 %, with a background frame and without. */
export function expectNoiseKnown(
  object: SimulationInput['object'],
  photoelectrons: number,
  bit_depth: 8 | 12 | 16,
): void {
  const simulation = input(object, { photoelectrons, bit_depth, z_mm: 3 });
  const { hologram, background } = simulate(kernels, simulation);
  const truth = trueAmplitude(simulation);
  for (const frame of [null, background]) {
    const { values, noiseSigma, darkFloor } = normalised(hologram, frame);
    const scale = standardDeviation(truth) === 0 ? 1 : gainOf(values, truth);
    const errors = values.map((v, k) => v - scale * truth[k]!).filter((_, k) => truth[k]! > 2 * darkFloor);
    const ratio = noiseSigma / standardDeviation(errors);
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(1.1);
  }
}
