// Camera samples into a real plane, with the statistics that the report and the noise model start from.
import { BytesAt, Count, DoublesAt, FloatPitch, FloatsAt, RealAt } from './types';

/** Layout of the statistics block, in f64: what {@link loadFrame} leaves behind. */
const MINIMUM: usize = 0;
const MAXIMUM: usize = 8;
const SUM: usize = 16;
const NON_FINITE: usize = 24;
const AT_MAXIMUM: usize = 32;

/** Eight unsigned samples at an address as two vectors of floats, stored at `to`. */
@inline function widen<T>(samples: usize, to: usize): void {
  const words = sizeof<T>() == 1 ? v128.load_ext<u8>(samples) : v128.load(samples);
  v128.store(to, f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(words)));
  v128.store(to, f32x4.convert_i32x4_u(i32x4.extend_high_i16x8_u(words)), 16);
}

@inline function smallestLane(v: v128): f32 {
  const a = min<f32>(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1));
  return min<f32>(a, min<f32>(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)));
}

@inline function largestLane(v: v128): f32 {
  const a = max<f32>(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1));
  return max<f32>(a, max<f32>(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)));
}

/** {@link convert} for 8 and 16 bit samples, which are always finite and whose row sums are exact in 32 bits. */
@inline function convertUnsigned<T>(
  samples: usize,
  plane: usize,
  rows: i32,
  cols: i32,
  pitch: i32,
  statistics: usize,
): void {
  let lowest = f32x4.splat(Infinity);
  let highest = f32x4.splat(-Infinity);
  let sum: f64 = 0;
  for (let y = 0; y < rows; y++) {
    let source: usize = samples + <usize>y * cols * sizeof<T>();
    const row: usize = plane + ((<usize>y * pitch) << 2);
    let rowSum = i32x4.splat(0);
    let tail: f64 = 0;
    let x = 0;
    for (; x + 8 <= cols; x += 8) {
      const to = row + ((<usize>x) << 2);
      widen<T>(source, to);
      const a = v128.load(to);
      const b = v128.load(to, 16);
      lowest = f32x4.pmin(lowest, f32x4.pmin(a, b));
      highest = f32x4.pmax(highest, f32x4.pmax(a, b));
      rowSum = i32x4.add(rowSum, i32x4.add(i32x4.trunc_sat_f32x4_u(a), i32x4.trunc_sat_f32x4_u(b)));
      source += 8 * sizeof<T>();
    }
    for (; x < cols; x++) {
      const value = <f32>load<T>(source);
      store<f32>(row + ((<usize>x) << 2), value);
      lowest = f32x4.pmin(lowest, f32x4.splat(value));
      highest = f32x4.pmax(highest, f32x4.splat(value));
      tail += <f64>value;
      source += sizeof<T>();
    }
    for (; x < pitch; x++) store<f32>(row + ((<usize>x) << 2), 0);
    sum +=
      tail +
      <f64>(<u32>i32x4.extract_lane(rowSum, 0)) +
      <f64>(<u32>i32x4.extract_lane(rowSum, 1)) +
      <f64>(<u32>i32x4.extract_lane(rowSum, 2)) +
      <f64>(<u32>i32x4.extract_lane(rowSum, 3));
  }
  const most = largestLane(highest);
  store<f64>(statistics, <f64>smallestLane(lowest), MINIMUM);
  store<f64>(statistics, <f64>most, MAXIMUM);
  store<f64>(statistics, sum, SUM);
  store<f64>(statistics, 0, NON_FINITE);
  store<f64>(statistics, <f64>countEqual(plane, rows, cols, pitch, most), AT_MAXIMUM);
}

function countEqual(plane: usize, rows: i32, cols: i32, pitch: i32, value: f32): i32 {
  const wanted = f32x4.splat(value);
  let count = i32x4.splat(0);
  let tail = 0;
  for (let y = 0; y < rows; y++) {
    const row: usize = plane + ((<usize>y * pitch) << 2);
    let x = 0;
    for (; x + 4 <= cols; x += 4) count = i32x4.sub(count, f32x4.eq(v128.load(row + ((<usize>x) << 2)), wanted));
    for (; x < cols; x++) tail += i32(load<f32>(row + ((<usize>x) << 2)) == value);
  }
  return (
    tail +
    i32x4.extract_lane(count, 0) +
    i32x4.extract_lane(count, 1) +
    i32x4.extract_lane(count, 2) +
    i32x4.extract_lane(count, 3)
  );
}

