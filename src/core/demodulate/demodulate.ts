import type { CameraImage } from '../field/camera.ts';
import {
  blocksOf,
  COLS_PER_BLOCK,
  floatsIn,
  inRow,
  QUAD_BYTES,
  quadsOf,
  wholeQuads,
} from '../kernel/complex-layout.ts';
import { bytesIn, corner, type ComplexPlane } from '../kernel/plane.ts';
import { fastSize } from '../fft/fast-size.ts';
import { fftColumns, fftRows, ifft2Within } from '../fft/fft2.ts';
import { FftPlans } from '../fft/plans.ts';
import type { FloatsAt, QuadsAt } from '../kernel/addresses.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { Frequency } from '../field/frequency.ts';

/**
 * A field on the native grid: the coarse grid that still carries the recorded bandwidth. Native sample (j, i) lies
 * at camera pixel (j · stepY, i · stepX) of the crop, so the first samples coincide.
 */
export interface NativeField {
  readonly plane: ComplexPlane;
  /** the part of the plane that lies on the sensor; the rest is zero padding of the transform */
  readonly rows: number;
  readonly cols: number;
  /** camera pixels from one native sample to the next */
  readonly stepX: number;
  readonly stepY: number;
  /** size of the camera grid the transform was made on, including its zero padding */
  readonly fullRows: number;
  readonly fullCols: number;
  /**
   * Variance of the field for unit variance of the camera's white noise: Σ filter² / (fullRows · fullCols),
   * before the taper.
   */
  readonly noiseGain: number;
  /** camera pixels over which the frame faded to 0 at its edges */
  readonly taper: number;
}

/** Samples per cycle of a filter's rim: above 2, so that quotients and products of fields still fit. */
export const SAMPLES_PER_CYCLE = 3;
/** Samples along the side of a coarse grid, however small the filter is. */
export const LEAST_SIDE = 16;

/** Native grid of a filter: `rows × cols` samples for a camera grid of `fullRows × fullCols`. */
export function nativeGrid(
  rows: number,
  cols: number,
  stopRadius: number,
): { readonly rows: number; readonly cols: number; readonly fullRows: number; readonly fullCols: number } {
  const fullRows = fastSize(rows);
  const fullCols = fastSize(cols);
  const side = (full: number) =>
    Math.min(full, fastSize(Math.max(LEAST_SIDE, Math.ceil(SAMPLES_PER_CYCLE * stopRadius * full))));
  return { rows: side(fullRows), cols: side(fullCols), fullRows, fullCols };
}

/** The part of a native grid that lies on a frame, and camera pixels from one of its samples to the next. */
export function nativeExtent(
  grid: ReturnType<typeof nativeGrid>,
  frame: { readonly rows: number; readonly cols: number },
): Pick<NativeField, 'rows' | 'cols' | 'stepX' | 'stepY'> {
  const stepX = grid.fullCols / grid.cols;
  const stepY = grid.fullRows / grid.rows;
  return {
    rows: Math.min(grid.rows, Math.floor((frame.rows - 1) / stepY) + 1),
    cols: Math.min(grid.cols, Math.floor((frame.cols - 1) / stepX) + 1),
    stepX,
    stepY,
  };
}

/**
 * Demodulates the sideband at `carrier` (cycles/px): multiplies by exp(−2πi c·x), low-passes with a radial filter
 * (1 up to `passRadius`, raised cosine to 0 at `stopRadius`) and resamples to the native grid, all in one pruned
 * transform: of the columns' spectra only those inside the filter are computed. The frame fades to 0 over
 * `taper` pixels at its edges, so that what lies on opposite edges does not ring into each other; see {@link unfade}.
 * @param scope owns the returned plane
 * @param bend takes a smooth phase out of the camera's own pixels, once they are multiplied by the carrier: a carrier that
 * is curved
 */
export function demodulate(
  kernels: Kernels,
  scope: Scope,
  image: Pick<CameraImage, 'plane' | 'mean'>,
  carrier: Frequency,
  filter: { readonly passRadius: number; readonly stopRadius: number; readonly taper: number },
  grid: ReturnType<typeof nativeGrid>,
  bend?: (pixels: ComplexPlane) => void,
): NativeField {
  const { wasm } = kernels;
  const { plane } = image;
  const { fullRows, fullCols } = grid;
  const native = scope.complex(grid.rows, grid.cols);
  using scratch = kernels.scope();
  const full = scratch.complex(fullRows, fullCols);
  const tx = carrierTable(kernels, scratch, plane.cols, carrier.x, filter.taper);
  const ty = carrierTable(kernels, scratch, plane.rows, carrier.y, filter.taper);
  // a filter leaves nothing of others
  const { stopRadius } = filter;
  const within = stopRadius > 0 ? Math.min(grid.cols, 2 * Math.ceil(stopRadius * fullCols) + 1) : grid.cols;
  const kept = keptColumns(full, within);
  const rowPlan = bend ? null : FftPlans.of(kernels).row(fullCols);
  if (rowPlan) {
    const rows = scratch.scratch(wasm.demodulateRowsScratchBytes(rowPlan));
    wasm.demodulateRows(rowPlan, plane, tx, ty, full, rows, { mean: image.mean, ...kept });
  } else {
    wasm.demodulate(plane, image.mean, tx, ty, full);
    bend?.(corner(full, plane.rows, plane.cols));
    fftRows(kernels, full);
  }
  fftColumns(kernels, full, false, 0, kept.low);
  fftColumns(kernels, full, false, kept.high);
  const scale = (grid.rows * grid.cols) / (fullRows * fullCols);
  const { passRadius } = filter;
  const passed = wasm.resampleSpectrum(full, native, { passRadius, stopRadius, scale });
  ifft2Within(kernels, native, keptColumns(native, within));
  return {
    plane: native,
    ...nativeExtent(grid, plane),
    fullRows,
    fullCols,
    noiseGain: passed / (fullRows * fullCols),
    taper: filter.taper,
  };
}

