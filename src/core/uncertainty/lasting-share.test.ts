import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { RealMap } from '../reconstruction/reconstruction.ts';
import { lastingShare } from './lasting-share.ts';
import { UNIFORM_SIGMA, type NoiseMap } from './phase-sigma.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [ROWS, COLS] = [96, 160];
/** rad, of what averages out where the amplitude is 1 */
const GRAIN = 0.02;

const map = (at: (y: number, x: number) => number): RealMap => ({
  ...{ rows: ROWS, cols: COLS },
  data: Float32Array.from({ length: ROWS * COLS }, (_, k) => at(Math.floor(k / COLS), k % COLS)),
});

/** Noise of a field, and nothing that is one of the phase alone. */
const averages: NoiseMap = {
  ...{ tiles: 2, fieldVariance: new Float64Array(4).fill(2 * GRAIN * GRAIN) },
  extraPhaseVariance: new Float64Array(4),
  ...{ noisierX: new Float32Array(COLS).fill(1), noisierY: new Float32Array(ROWS).fill(1) },
};

/** Dim on the left, where the same noise does more to the phase. */
const amplitude = map((_, x) => (x < COLS / 2 ? 0.5 : 1));
const ofNoise = (x: number) => GRAIN / (x < COLS / 2 ? 0.5 : 1);

const shareOf = (sigma: (y: number, x: number) => number) =>
  lastingShare(kernels, { amplitude, phase_uncertainty: map(sigma) }, averages);

describe('lastingShare', () => {
  it('is 0 where there is but noise, in dim places, too', () => {
    const { rows, cols, values } = shareOf((_, x) => ofNoise(x));
    expect(values).toHaveLength(rows * cols);
    expect(Math.max(...values)).toBe(0);
  });

  it('is what a place has beside the noise, of its own variance', () => {
    const speck = (y: number, x: number) => (y < 48 && x >= 120 ? 3 * GRAIN : 0);
    const { rows, cols, values } = shareOf((y, x) => Math.hypot(ofNoise(x), speck(y, x)));
    const at = (y: number, x: number) =>
      values[Math.floor((y * rows) / ROWS) * cols + Math.floor((x * cols) / COLS)];
    expect(at(20, 140)).toBe(0.9);
    expect(at(80, 140)).toBe(0);
    expect(at(20, 40)).toBe(0);
  });

  it('is all of it where the number of turns is open', () => {
    const { values } = shareOf(() => UNIFORM_SIGMA);
    expect(Math.min(...values)).toBeGreaterThan(0.99);
  });
});
