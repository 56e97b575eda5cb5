import {
  WAVELENGTH,
  diskWave,
  fieldError,
  recorded,
  sampling,
  type Disk,
} from '../../../../test/inline-case.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { retrieve } from './retrieve.ts';

const SIDE = 192;
const PHOTOELECTRONS = 10_000;

/**
 * What is made of a frame of disks, µm before it, and of more of them, and how far the field is from theirs.
 * @param couples whether the sample is looked at part by part
 */
export function solvedDisks(
  kernels: Kernels,
  scope: Scope,
  {
    disks,
    z,
    couples,
    also = [],
  }: {
    readonly disks: readonly Disk[];
    readonly z: number;
    readonly couples: boolean;
    readonly also?: readonly number[];
  },
) {
  const wave = diskWave(SIDE, SIDE, disks);
  const window = { row: 0, col: 0, rows: SIDE, cols: SIDE };
  const noiseSigma = 0.5 / Math.sqrt(PHOTOELECTRONS);
  const frames = [z, ...also].map((there) => ({
    amplitude: recorded(kernels, scope, wave, window, there, PHOTOELECTRONS),
    z: there,
  }));
  const input = { frames, rows: SIDE, cols: SIDE, sampling, wavelength: WAVELENGTH, noiseSigma, couples };
  const found = retrieve(kernels, scope, input);
  return { found, error: fieldError(kernels, found.field, wave) };
}
