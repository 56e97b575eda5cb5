import { COLS_PER_QUAD } from '../../../kernel/complex-layout.ts';
import type { ComplexPlane } from '../../../kernel/plane.ts';
import { tileBounds } from '../../../field/tile-bounds.ts';
import { fastSize } from '../../../fft/fast-size.ts';
import { ifft2 } from '../../../fft/fft2.ts';
import type { Kernels, Scope } from '../../../kernel/kernels.ts';
import { bandLimit, type Sampling } from '../../../propagate/transfer.ts';
import type { ContrastSpectrum } from '../../optics/contrast-spectrum.ts';
import type { RegionCurves } from './foci.ts';
import type { MetricsSettings, SweepSettings } from './metrics-settings.ts';

/** What the sweeps of one search have in common. */
export interface SweepSetup {
  readonly contrast: ContrastSpectrum;
  /** µm, in the medium of propagation */
  readonly wavelength: number;
  /** a side; see tilesFor */
  readonly tiles: number;
  readonly metrics: MetricsSettings;
}

/** A spectrum on the grid of one level of the search, and room to refocus it plainly and without its twin. */
export interface SweepGrid {
  readonly spectrum: ComplexPlane;
  readonly work: ComplexPlane;
  readonly inverted: ComplexPlane;
  readonly sampling: Sampling;
  readonly wavelength: number;
  /** samples that the frame fills */
  readonly rows: number;
  readonly cols: number;
  /** a side */
  readonly tiles: number;
  readonly settings: SweepSettings;
}

/** The sums of all tiles at one distance: {@link SUMS} per tile, row by row. */
export interface SweepSample {
  /** µm */
  readonly z: number;
  readonly sums: Float64Array;
  readonly pixelsPerTile: number;
}

const SUMS = 7;

/** Samples along both sides of a grid that carries `reach` cycles/µm. */
export function gridSize(contrast: ContrastSpectrum, reach: number): { rows: number; cols: number } {
  const { spectrum, sampling } = contrast;
  const side = (count: number, pitch: number) =>
    Math.min(count, fastSize(Math.max(32, Math.ceil(2.2 * reach * count * pitch))));
  return { rows: side(spectrum.rows, sampling.pitchY), cols: side(spectrum.cols, sampling.pitchX) };
}

/** @param reach cycles/µm */
export function sweepGrid(kernels: Kernels, scope: Scope, setup: SweepSetup, reach: number): SweepGrid {
  const { contrast, wavelength, tiles, metrics } = setup;
  const { spectrum, sampling } = contrast;
  const { rows, cols } = gridSize(contrast, reach);
  const small = scope.complex(rows, cols);
  // radii in cycles per sample; the coarser pitch rules where they differ
  const perSample = reach * Math.max(sampling.pitchX, sampling.pitchY);
  const [passRadius, stopRadius] = [perSample, perSample * 1.1];
  const scale = (rows * cols) / (spectrum.rows * spectrum.cols);
  kernels.wasm.resampleSpectrum(spectrum, small, { passRadius, stopRadius, scale });
  return {
    spectrum: small,
    work: scope.complex(rows, cols),
    inverted: scope.complex(rows, cols),
    sampling: {
      pitchX: (sampling.pitchX * spectrum.cols) / cols,
      pitchY: (sampling.pitchY * spectrum.rows) / rows,
    },
    wavelength,
    rows: Math.floor((contrast.rows * rows) / spectrum.rows),
    cols: Math.floor((contrast.cols * cols) / spectrum.cols),
    tiles,
    settings: metrics.sweep,
  };
}

/** Tiles a side of a frame. */
export function tilesFor(rows: number, cols: number, { mostTiles, leastTile }: SweepSettings): number {
  return Math.max(1, Math.min(mostTiles, Math.floor(Math.min(rows, cols) / leastTile)));
}

