import { beforeAll, describe, expect, it, test } from 'vitest';
import { loadKernels } from '../../../../../test/load-kernels.ts';
import { planeOf } from '../../../../../test/wave-of.ts';
import { fft2, ifft2 } from '../../../fft/fft2.ts';
import type { Kernels } from '../../../kernel/kernels.ts';
import { fromPlane } from '../../../simulate/wave.ts';
import type { ContrastSpectrum } from '../../optics/contrast-spectrum.ts';
import { metricsSettings } from './metrics-settings.ts';
import {
  energyShares,
  gridSize,
  regionCurves,
  sampleAt,
  sharpness,
  sweepGrid,
  tilesFor,
  withoutNoise,
  type SweepSample,
} from './sweep.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

/** Ascending, so that no two tiles, samples or sums are alike. */
function sample(z: number, tiles: number, from: number): SweepSample {
  const sums = Float64Array.from({ length: 7 * tiles }, (_, k) => from + k);
  return { z, sums, pixelsPerTile: 10 };
}

describe('the curves of a region', () => {
  const samples = [sample(100, 3, 1), sample(200, 3, 30)];
  const { z, absorbing, phase, amplitudeShare, peakedness, explained } = regionCurves(samples, [0, 2]);

  it('take the sums of its tiles together', () => {
    // sums 1 … 7 of the first tile, 15 … 21 of the third
    expect(z).toEqual([100, 200]);
    expect(absorbing[0]).toBeCloseTo((4 + 18) / Math.sqrt(20 * (5 + 19)), 12);
    expect(phase[0]).toBeCloseTo((6 + 20) / Math.sqrt(20 * (7 + 21)), 12);
    expect(amplitudeShare[0]).toBeCloseTo((3 + 17) / (1 + 15), 12);
    expect(peakedness[0]).toBeCloseTo((20 * (2 + 16)) / (1 + 15) ** 2, 12);
    expect(absorbing[1]).toBeCloseTo((33 + 47) / Math.sqrt(20 * (34 + 48)), 12);
  });

  it('say how much of the most energy of the whole frame is left at a distance', () => {
    expect(explained[0]).toBeCloseTo((1 + 8 + 15) / (30 + 37 + 44), 12);
    expect(explained[1]).toBe(1);
  });
});

it('a tile’s share is of the energy of all tiles and distances, its sharpness the fourth power', () => {
  const samples = [sample(100, 3, 1), sample(200, 3, 30)];
  const all = 1 + 8 + 15 + 30 + 37 + 44;
  expect([...energyShares(samples)]).toEqual([31, 45, 59].map((sum) => expect.closeTo(sum / all, 12)));
  expect([...sharpness(samples[1]!)]).toEqual([31, 38, 45]);
});

it('tiles are as many as fit the shorter side, up to the most', () => {
  const sweep = { ...metricsSettings.sweep, mostTiles: 6, leastTile: 40 };
  const of = (rows: number, cols: number) => tilesFor(rows, cols, sweep);
  expect([of(39, 500), of(79, 500), of(80, 500), of(500, 120), of(240, 240), of(2000, 2000)]).toEqual([
    ...[1, 1, 2, 3, 6, 6],
  ]);
});

const WAVELENGTH = 0.5;
const [ROWS, COLS] = [96, 128];
const sampling = { pitchX: 1, pitchY: 1.25 };

/** The spectrum of a real contrast c(x, y) that fills its grid but for `beyond` rows and columns. */
function contrastOf(
  scope: ReturnType<Kernels['scope']>,
  contrast: (x: number, y: number) => number,
  beyond = 0,
): ContrastSpectrum {
  const spectrum = planeOf(kernels, scope, ROWS, COLS, (x, y) => [contrast(x, y), 0]);
  fft2(kernels, spectrum);
  const rest = {
    radius: 0.3,
    reach: 0.3,
    signalShare: 1,
    strength: 1,
    rings: null as never,
    noiseOfGradient: () => 0,
  };
  return { ...rest, spectrum, sampling, rows: ROWS - beyond, cols: COLS - beyond };
}