function carrierTable(
  kernels: Kernels,
  scratch: Scope,
  count: number,
  frequency: number,
  taper: number,
): QuadsAt {
  const padded = wholeQuads(count);
  const window = scratch.floats(padded + 4);
  kernels.wasm.taperWindow(window, { count, width: taper });
  const table = scratch.quads(padded);
  kernels.wasm.carrierTable(table, window, { count, padded, frequency });
  return table;
}

/**
 * The blocks of columns that hold so many frequencies, those next to 0 from both sides: all before `low`, and all from `high` on.
 */
export function keptColumns({ cols }: ComplexPlane, frequencies: number): { low: number; high: number } {
  const half = (frequencies - 1) >> 1;
  const low = Math.floor(half / COLS_PER_BLOCK) + 1;
  const high = Math.floor((cols - half) / COLS_PER_BLOCK);
  const blocks = blocksOf(cols);
  return high <= low ? { low: blocks, high: blocks } : { low, high };
}

/** The fade is undone down to this share, which bounds by how much the outermost pixels' noise grows. */
export const LEAST_FADE = 0.1;

/** Fade of a side of `count` camera pixels, sampled at `samples` places `step` pixels apart. */
export function fadeAt(
  kernels: Kernels,
  count: number,
  taper: number,
  samples: number,
  step: number,
): Float32Array {
  using scratch = kernels.scope();
  const window = scratch.floats(count + 4);
  kernels.wasm.taperWindow(window, { count, width: taper });
  const values = kernels.floats(window, count);
  const fade = new Float32Array(samples);
  for (let k = 0; k < samples; k++) {
    const at = Math.min(count - 1, k * step);
    const low = Math.floor(at);
    const high = Math.min(count - 1, low + 1);
    fade[k] = values[low]! + (at - low) * (values[high]! - values[low]!);
  }
  return fade;
}

/** What undoes {@link fadeAt}: its reciprocal, at most 1 / {@link LEAST_FADE}. */
export function inverseFade(fade: Float32Array): Float32Array {
  return fade.map((value) => 1 / Math.max(LEAST_FADE, value));
}

/** A per-column or per-row table in the kernels' memory, padded with zeros for vector loads: nothing lies beyond it. */
export function table(kernels: Kernels, scratch: Scope, values: Float32Array): FloatsAt {
  const padded = values.length + 4;
  const block = scratch.floats(padded);
  kernels.floats(block, padded).fill(0).set(values);
  return block;
}

/** A low-pass as {@link demodulate} applies it. */
export interface FadedFilter {
  readonly passRadius: number;
  readonly stopRadius: number;
  readonly taper: number;
}

/**
 * Undoes the fade of a demodulated field, with the fade as the filter left it: a plane wave comes out flat up to the
 * edge. (Of two fades at once, in the corners, the product of the two is nearly what the round filter leaves.)
 */
export function unfade(
  kernels: Kernels,
  field: NativeField,
  frame: { readonly rows: number; readonly cols: number },
  filter: FadedFilter,
): void {
  const { plane, rows, cols, fullRows, fullCols } = field;
  using scratch = kernels.scope();
  const fadeX = filteredFade(kernels, frame.cols, fullCols, plane.cols, filter);
  const fadeY = filteredFade(kernels, frame.rows, fullRows, plane.rows, filter);
  const wx = table(kernels, scratch, inverseFade(fadeX.subarray(0, cols)));
  const wy = table(kernels, scratch, inverseFade(fadeY.subarray(0, rows)));
  kernels.wasm.scaleField(corner(plane, rows, cols), wx, wy);
}

/** The fade of a side of `count` camera pixels after the filter, at the `native` samples of the coarse grid. */
export function filteredFade(
  kernels: Kernels,
  count: number,
  full: number,
  native: number,
  filter: FadedFilter,
): Float32Array {
  using scratch = kernels.scope();
  const line = scratch.complex(1, full);
  const coarse = scratch.complex(1, native);
  // the real part of a carrier of frequency 0 is the window itself
  const fade = carrierTable(kernels, scratch, count, 0, filter.taper);
  const bytes = quadsOf(count) * QUAD_BYTES;
  kernels.wasm.fillBytes(line.ptr, { value: 0, bytes: bytesIn(line) });
  kernels.bytes(line.ptr, bytes).set(kernels.bytes(fade, bytes));
  fftRows(kernels, line);
  const { passRadius, stopRadius } = filter;
  kernels.wasm.resampleSpectrum(line, coarse, { passRadius, stopRadius, scale: native / full });
  fftRows(kernels, coarse, true);
  const values = kernels.floats(coarse.ptr, floatsIn(coarse));
  const out = new Float32Array(native);
  for (let k = 0; k < native; k++) out[k] = values[inRow(k)]!;
  return out;
}
