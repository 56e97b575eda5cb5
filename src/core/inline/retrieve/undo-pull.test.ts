import { beforeAll, describe, expect, it } from 'vitest';
import { WAVELENGTH, diskWave, recorded, sampling } from '../../../../test/inline-case.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { wrappedPhaseAndModulus } from '../../phase/wrapped.ts';
import { emptyWave, type Wave } from '../../simulate/wave.ts';
import { retrieve } from './retrieve.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [SIDE, Z, PHOTOELECTRONS] = [192, 1500, 10_000];
const noiseSigma = 0.5 / Math.sqrt(PHOTOELECTRONS);

/** Cells that fall off smoothly, as no total variation has them: row, column, standard deviation (px), rad. */
function smoothCells(): Wave {
  const cells = [
    [60, 70, 14, 1.6],
    [130, 110, 18, 1.2],
  ] as const;
  const wave = emptyWave(SIDE, SIDE);
  for (let i = 0; i < SIDE * SIDE; i += 1) {
    const phase = cells.reduce((sum, [y, x, width, rad]) => {
      const square = (Math.floor(i / SIDE) - y) ** 2 + ((i % SIDE) - x) ** 2;
      return sum + rad * Math.exp(-square / (2 * width * width));
    }, 0);
    [wave.re[i], wave.im[i]] = [Math.cos(phase), Math.sin(phase)];
  }
  return wave;
}

/** rms of the phase's error about its mean, and what is left and what λ changes over the sensor, rms. */
function solved(wave: Wave, undoesPull: boolean) {
  using scope = kernels.scope();
  const window = { row: 0, col: 0, rows: SIDE, cols: SIDE };
  const frames = [{ amplitude: recorded(kernels, scope, wave, window, Z, PHOTOELECTRONS), z: Z }];
  const optics = { rows: SIDE, cols: SIDE, sampling, wavelength: WAVELENGTH };
  const found = retrieve(kernels, scope, { frames, ...optics, noiseSigma, probe: true, undoesPull });
  const [phase, modulus] = [scope.real(SIDE, SIDE), scope.real(SIDE, SIDE)];
  wrappedPhaseAndModulus(kernels, found.field, phase, modulus);
  const phases = kernels.floats(phase.ptr, SIDE * phase.pitch);
  const errors = Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [y, x] = [Math.floor(i / SIDE), i % SIDE];
    const off = phases[y * phase.pitch + x]! - Math.atan2(wave.im[i]!, wave.re[i]!);
    return Math.atan2(Math.sin(off), Math.cos(off));
  });
  const mean = errors.reduce((sum, one) => sum + one, 0) / errors.length;
  const rms = (values: ArrayLike<number>) =>
    Math.sqrt(Array.from(values).reduce((sum, one) => sum + one * one, 0) / values.length);
  const { change, left } = found.sensitivity!;
  return {
    ...found,
    error: rms(errors.map((one) => one - mean)),
    change: rms(change),
    left: left && rms(left),
  };
}

describe('undoPull', () => {
  it('gives smooth cells back what the constraints pulled, and explains the frame better', () => {
    const wave = smoothCells();
    const [pulled, undone] = [solved(wave, false), solved(wave, true)];
    expect(undone.error / pulled.error).toBeLessThan(0.6);
    expect(undone.dataMisfit).toBeLessThan(pulled.dataMisfit);
    expect(pulled.left).toBeUndefined();
    // the parts of the frame agree
    expect(undone.left! / undone.change).toBeLessThan(0.6);
    // and what it says is not far from what is left
    expect(undone.error / undone.left!).toBeLessThan(2);
  });

  it('leaves discs with sharp edges as they are', () => {
    const wave = diskWave(SIDE, SIDE, [
      { x: 60, y: 70, radius: 12, amplitude: 1, phase: 0.8 },
      { x: 120, y: 100, radius: 7, amplitude: 1, phase: 0.5 },
    ]);
    const [pulled, undone] = [solved(wave, false), solved(wave, true)];
    expect(undone.error / pulled.error).toBeLessThan(1.15);
    expect(undone.error / pulled.error).toBeGreaterThan(0.8);
  });
});
