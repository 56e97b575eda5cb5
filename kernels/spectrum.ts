// What the spectrum of a real frame holds: its power, the floor under it, where it gathers, a picture of it.
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
  for (let v = vFrom; v <= vTo; v += stride) {
    const fy = <f64>v / <f64>rows;
    const dy = fy - cy;
    if (onStripe(fy, axisGuard)) continue;
    for (let u = uFrom; u <= uTo; u += stride) {
      const fx = <f64>u / <f64>frameCols;
      const dx = fx - cx;
      if (onStripe(fx, axisGuard)) continue;
      const square = dx * dx + dy * dy;
      if (square >= reach * reach) continue;
      const radius = Math.sqrt(square);
      const ring = <i32>(radius / step);
      if (ring >= rings) continue;
      const along = dx * ax + dy * ay;
      if ((bothWays ? Math.abs(along) : along) > maxCosine * radius) continue;
      const at = out + (<usize>ring << 4);
      store<f64>(at, load<f64>(at) + powerAt(power, pitch, rows, frameCols, v, u));
      store<f64>(at, load<f64>(at, 8) + 1, 8);
    }
  }
}

/** log10 of four positive floats from their bits and a polynomial: absolute error below 2e-4, the same on every engine. */
@inline function log10OfFour(values: v128): v128 {
  const exponent = f32x4.convert_i32x4_s(i32x4.sub(i32x4.shr_u(values, 23), i32x4.splat(127)));
  const mantissa = v128.or(v128.and(values, i32x4.splat(0x007fffff)), i32x4.splat(0x3f800000));
  const m = f32x4.sub(mantissa, f32x4.splat(1));
  let p = f32x4.add(f32x4.splat(-0.1936), f32x4.mul(m, f32x4.splat(0.0457)));
  p = f32x4.add(f32x4.splat(0.4154), f32x4.mul(m, p));
  p = f32x4.add(f32x4.splat(-0.7091), f32x4.mul(m, p));
  p = f32x4.add(f32x4.splat(1.4416), f32x4.mul(m, p));
  return f32x4.mul(f32x4.add(exponent, f32x4.mul(m, p)), f32x4.splat(0.30102999566));
}

/**
 * log10 of the root mean power over blocks of `reduce` × `reduce` bins, DC in the middle pixel (outRows >> 1, outCols >> 1).
 */
export function spectrumPicture(
  power: RealAt,
  pitch: FloatPitch<i32>,
  rows: Count<i32>,
  frameCols: Count<i32>,
  reduceRows: Count<i32>,
  reduceCols: Count<i32>,
  out: FloatsAt,
  outRows: Count<i32>,
  outCols: Count<i32>,
): void {
  const share = f64x2.splat(1 / (<f64>reduceRows * <f64>reduceCols));
  const least = f32x4.splat(1e-6);
  const first = -(outCols >> 1) * reduceCols - (reduceCols >> 1);
  // a sum for each block of a row, and a row's bins in the picture's order: up to three blocks more, for there are four at a time
  const blocks = <usize>((outCols + 3) & ~3);
  const sums = heap.alloc(blocks * 8 + blocks * (<usize>reduceCols << 2));
  const bins = sums + blocks * 8;
  memory.fill(bins, 0, blocks * (<usize>reduceCols << 2));
  for (let j = 0; j < outRows; j++) {
    memory.fill(sums, 0, blocks * 8);
    for (let dv = 0; dv < reduceRows; dv++) {
      const v = (j - (outRows >> 1)) * reduceRows - (reduceRows >> 1) + dv;
      const row = v < 0 ? v + rows : v >= rows ? v - rows : v;
      const own = power + ((<usize>(row * pitch)) << 2);
      // that of −f, where the other half is
      const other = power + ((<usize>((row == 0 ? 0 : rows - row) * pitch)) << 2);
      putBins(own, other, frameCols, first, outCols * reduceCols, bins);
      addBlocks(bins, reduceCols, sums, blocks);
    }
    const line = out + ((<usize>(j * outCols)) << 2);
    for (let i = 0; i < outCols; i += 4) {
      const at = sums + (<usize>i << 3);
      const low = f32x4.demote_f64x2_zero(f64x2.sqrt(f64x2.mul(v128.load(at), share)));
      const high = f32x4.demote_f64x2_zero(f64x2.sqrt(f64x2.mul(v128.load(at, 16), share)));
      const four = log10OfFour(f32x4.pmax(v128.shuffle<f32>(low, high, 0, 1, 4, 5), least));
      if (i + 4 <= outCols) v128.store(line + (<usize>i << 2), four);
      else {
        v128.store(sums, four);
        memory.copy(line + (<usize>i << 2), sums, <usize>(outCols - i) << 2);
      }
    }
  }
  heap.free(sums);
}

/** The bins of a row of the full spectrum from frequency index `first` on, −frameCols < first ≤ 0, of the half that holds them and that of −f. */
function putBins(own: usize, other: usize, frameCols: i32, first: i32, count: i32, bins: usize): void {
  const half = frameCols >> 1;
  for (let u = first; u < 0; u++) {
    const col = u + frameCols;
    const at = col > half ? other + (<usize>(-u) << 2) : own + (<usize>col << 2);
    store<f32>(bins + (<usize>(u - first) << 2), load<f32>(at));
  }
  memory.copy(bins + (<usize>(-first) << 2), own, <usize>(count + first) << 2);
}

/** Adds `wide` neighbouring bins to each of an even number of sums, one after the other. */
function addBlocks(bins: usize, wide: i32, sums: usize, blocks: usize): void {
  const bytes = <usize>wide << 2;
  let block = bins;
  for (let at = sums; at < sums + blocks * 8; at += 16) {
    let two = v128.load(at);
    for (let k: usize = 0; k < bytes; k += 4) {
      const both = v128.load32_lane(block + bytes + k, v128.load32_zero(block + k), 1);
      two = f64x2.add(two, f64x2.promote_low_f32x4(both));
    }
    v128.store(at, two);
    block += 2 * bytes;
  }
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
