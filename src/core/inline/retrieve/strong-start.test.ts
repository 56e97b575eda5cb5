import { beforeAll, describe, expect, it } from 'vitest';
import {
  WAVELENGTH,
  diskWave,
  fieldError,
  recorded,
  sampling,
  type Disk,
} from '../../../../test/inline-case.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { retrieve } from './retrieve.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 192;
const PHOTOELECTRONS = 10_000;

/** @param anew whether the sample is looked at part by part at all */
function solve(scope: Scope, disks: readonly Disk[], z: number, anew: boolean) {
  const wave = diskWave(SIDE, SIDE, disks);
  const window = { row: 0, col: 0, rows: SIDE, cols: SIDE };
  const amplitude = recorded(kernels, scope, wave, window, z, PHOTOELECTRONS);
  const noiseSigma = 0.5 / Math.sqrt(PHOTOELECTRONS);
  const frames = [{ amplitude, z }];
  const input = {
    frames,
    rows: SIDE,
    cols: SIDE,
    sampling,
    wavelength: WAVELENGTH,
    noiseSigma,
    couples: anew,
  };
  const found = retrieve(kernels, scope, input);
  return { found, error: fieldError(kernels, found.field, wave) };
}

describe('strong parts', () => {
  // solved once, the field goes through 0 where its phase should turn on
  it.each([
    [6, 18, 1200],
    [7, 18, 1200],
  ])('are started anew where the frame is explained badly: domes of %d rad', (phase, radius, z) => {
    using scope = kernels.scope();
    const dome: Disk[] = [{ x: 90, y: 95, radius, amplitude: 1, phase, dome: true }];
    const [first, anew] = [false, true].map((one) => solve(scope, dome, z, one));
    expect(first!.found.dataMisfit).toBeGreaterThan(2);
    expect(anew!.found.dataMisfit).toBeLessThan(first!.found.dataMisfit);
    expect(anew!.error).toBeLessThan(0.7 * first!.error);
    expect(anew!.found.restarted).toBe(true);
  });

  it('are left as they are where the frame is explained', () => {
    using scope = kernels.scope();
    const dome: Disk[] = [{ x: 90, y: 95, radius: 24, amplitude: 1, phase: 8, dome: true }];
    const [first, second] = [false, true].map((one) => solve(scope, dome, 1500, one));
    expect(second!.found.restarted).toBe(false);
    expect(second!.error).toBe(first!.error);
    expect(second!.found.dataMisfit).toBe(first!.found.dataMisfit);
  });
});