const setupOf = (contrast: ContrastSpectrum, tiles = 1) => {
  return { contrast, wavelength: WAVELENGTH, tiles, metrics: metricsSettings };
};

/** Whole periods along x and y of the grid. */
const turns = (x: number, y: number, kx: number, ky: number) =>
  2 * Math.PI * ((kx * x) / COLS + (ky * y) / ROWS);

describe('a grid', () => {
  it('carries its reach a tenth more than twice, and no more samples than there are', () => {
    using scope = kernels.scope();
    const contrast = contrastOf(scope, () => 0);
    // 2.2 · 0.2 / µm · 128 µm = 56.3; of the 120 µm high frame 52.8: the next lengths that transform fast
    const { rows, cols } = gridSize(contrast, 0.2);
    expect([cols >= 57 && cols <= 64, rows >= 53 && rows <= 60]).toEqual([true, true]);
    expect(gridSize(contrast, 10)).toEqual({ rows: ROWS, cols: COLS });
    expect(gridSize(contrast, 0.001)).toEqual({ rows: 32, cols: 32 });
  });

  it('holds what lies within its reach, on coarser samples', () => {
    using scope = kernels.scope();
    // 0.094, 0.19 and 0.31 cycles/µm
    const contrast = contrastOf(
      scope,
      (x, y) => Math.cos(turns(x, y, 12, 0)) + Math.cos(turns(x, y, 20, 14)) + Math.cos(turns(x, y, 40, 0)),
      32,
    );
    const grid = sweepGrid(kernels, scope, setupOf(contrast, 3), 0.25);
    expect([grid.rows, grid.cols, grid.tiles]).toEqual([
      Math.floor(((ROWS - 32) * grid.spectrum.rows) / ROWS),
      Math.floor(((COLS - 32) * grid.spectrum.cols) / COLS),
      3,
    ]);
    expect(grid.sampling.pitchX * grid.spectrum.cols).toBeCloseTo(COLS * sampling.pitchX, 9);
    expect(grid.sampling.pitchY * grid.spectrum.rows).toBeCloseTo(ROWS * sampling.pitchY, 9);
    ifft2(kernels, grid.spectrum);
    const { re } = fromPlane(kernels, grid.spectrum, grid.spectrum.rows, grid.spectrum.cols);
    const wide = grid.spectrum.cols;
    for (const [x, y] of [
      [0, 0],
      [5, 3],
      [11, 17],
    ] as const) {
      const [across, down] = [(x * COLS) / wide, (y * ROWS) / grid.spectrum.rows];
      const within = Math.cos(turns(across, down, 12, 0)) + Math.cos(turns(across, down, 20, 14));
      expect(re[y * wide + x]).toBeCloseTo(within, 4);
    }
  });
});