/** Refocuses twice, plainly and with the twin divided out, and sums what the metrics need. */
export function sampleAt(kernels: Kernels, grid: SweepGrid, z: number): SweepSample {
  const { wasm } = kernels;
  const { spectrum, work, inverted, sampling, wavelength, tiles } = grid;
  const { rows, cols, pitchBytes } = spectrum;
  const extentX = cols * sampling.pitchX;
  const extentY = rows * sampling.pitchY;
  const steps = { stepX: 1 / extentX, stepY: 1 / extentY };
  const limits = { limitX: bandLimit(wavelength, extentX, z), limitY: bandLimit(wavelength, extentY, z) };
  const sums = new Float64Array(tiles * tiles * SUMS);
  using scratch = kernels.scope();
  const out = scratch.doubles(4);
  const row = scratch.scratch(pitchBytes);
  const transfer = { ...steps, ...limits, wavelength, z: -z };
  wasm.refocusContrast(spectrum, work, inverted, row, { ...transfer, epsilon: grid.settings.contrastFloor });
  ifft2(kernels, work);
  let pixels = 0;
  eachTile(grid, (t, region) => {
    wasm.fieldSums(work, out, region);
    sums.set(kernels.doubles(out, 3), t * SUMS);
    pixels += (region.rowTo - region.rowFrom) * (region.colTo - region.colFrom);
  });
  ifft2(kernels, inverted);
  eachTile(grid, (t, region) => {
    wasm.partSums(inverted, out, region);
    sums.set(kernels.doubles(out, 4), t * SUMS + 3);
  });
  return { z, sums, pixelsPerTile: pixels / (tiles * tiles) };
}

interface Region {
  readonly rowFrom: number;
  readonly rowTo: number;
  readonly colFrom: number;
  readonly colTo: number;
}

/** Tiles of the frame less its margin; columns at whole quads, one row and column left beyond. */
function eachTile(grid: SweepGrid, visit: (tile: number, region: Region) => void): void {
  const { tiles, rows, cols } = grid;
  const { margin } = grid.settings;
  const top = Math.floor(margin * rows);
  const left = Math.floor((margin * cols) / COLS_PER_QUAD);
  const usedRows = rows - 1 - 2 * top;
  const usedQuads = Math.floor((cols - 1) / COLS_PER_QUAD) - 2 * left;
  for (let t = 0; t < tiles * tiles; t++) {
    const y = tileBounds(Math.floor(t / tiles), tiles, usedRows);
    const x = tileBounds(t % tiles, tiles, usedQuads);
    const [colFrom, colTo] = [COLS_PER_QUAD * (left + x.from), COLS_PER_QUAD * (left + x.to)];
    visit(t, { rowFrom: top + y.from, rowTo: top + y.to, colFrom, colTo });
  }
}

/** The metrics of the named tiles together, over all distances. */
export function regionCurves(samples: readonly SweepSample[], tiles: readonly number[]): RegionCurves {
  const total = (sample: SweepSample, k: number) =>
    tiles.reduce((sum, t) => sum + sample.sums[t * SUMS + k]!, 1e-300);
  const pixels = (sample: SweepSample) => sample.pixelsPerTile * tiles.length;
  const sparse = (sample: SweepSample, k: number) =>
    total(sample, k) / Math.sqrt(pixels(sample) * total(sample, k + 1));
  const energy = samples.map(({ sums }) =>
    sums.reduce((sum, v, k) => (k % SUMS === 0 ? sum + v : sum), 1e-300),
  );
  const most = Math.max(...energy);
  return {
    z: samples.map((s) => s.z),
    explained: energy.map((e) => e / most),
    absorbing: samples.map((s) => sparse(s, 3)),
    phase: samples.map((s) => sparse(s, 5)),
    amplitudeShare: samples.map((s) => total(s, 2) / total(s, 0)),
    peakedness: samples.map((s) => (pixels(s) * total(s, 1)) / (total(s, 0) * total(s, 0))),
  };
}

/** Share of the gradient's energy that each tile holds, averaged over the distances. */
export function energyShares(samples: readonly SweepSample[]): Float64Array {
  const tiles = samples[0]!.sums.length / SUMS;
  const energy = new Float64Array(tiles);
  for (const { sums } of samples) for (let t = 0; t < tiles; t++) energy[t]! += sums[t * SUMS]!;
  const all = energy.reduce((a, b) => a + b, 1e-300);
  return energy.map((e) => e / all);
}

/** Shares without what is noise of them all, which is even. */
export function withoutNoise(shares: Float64Array, noise: number): Float64Array {
  const left = shares.map((share) => Math.max(0, share - noise / shares.length));
  const all = left.reduce((sum, share) => sum + share, 1e-300);
  return left.map((share) => share / all);
}

/** How much of each tile is sharp: the fourth power of the gradient, which few strong edges hold. */
export function sharpness({ sums }: SweepSample): Float64Array {
  return Float64Array.from({ length: sums.length / SUMS }, (_, t) => sums[t * SUMS + 1]!);
}
