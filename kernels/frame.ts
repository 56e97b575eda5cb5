// Camera samples into a real plane, with the statistics that the report and the noise model start from.

/** Layout of the statistics block, in f64: what {@link loadFrame} leaves behind. */
const MINIMUM: usize = 0;
const MAXIMUM: usize = 8;
const SUM: usize = 16;
const NON_FINITE: usize = 24;
const AT_MAXIMUM: usize = 32;

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
  kind: i32,
  samples: usize,
  plane: usize,
  rows: i32,
  cols: i32,
  pitch: i32,
  statistics: usize,
): void {
  if (kind == 0) convert<u8>(samples, plane, rows, cols, pitch, statistics);
  else if (kind == 1) convert<u16>(samples, plane, rows, cols, pitch, statistics);
  else if (kind == 2) convert<i32>(samples, plane, rows, cols, pitch, statistics);
  else if (kind == 3) convert<f32>(samples, plane, rows, cols, pitch, statistics);
  else convert<f64>(samples, plane, rows, cols, pitch, statistics);
}

/** out = (plane − mean) · wy[y] · wx[x]; the windows are f32 tables. */
export function windowed(
  plane: usize,
  pitch: i32,
  rows: i32,
  cols: i32,
  mean: f32,
  wx: usize,
  wy: usize,
  out: usize,
  outPitch: i32,
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
export function hannWindow(out: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const turn = (<f64>i + 0.5) / <f64>count;
    store<f32>(out + ((<usize>i) << 2), <f32>(0.5 - 0.5 * NativeMath.cos(2 * Math.PI * turn)));
  }
  for (let i = count; i & 3; i++) store<f32>(out + ((<usize>i) << 2), 0);
}

/** A raised-cosine taper: rises over `width` samples at both ends, 1 between. `count` f32, zero-padded to a multiple of 4. */
export function taperWindow(out: usize, count: i32, width: f64): void {
  for (let i = 0; i < count; i++) {
    const inset = <f64>min(i, count - 1 - i) + 0.5;
    const value = inset >= width ? 1 : 0.5 - 0.5 * NativeMath.cos((Math.PI * inset) / width);
    store<f32>(out + ((<usize>i) << 2), <f32>value);
  }
  for (let i = count; i & 3; i++) store<f32>(out + ((<usize>i) << 2), 0);
}