describe('a sample', () => {
  /** The phase that a distance adds to a frequency in cycles/µm, against the beam. */
  const lag = (f: number, z: number) =>
    2 * Math.PI * z * (1 / WAVELENGTH - Math.sqrt(1 / WAVELENGTH ** 2 - f * f));
  const grating = 16 / (COLS * sampling.pitchX);
  const at = (z: number, contrast = 0.01) => {
    using scope = kernels.scope();
    const spectrum = contrastOf(scope, (x) => contrast * Math.cos(turns(x, 0, 16, 0)));
    return sampleAt(kernels, sweepGrid(kernels, scope, setupOf(spectrum), 1), z);
  };

  it.each([20, 55, 80, 130])('of a grating that only absorbs or delays follows from its lag, z = %d', (z) => {
    const { sums, pixelsPerTile } = at(z);
    const { contrastFloor: floor } = metricsSettings.sweep;
    const [c, s] = [Math.cos(lag(grating, z)), Math.sin(lag(grating, z))];
    const [absorbing, phase] = [Math.abs(c / (c * c + floor)), Math.abs(s / (s * s + floor))];
    expect(sums[3]! / sums[5]!).toBeCloseTo(absorbing / phase, 3);
    expect(Math.sqrt(sums[4]! / sums[6]!)).toBeCloseTo(absorbing / phase, 3);
    // Σ|∇u|² does not change with the distance; of weak contrast the part in the amplitude is cos²
    expect(sums[0]! / at(0).sums[0]!).toBeCloseTo(1, 4);
    expect(sums[2]! / sums[0]!).toBeCloseTo(c * c, 1);
    // rows 6 … 88, quads 2 … 28
    expect(pixelsPerTile).toBe(83 * 108);
  });

  it('is refocused towards the object, where an absorbing one is all amplitude', () => {
    const z = 60;
    // recorded at z: the contrast of an absorber is its absorption times the cosine of the lag
    const recorded = (kx: number) => Math.cos(lag(kx / COLS, z));
    using scope = kernels.scope();
    const contrast = contrastOf(
      scope,
      (x) => recorded(8) * Math.cos(turns(x, 0, 8, 0)) + recorded(20) * Math.cos(turns(x, 0, 20, 0)),
    );
    const grid = sweepGrid(kernels, scope, setupOf(contrast), 1);
    const { sums } = sampleAt(kernels, grid, z);
    const { re, im } = fromPlane(kernels, grid.inverted, ROWS, COLS);
    const { contrastFloor: floor } = metricsSettings.sweep;
    const restored = (kx: number) => recorded(kx) ** 2 / (recorded(kx) ** 2 + floor);
    for (const x of [0, 3, 9, 50]) {
      const object = restored(8) * Math.cos(turns(x, 0, 8, 0)) + restored(20) * Math.cos(turns(x, 0, 20, 0));
      expect(re[5 * COLS + x]).toBeCloseTo(object, 4);
    }
    expect(im.some((value) => Math.abs(value) > 0.1)).toBe(true);
    expect(sums[3]).toBeGreaterThan(0);
  });

  it('sums each tile for itself, inside the margin', () => {
    using scope = kernels.scope();
    // structure in one place alone: x 70 … 78, y 20 … 24
    const contrast = contrastOf(scope, (x, y) => (x > 70 && x < 78 && y > 20 && y < 24 ? 0.1 : 0));
    const whole = sampleAt(kernels, sweepGrid(kernels, scope, setupOf(contrast), 9), 0);
    const { sums, pixelsPerTile } = sampleAt(kernels, sweepGrid(kernels, scope, setupOf(contrast, 2), 9), 0);
    const share = (k: number) => [0, 1, 2, 3].map((t) => sums[7 * t + k]! / whole.sums[k]!);
    // the upper right tile has all of it but for what the grid's edge in frequency spreads
    for (const k of [0, 1, 2, 4]) {
      expect(share(k)).toEqual([0, 1, 0, 0].map((v) => expect.closeTo(v, 1)));
    }
    expect(4 * pixelsPerTile).toBe(whole.pixelsPerTile);
    // at the edge it does not count
    const edge = contrastOf(scope, (x, y) => (x < 6 && y > 50 ? 0.1 : 0));
    expect(sampleAt(kernels, sweepGrid(kernels, scope, setupOf(edge), 9), 0).sums[0]).toBeLessThan(1e-6);
  });
});

test('noise, which is even, is none of what a tile holds', () => {
  const held = withoutNoise(Float64Array.from([0.55, 0.15, 0.15, 0.15]), 0.6);
  expect(Array.from(held, (one) => Number(one.toFixed(9)))).toEqual([1, 0, 0, 0]);
  const half = withoutNoise(Float64Array.from([0.4, 0.3, 0.2, 0.1]), 0.4);
  [0.3, 0.2, 0.1, 0].forEach((left, t) => expect(half[t]).toBeCloseTo(left / 0.6, 9));
});
