import { beforeAll, expect, test } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { contrastSettings } from './contrast-settings.ts';
import { contrastSpectrum } from './contrast-spectrum.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 256;
const PITCH = 0.048;

/** Of an amplitude with one fringe, f cycles/µm, of 2 % contrast. */
function spectrumOf(f: number, wavelength: number) {
  using scope = kernels.scope();
  const amplitude = scope.real(SIDE, SIDE);
  const row = Array.from({ length: SIDE }, (_, x) => 1 + 0.02 * Math.cos(2 * Math.PI * f * PITCH * x));
  const values = kernels.floats(amplitude.ptr, SIDE * amplitude.pitch);
  for (let y = 0; y < SIDE; y++) values.set(row, y * amplitude.pitch);
  const optics = { sampling: { pitchX: PITCH, pitchY: PITCH }, wavelength };
  const { strength, radius } = contrastSpectrum(kernels, scope, amplitude, optics, 1e-4, contrastSettings);
  return { strength, radius };
}

test('what waves of this length carry counts, what they cannot carry does not', () => {
  const inWater = 0.447 / 1.34; // waves up to 3.0 cycles/µm
  const within = spectrumOf(2.8, inWater);
  expect(within.strength).toBeCloseTo(0.02 / Math.SQRT2, 3);
  // the window widens the line by some 1 / (0.1 · 256 · 0.048 µm)
  expect(Math.abs(within.radius - 2.8)).toBeLessThan(0.2);
  expect(spectrumOf(3.3, inWater).strength).toBeLessThan(0.1 * within.strength);
  expect(spectrumOf(3.3, 0.2).strength).toBeCloseTo(0.02 / Math.SQRT2, 3);
});

test('what of the gradient is noise is told at every reach', () => {
  using scope = kernels.scope();
  const amplitude = scope.real(SIDE, SIDE);
  const values = kernels.floats(amplitude.ptr, SIDE * amplitude.pitch);
  const [fringe, noise] = [0.3, 0.01];
  let state = 1;
  const uniform = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const wave = 0.02 * Math.cos(2 * Math.PI * fringe * x);
      values[y * amplitude.pitch + x] = 1 + wave + noise * Math.sqrt(12) * (uniform() - 0.5);
    }
  const optics = { sampling: { pitchX: 1, pitchY: 1 }, wavelength: 0.5 };
  const { noiseOfGradient } = contrastSpectrum(kernels, scope, amplitude, optics, noise, contrastSettings);
  // below the fringe there is nothing else, beyond it nothing counts; with it they are as their powers times f², noise over a disc
  expect(noiseOfGradient(0.2)).toBeGreaterThan(0.9);
  const ofNoise = (noise * noise * Math.PI * 0.31 ** 4) / 2;
  const ofFringe = ((0.02 * 0.02) / 2) * fringe * fringe;
  expect(noiseOfGradient(0.35) / (ofNoise / (ofNoise + ofFringe))).toBeGreaterThan(0.75);
  expect(noiseOfGradient(0.35) / (ofNoise / (ofNoise + ofFringe))).toBeLessThan(1.25);
});
