import { floatsPerRow, inRow } from '../../kernel/complex-layout.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { unrecordedDetail } from './unrecorded-detail.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [ROWS, COLS] = [240, 256];
const [PITCH, WAVELENGTH] = [1.67, 0.532];
const optics = { rows: ROWS, cols: COLS, sampling: { pitchX: PITCH, pitchY: PITCH }, wavelength: WAVELENGTH };
const CONTRAST = 0.1;
/** cycles per pixel along x */
const FREQUENCY = 0.25;

/** Bars within a Gaussian window at (x, y), and the mean square of what they add to the beam there. */
function variancesOf(x: number, z: number, tiles: number) {
  using scope = kernels.scope();
  const field = scope.complex(ROWS, COLS);
  const pitch = floatsPerRow(field);
  // what was there before is undefined, and imaginary parts are written nowhere below
  const samples = kernels.floats(field.ptr, ROWS * pitch).fill(0);
  const width = 12;
  for (let row = 0; row < ROWS; row++)
    for (let col = 0; col < COLS; col++) {
      const window = Math.exp(-((col - x) ** 2 + (row - ROWS / 2) ** 2) / (2 * width * width));
      samples[row * pitch + inRow(col)] = 1 - CONTRAST * window * Math.cos(2 * Math.PI * FREQUENCY * col);
    }
  const energy = (CONTRAST * CONTRAST * Math.PI * width * width) / 2 / (ROWS * COLS);
  const variances = unrecordedDetail(kernels, field, optics, z, tiles);
  return { share: variances.reduce((sum, value) => sum + value, 0) / tiles ** 2 / energy, variances };
}

/** µm after which light of the bars has walked so many pixels sideways */
function distanceFor(pixels: number): number {
  const sine = (WAVELENGTH * FREQUENCY) / PITCH;
  return (pixels * PITCH * Math.sqrt(1 - sine * sine)) / sine;
}

describe('detail that was not recorded', () => {
  it('is none where all light of the bars falls on the sensor', () => {
    expect(variancesOf(COLS / 2, distanceFor(64), 1).share).toBeLessThan(1e-3);
  });

  it('is half of the bars where one of their two orders misses it', () => {
    // 1.5² · ½ · ½ of the structure is more than the half that is missing
    expect(variancesOf(0.8 * COLS, distanceFor(100), 1).share).toBeCloseTo(0.5, 1);
  });

  it('is all of the bars where both miss it', () => {
    expect(variancesOf(COLS / 2, distanceFor(200), 1).share).toBeCloseTo(1, 1);
  });

  it('lies where the bars are', () => {
    const { variances } = variancesOf(0.8 * COLS, distanceFor(100), 8);
    const across = Array.from({ length: 8 }, (_, i) =>
      Array.from({ length: 8 }, (_, j) => variances[j * 8 + i]!).reduce((sum, value) => sum + value, 0),
    );
    expect(across.indexOf(Math.max(...across))).toBe(6);
    expect(across[1]! / across[6]!).toBeLessThan(1e-3);
  });

  it('is none of an empty beam', () => {
    using scope = kernels.scope();
    const field = scope.complex(ROWS, COLS);
    kernels.wasm.retrieveOnes(field);
    expect([...unrecordedDetail(kernels, field, optics, 1500, 2)]).toEqual([0, 0, 0, 0]);
  });
});
