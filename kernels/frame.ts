// Camera samples into a real plane, with the statistics that the report and the noise model start from.
import { BytesAt, Count, DoublesAt, FloatPitch, FloatsAt, RealAt } from './types';

/** Layout of the statistics block, in f64: what {@link loadFrame} leaves behind. */
const MINIMUM: usize = 0;
const MAXIMUM: usize = 8;
const SUM: usize = 16;
const NON_FINITE: usize = 24;
const AT_MAXIMUM: usize = 32;

/** Eight unsigned samples as words of 16 bits. */
@inline function wordsAt<T>(samples: usize): v128 {
  return sizeof<T>() == 1 ? v128.load_ext<u8>(samples) : v128.load(samples);
}

/** The largest of eight unsigned words, `up`; else the smallest. */
@inline function extremeWord(words: v128, up: bool): i32 {
  let v = words;
  const halves = v128.shuffle<u64>(v, v, 1, 0);
  v = up ? i16x8.max_u(v, halves) : i16x8.min_u(v, halves);
  const pairs = v128.shuffle<u32>(v, v, 1, 0, 3, 2);
  v = up ? i16x8.max_u(v, pairs) : i16x8.min_u(v, pairs);
  const a = i16x8.extract_lane_u(v, 0);
  const b = i16x8.extract_lane_u(v, 1);
  return up ? max<i32>(a, b) : min<i32>(a, b);
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
  let lowest: i32 = 0xffff;
  let highest: i32 = 0;
  let atHighest: i32 = 0;
  let sum: f64 = 0;
  for (let y = 0; y < rows; y++) {
    const source: usize = samples + <usize>y * cols * sizeof<T>();
    const row: usize = plane + ((<usize>y * pitch) << 2);
    let least = i16x8.splat(-1);
    let most = i16x8.splat(0);
    let rowSum = i32x4.splat(0);
    let x = 0;
    for (; x + 8 <= cols; x += 8) {
      const words = wordsAt<T>(source + <usize>x * sizeof<T>());
      const to = row + ((<usize>x) << 2);
      v128.store(to, f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(words)));
      v128.store(to, f32x4.convert_i32x4_u(i32x4.extend_high_i16x8_u(words)), 16);
      least = i16x8.min_u(least, words);
      most = i16x8.max_u(most, words);
      rowSum = i32x4.add(rowSum, i32x4.extadd_pairwise_i16x8_u(words));
    }
    let rowLeast = extremeWord(least, false);
    let rowMost = extremeWord(most, true);
    let tail: f64 = 0;
    for (; x < cols; x++) {
      const value = <i32>load<T>(source + <usize>x * sizeof<T>());
      store<f32>(row + ((<usize>x) << 2), <f32>value);
      rowLeast = min(rowLeast, value);
      rowMost = max(rowMost, value);
      tail += <f64>value;
    }
    for (; x < pitch; x++) store<f32>(row + ((<usize>x) << 2), 0);
    lowest = min(lowest, rowLeast);
    if (rowMost > highest) {
      highest = rowMost;
      atHighest = 0;
    }
    // the row is still near the processor
    if (rowMost == highest) atHighest += countWords<T>(source, cols, highest);
    sum +=
      tail +
      <f64>(<u32>i32x4.extract_lane(rowSum, 0)) +
      <f64>(<u32>i32x4.extract_lane(rowSum, 1)) +
      <f64>(<u32>i32x4.extract_lane(rowSum, 2)) +
      <f64>(<u32>i32x4.extract_lane(rowSum, 3));
  }
  store<f64>(statistics, <f64>lowest, MINIMUM);
  store<f64>(statistics, <f64>highest, MAXIMUM);
  store<f64>(statistics, sum, SUM);
  store<f64>(statistics, 0, NON_FINITE);
  store<f64>(statistics, <f64>atHighest, AT_MAXIMUM);
}

/** How many of so many unsigned samples are equal to `value`. */
@inline function countWords<T>(samples: usize, count: i32, value: i32): i32 {
  const wanted = i16x8.splat(<i16>value);
  let found = 0;
  let x = 0;
  for (; x + 8 <= count; x += 8) {
    const words = wordsAt<T>(samples + <usize>x * sizeof<T>());
    found += popcnt(i16x8.bitmask(i16x8.eq(words, wanted)));
  }
  for (; x < count; x++) found += i32(<i32>load<T>(samples + <usize>x * sizeof<T>()) == value);
  return found;
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
