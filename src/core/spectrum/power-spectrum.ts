import { bytesIn, corner, type RealPlane } from '../kernel/plane.ts';
import type { CameraImage } from '../field/camera.ts';
import { fastSize } from '../fft/fast-size.ts';
import { rfft2 } from '../fft/rfft2.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';

/** Cells along the height of the spectrum; half as many along the half width. */
export const CELLS = 256;

/** Power summed over cells of a few bins: the half plane fx ≥ 0 at a glance, fy upwards from −1/2. */
export interface CellMap {
  readonly rows: number;
  readonly cols: number;
  readonly power: Float64Array;
  fx(i: number): number;
  fy(j: number): number;
}

/** Power of the Hann-windowed frame over the half plane fx ≥ 0: rows in FFT order, columns 0 … cols/2. */
export interface PowerSpectrum {
  readonly power: RealPlane;
  /** size of the transform, i.e. of the frame after zero padding to a fast size */
  readonly rows: number;
  readonly cols: number;
  /** mean power per bin where there is only noise, (counts)² */
  readonly floor: number;
  /** Σ of the squared window: a white noise of variance s² has a floor of s² times this */
  readonly windowEnergy: number;
  readonly cells: CellMap;
}

/** Share of the bins that are assumed to hold nothing but noise; the sidebands may fill the rest. */
const QUIET_SHARE = 0.25;
/** Mean of an exponential variable over its 25 % quantile: 1 / −ln(1 − 0.25). */
const MEAN_OVER_QUANTILE = 3.4760594967822072;
const CLASSES = 65_536;

/** @param scope owns the power plane */
export function powerSpectrum(kernels: Kernels, scope: Scope, image: CameraImage): PowerSpectrum {
  const { wasm } = kernels;
  const { plane } = image;
  const rows = fastSize(plane.rows);
  const cols = fastSize(plane.cols);
  const half = (cols >> 1) + 1;
  const power = scope.real(rows, half);
  using scratch = kernels.scope();
  const windowed = scratch.real(rows, cols);
  const wx = scratch.floats(plane.cols + 4);
  const wy = scratch.floats(plane.rows + 4);
  wasm.hannWindow(wx, plane.cols);
  wasm.hannWindow(wy, plane.rows);
  wasm.fillBytes(windowed.ptr, { value: 0, bytes: bytesIn(windowed) });
  wasm.windowed(plane, image.mean, wx, wy, corner(windowed, plane.rows, plane.cols));
  const spectrum = scratch.complex(rows, half);
  rfft2(kernels, windowed, spectrum);
  wasm.powerOf(spectrum, power);
  // the sum of a Hann window's squares is 3/8 of its length
  const windowEnergy = (3 / 8) * (3 / 8) * plane.rows * plane.cols;
  // a synthetic frame may have no noise at all; what float32 leaves is this far below its power
  const least = 1e-12 * windowEnergy * (image.maximum - image.minimum) * (image.maximum - image.minimum);
  const cells = cellMap(kernels, power, rows, cols);
  return {
    power,
    rows,
    cols,
    windowEnergy,
    cells,
    floor: Math.max(least, noiseFloor(kernels, power, rows, half)),
  };
}

function noiseFloor(kernels: Kernels, power: RealPlane, rows: number, half: number): number {
  using scratch = kernels.scope();
  const histogram = scratch.integers(CLASSES);
  kernels.wasm.fillBytes(histogram, { value: 0, bytes: CLASSES * 4 });
  const inner = { rowFrom: 0, rowTo: rows, colFrom: 1, colTo: half - 1 };
  kernels.wasm.histogramOfPower(power, histogram, inner);
  const counts = new Uint32Array(kernels.bytes(histogram, CLASSES * 4).slice().buffer);
  const target = rows * (half - 2) * QUIET_SHARE;
  let below = 0;
  let key = 0;
  while (key < CLASSES - 1 && below + counts[key]! < target) below += counts[key++]!;
  const within = counts[key]! > 0 ? (target - below) / counts[key]! : 0;
  return MEAN_OVER_QUANTILE * (floatOfKey(key) + within * (floatOfKey(key + 1) - floatOfKey(key)));
}

/** The smallest float whose upper 16 bits are `key`. */
function floatOfKey(key: number): number {
  return new Float32Array(new Uint32Array([key << 16]).buffer)[0]!;
}

/** @param power half spectrum of a transform of `height × width` */
function cellMap(kernels: Kernels, power: RealPlane, height: number, width: number): CellMap {
  const cellRows = Math.max(1, Math.round(height / CELLS));
  const cellCols = Math.max(1, Math.round(width / CELLS));
  const half = (width >> 1) + 1;
  const rows = Math.ceil(height / cellRows);
  const cols = Math.ceil(half / cellCols);
  using scratch = kernels.scope();
  const out = scratch.doubles(rows * cols);
  kernels.wasm.fillBytes(out, { value: 0, bytes: rows * cols * 8 });
  kernels.wasm.poolPower(power, out, { cellRows, cellCols, mapCols: cols });
  const dc = height >> 1;
  return {
    rows,
    cols,
    power: kernels.doubles(out, rows * cols).slice(),
    fx: (i) => (i * cellCols + (cellCols - 1) / 2) / width,
    fy: (j) => (j * cellRows + (cellRows - 1) / 2 - dc) / height,
  };
}
