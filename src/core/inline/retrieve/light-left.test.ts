import { beforeAll, describe, expect, it } from 'vitest';
import { WAVELENGTH, diskWave, recorded, sampling } from '../../../../test/inline-case.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { wrappedPhaseAndModulus } from '../../phase/wrapped.ts';
import type { Wave } from '../../simulate/wave.ts';
import { retrieve } from './retrieve.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [SIDE, Z, PHOTOELECTRONS] = [192, 1500, 10_000];
const STACK = [1200, 1700, 2300];

/** Over the sensor's pixels, of the light: 0 where it is even. */
type Uneven = (x: number, y: number) => number;

/** rms of the phase's error, and what light was taken out. */
function solved(wave: Wave, uneven: Uneven, distances: readonly number[] = [Z]) {
  using scope = kernels.scope();
  const window = { row: 0, col: 0, rows: SIDE, cols: SIDE };
  const frames = distances.map((z) => {
    const amplitude = recorded(kernels, scope, wave, window, z, PHOTOELECTRONS);
    const values = kernels.floats(amplitude.ptr, SIDE * amplitude.pitch);
    for (let y = 0; y < SIDE; y += 1)
      for (let x = 0; x < SIDE; x += 1) values[y * amplitude.pitch + x]! *= Math.sqrt(1 + uneven(x, y));
    return { amplitude, z };
  });
  const optics = { rows: SIDE, cols: SIDE, sampling, wavelength: WAVELENGTH };
  const input = { frames, ...optics, noiseSigma: 0.5 / Math.sqrt(PHOTOELECTRONS) };
  return [false, true].map((evensLight) => {
    const found = retrieve(kernels, scope, { ...input, evensLight });
    const [phase, modulus] = [scope.real(SIDE, SIDE), scope.real(SIDE, SIDE)];
    wrappedPhaseAndModulus(kernels, found.field, phase, modulus);
    const phases = kernels.floats(phase.ptr, SIDE * phase.pitch).slice();
    let sum = 0;
    for (let i = 0; i < SIDE * SIDE; i += 1) {
      const off =
        phases[Math.floor(i / SIDE) * phase.pitch + (i % SIDE)]! - Math.atan2(wave.im[i]!, wave.re[i]!);
      sum += Math.atan2(Math.sin(off), Math.cos(off)) ** 2;
    }
    return { error: Math.sqrt(sum) / SIDE, lightLeft: found.lightLeft, phases };
  });
}

const cells = () =>
  diskWave(SIDE, SIDE, [
    { x: 60, y: 70, radius: 12, amplitude: 1, phase: 0.8 },
    { x: 130, y: 110, radius: 9, amplitude: 1, phase: 1.2 },
  ]);

describe('lightLeft', () => {
  it('takes fringes of 4 % out of the light, which come out as broad phase otherwise', () => {
    const fringes: Uneven = (x, y) => 0.04 * Math.cos((2 * Math.PI * (1.6 * x + 0.9 * y)) / SIDE + 1);
    const [left, taken] = solved(cells(), fringes);
    expect(left!.lightLeft).toBe(0);
    // rms of a wave of 4 %
    expect(taken!.lightLeft / (0.04 * Math.SQRT1_2)).toBeGreaterThan(0.7);
    expect(taken!.lightLeft / (0.04 * Math.SQRT1_2)).toBeLessThan(1.3);
    expect(left!.error).toBeGreaterThan(0.05);
    expect(taken!.error / left!.error).toBeLessThan(0.4);
  });

  it('takes out of a stack the light that its frames have in common', () => {
    const fringes: Uneven = (x, y) => 0.04 * Math.cos((2 * Math.PI * (1.6 * x + 0.9 * y)) / SIDE + 1);
    const [left, taken] = solved(cells(), fringes, STACK);
    expect(taken!.lightLeft / (0.04 * Math.SQRT1_2)).toBeGreaterThan(0.7);
    expect(taken!.lightLeft / (0.04 * Math.SQRT1_2)).toBeLessThan(1.3);
    expect(left!.error).toBeGreaterThan(0.05);
    expect(taken!.error / left!.error).toBeLessThan(0.4);
    const [even, asked] = solved(cells(), () => 0, STACK);
    expect(asked!.lightLeft).toBe(0);
    expect(asked!.phases).toEqual(even!.phases);
  });

  it('finds nothing in even light, and changes nothing there', () => {
    const [left, taken] = solved(cells(), () => 0);
    expect(taken!.lightLeft).toBe(0);
    expect(taken!.phases).toEqual(left!.phases);
  });

  it('does not take for light what is in one place: a broad disc that the edge cuts', () => {
    const wave = diskWave(SIDE, SIDE, [{ x: 8, y: 100, radius: 45, amplitude: 1, phase: 1 }]);
    const [left, taken] = solved(wave, () => 0);
    expect(taken!.lightLeft).toBe(0);
    expect(taken!.phases).toEqual(left!.phases);
  });
});
