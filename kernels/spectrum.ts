// What the spectrum of a real frame holds: its power, the floor under it, where it gathers.
// A half spectrum has the columns 0 … cols/2 of a frame `cols` wide, rows in FFT order (DC first).

import { QUAD_BYTES, TO_IMAGINARY } from './complex-layout';
import { BytePitch, ComplexAt, Count, DoublesAt, FloatPitch, FloatsAt, IntegersAt, RealAt } from './types';

/** power[v, u] = |spectrum[v, u]|² as f32, for the first `cols` columns. */
export function powerOf(
  spectrum: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
  power: RealAt,
  powerPitch: FloatPitch<i32>,
): void {
  for (let v = 0; v < rows; v++) {
    let a: usize = spectrum + <usize>v * pitchBytes;
    let b: usize = power + ((<usize>v * powerPitch) << 2);
    for (let u = 0; u < cols; u += 4) {
      const re = v128.load(a);
      const im = v128.load(a, TO_IMAGINARY);
      v128.store(b, f32x4.add(f32x4.mul(re, re), f32x4.mul(im, im)));
      a += QUAD_BYTES;
      b += 16;
    }
  }
}

/**
 * Histogram of the upper 16 bits of positive floats: 128 classes an octave, enough for a median to 0.5 %.
 * Rows `rowFrom … rowTo − 1`, columns `colFrom … colTo − 1`. `counts`: 65,536 u32, added to.
 */
export function histogramOfPower(
  power: RealAt,
  pitch: FloatPitch<i32>,
  rowFrom: Count<i32>,
  rowTo: Count<i32>,
  colFrom: Count<i32>,
  colTo: Count<i32>,
  counts: IntegersAt,
): void {
  for (let v = rowFrom; v < rowTo; v++) {
    for (let u = colFrom; u < colTo; u++) {
      const key = load<u16>(power + ((<usize>(v * pitch + u)) << 2), 2);
      const at = counts + ((<usize>key) << 2);
      store<u32>(at, load<u32>(at) + 1);
    }
  }
}

/**
 * Sums power into square cells of `cell` bins, giving a map of the half plane with fy from −1/2 upwards:
 * out[j, i] (f64, `mapCols` wide) += power at u = i·cell …, v + rows/2 = j·cell …
 */
export function poolPower(
  power: RealAt,
  pitch: FloatPitch<i32>,
  rows: Count<i32>,
  cols: Count<i32>,
  cellRows: Count<i32>,
  cellCols: Count<i32>,
  out: DoublesAt,
  mapCols: Count<i32>,
): void {
  const half = rows >> 1;
  for (let v = 0; v < rows; v++) {
    const shifted = v < rows - half ? v + half : v - (rows - half);
    const row = out + <usize>((shifted / cellRows) * mapCols) * 8;
    let source = power + ((<usize>v * pitch) << 2);
    let at = row;
    for (let u = 0; u < cols; u += cellCols) {
      let sum: f64 = 0;
      const end = min(cols, u + cellCols);
      for (let k = u; k < end; k++) {
        sum += <f64>load<f32>(source);
        source += 4;
      }
      store<f64>(at, load<f64>(at) + sum);
      at += 8;
    }
  }
}

/** Power at a frequency index (v, u), −rows < v < 2 rows and likewise u, of the full spectrum, read from the half spectrum. */
@inline function powerAt(power: usize, pitch: i32, rows: i32, cols: i32, v: i32, u: i32): f64 {
  let row = v < 0 ? v + rows : v >= rows ? v - rows : v;
  let col = u < 0 ? u + cols : u >= cols ? u - cols : u;
  if (col > cols >> 1) {
    col = cols - col;
    row = row == 0 ? 0 : rows - row;
  }
  return <f64>load<f32>(power + ((<usize>(row * pitch + col)) << 2));
}

/** Whether a frequency in (−1.5, 1.5) cycles/px, folded into the first zone, lies within `guard` of 0 or of ±1/2. */
@inline function onStripe(f: f64, guard: f64): bool {
  let a = Math.abs(f);
  if (a > 0.5) a = Math.abs(a - 1);
  return a < guard || 0.5 - a < guard;
}

/** {@link powerAt} for TypeScript: one bin. `frameCols` is the width of the frame, not of the half spectrum. */
export function readPower(
  power: RealAt,
  pitch: FloatPitch<i32>,
  rows: Count<i32>,
  frameCols: Count<i32>,
  v: Count<i32>,
  u: Count<i32>,
): f64 {
  return powerAt(power, pitch, rows, frameCols, v, u);
}

/** Bytes of a column of {@link ringProfile}. */
const COLUMN: usize = 16;