@inline function convert<T>(samples: usize, plane: usize, rows: i32, cols: i32, pitch: i32, statistics: usize): void {
  let lowest: f32 = Infinity;
  let highest: f32 = -Infinity;
  let sum: f64 = 0;
  let nonFinite: i32 = 0;
  let atHighest: i32 = 0;
  for (let y = 0; y < rows; y++) {
    let source: usize = samples + (<usize>y * cols) * sizeof<T>();
    const row: usize = plane + (<usize>y * pitch) * 4;
    let rowSum: f64 = 0;
    for (let x = 0; x < cols; x++) {
      const value = <f32>load<T>(source);
      source += sizeof<T>();
      store<f32>(row + ((<usize>x) << 2), value);
      if (isFloat<T>()) {
        if (!isFinite<f32>(value)) {
          nonFinite++;
          continue;
        }
      }
      rowSum += <f64>value;
      if (value < lowest) lowest = value;
      if (value > highest) {
        highest = value;
        atHighest = 0;
      }
      if (value == highest) atHighest++;
    }
    sum += rowSum;
    for (let x = cols; x < pitch; x++) store<f32>(row + ((<usize>x) << 2), 0);
  }
  store<f64>(statistics, <f64>lowest, MINIMUM);
  store<f64>(statistics, <f64>highest, MAXIMUM);
  store<f64>(statistics, sum, SUM);
  store<f64>(statistics, <f64>nonFinite, NON_FINITE);
  store<f64>(statistics, <f64>atHighest, AT_MAXIMUM);
}

/**
 * Reads `rows * cols` contiguous samples into a plane of float32; the columns from `cols` to `pitch` become 0.
 * @param kind 0 u8, 1 u16, 2 i32, 3 f32, 4 f64
 * @param statistics five f64: minimum, maximum, sum, non-finite samples, samples equal to the maximum
 */
export function loadFrame(
  kind: Count<i32>,
  samples: BytesAt,
  plane: RealAt,
  rows: Count<i32>,
  cols: Count<i32>,
  pitch: FloatPitch<i32>,
  statistics: DoublesAt,
): void {
  if (kind == 0) convertUnsigned<u8>(samples, plane, rows, cols, pitch, statistics);
  else if (kind == 1) convertUnsigned<u16>(samples, plane, rows, cols, pitch, statistics);
  else if (kind == 2) convert<i32>(samples, plane, rows, cols, pitch, statistics);
  else if (kind == 3) convert<f32>(samples, plane, rows, cols, pitch, statistics);
  else convert<f64>(samples, plane, rows, cols, pitch, statistics);
}

/** out = (plane − mean) · wy[y] · wx[x]; the windows are f32 tables. */
export function windowed(
  plane: RealAt,
  pitch: FloatPitch<i32>,
  rows: Count<i32>,
  cols: Count<i32>,
  mean: f32,
  wx: FloatsAt,
  wy: FloatsAt,
  out: RealAt,
  outPitch: FloatPitch<i32>,
): void {
  const offset = f32x4.splat(mean);
  for (let y = 0; y < rows; y++) {
    const source: usize = plane + ((<usize>y * pitch) << 2);
    const target: usize = out + ((<usize>y * outPitch) << 2);
    const weight = f32x4.splat(load<f32>(wy + ((<usize>y) << 2)));
    for (let x = 0; x < cols; x += 4) {
      const at = (<usize>x) << 2;
      const value = f32x4.sub(v128.load(source + at), offset);
      v128.store(target + at, f32x4.mul(f32x4.mul(value, weight), v128.load(wx + at)));
    }
  }
}

/** The Hann window of `count` samples (zero just outside both ends) into `count` f32, zero-padded to a multiple of 4. */
export function hannWindow(out: FloatsAt, count: Count<i32>): void {
  for (let i = 0; i < count; i++) {
    const turn = (<f64>i + 0.5) / <f64>count;
    store<f32>(out + ((<usize>i) << 2), <f32>(0.5 - 0.5 * NativeMath.cos(2 * Math.PI * turn)));
  }
  for (let i = count; i & 3; i++) store<f32>(out + ((<usize>i) << 2), 0);
}

/** A raised-cosine taper: rises over `width` samples at both ends, 1 between. `count` f32, zero-padded to a multiple of 4. */
export function taperWindow(out: FloatsAt, count: Count<i32>, width: f64): void {
  for (let i = 0; i < count; i++) {
    const inset = <f64>min(i, count - 1 - i) + 0.5;
    const value = inset >= width ? 1 : 0.5 - 0.5 * NativeMath.cos((Math.PI * inset) / width);
    store<f32>(out + ((<usize>i) << 2), <f32>value);
  }
  for (let i = count; i & 3; i++) store<f32>(out + ((<usize>i) << 2), 0);
}