/**
 * Radial profile around a frequency (cx, cy) in cycles/px: ring k holds |f − c| in [k, k + 1) · step. Directions
 * whose angle to (ax, ay), or with `bothWays` to its opposite, has a cosine above `maxCosine` are left out (2 keeps all), and so are bins within
 * `axisGuard` cycles/px of the axes fx = 0 and fy = 0 and of the Nyquist lines, where frames keep their stripes.
 * @param stride reads every stride-th bin along both axes
 * @param out `rings` pairs of f64: power, bins (added to)
 */
export function ringProfile(
  power: RealAt,
  pitch: FloatPitch<i32>,
  rows: Count<i32>,
  frameCols: Count<i32>,
  cx: f64,
  cy: f64,
  step: f64,
  rings: Count<i32>,
  ax: f64,
  ay: f64,
  maxCosine: f64,
  bothWays: bool,
  axisGuard: f64,
  stride: Count<i32>,
  out: DoublesAt,
): void {
  const reach = step * <f64>rings;
  const vFrom = <i32>Math.ceil((cy - reach) * <f64>rows);
  const vTo = <i32>Math.floor((cy + reach) * <f64>rows);
  const uFrom = <i32>Math.ceil((cx - reach) * <f64>frameCols);
  const uTo = <i32>Math.floor((cx + reach) * <f64>frameCols);
  // of each column its distance from cx, where it stands in its row, and whether that is the row of −f
  const columns = heap.alloc(<usize>max(0, uTo - uFrom + 1) * COLUMN);
  let end = columns;
  for (let u = uFrom; u <= uTo; u += stride) {
    const fx = <f64>u / <f64>frameCols;
    if (onStripe(fx, axisGuard)) continue;
    const col = u < 0 ? u + frameCols : u >= frameCols ? u - frameCols : u;
    const other = col > frameCols >> 1;
    store<f64>(end, fx - cx);
    store<i32>(end, (other ? frameCols - col : col) << 2, 8);
    store<i32>(end, other ? 4 : 0, 12);
    end += COLUMN;
  }
  // the rows of f and of −f
  const lines = heap.alloc(8);
  for (let v = vFrom; v <= vTo; v += stride) {
    const fy = <f64>v / <f64>rows;
    const dy = fy - cy;
    if (onStripe(fy, axisGuard)) continue;
    const row = v < 0 ? v + rows : v >= rows ? v - rows : v;
    store<usize>(lines, power + ((<usize>(row * pitch)) << 2));
    store<usize>(lines, power + ((<usize>((row == 0 ? 0 : rows - row) * pitch)) << 2), 4);
    for (let column = columns; column < end; column += COLUMN) {
      const dx = load<f64>(column);
      const square = dx * dx + dy * dy;
      if (square >= reach * reach) continue;
      const radius = Math.sqrt(square);
      const ring = <i32>(radius / step);
      if (ring >= rings) continue;
      const along = dx * ax + dy * ay;
      if ((bothWays ? Math.abs(along) : along) > maxCosine * radius) continue;
      const at = out + (<usize>ring << 4);
      const bin = load<usize>(lines + <usize>load<i32>(column, 12)) + <usize>load<i32>(column, 8);
      store<f64>(at, load<f64>(at) + <f64>load<f32>(bin));
      store<f64>(at, load<f64>(at, 8) + 1, 8);
    }
  }
  heap.free(lines);
  heap.free(columns);
}

/**
 * The bins of a disc around a frequency (x, y) in cycles/px, and those `apart` columns further: into `out`, as f64, how many there are, the
 * sum of their power, the highest, the sum of squared differences of both, and that of squared means of both.
 */
export function discBins(
  power: RealAt,
  pitch: FloatPitch<i32>,
  rows: Count<i32>,
  frameCols: Count<i32>,
  x: f64,
  y: f64,
  radius: f64,
  apart: Count<i32>,
  out: DoublesAt,
): void {
  const vTo = (y + radius) * <f64>rows;
  const uTo = (x + radius) * <f64>frameCols;
  let count: f64 = 0;
  let sum: f64 = 0;
  let highest: f64 = 0;
  let differences: f64 = 0;
  let means: f64 = 0;
  for (let v = <i32>Math.ceil((y - radius) * <f64>rows); <f64>v <= vTo; v++) {
    const dy = <f64>v / <f64>rows - y;
    for (let u = <i32>Math.ceil((x - radius) * <f64>frameCols); <f64>u <= uTo; u++) {
      const dx = <f64>u / <f64>frameCols - x;
      if (Math.sqrt(dx * dx + dy * dy) > radius) continue;
      const own = powerAt(power, pitch, rows, frameCols, v, u);
      const next = powerAt(power, pitch, rows, frameCols, v, u + apart);
      count += 1;
      sum += own;
      highest = max<f64>(highest, own);
      differences += (own - next) * (own - next);
      means += ((own + next) * (own + next)) / 4;
    }
  }
  store<f64>(out, count);
  store<f64>(out, sum, 8);
  store<f64>(out, highest, 16);
  store<f64>(out, differences, 24);
  store<f64>(out, means, 32);
}
