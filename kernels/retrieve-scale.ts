// Phase retrieval: what is measured, at full and at half resolution, and fields on a grid twice as fine.
import { QUAD_BYTES, TO_IMAGINARY, sampleAt } from './complex-layout';
import { splat } from './simd';
import { BytePitch, ComplexAt, Count, DoublesAt, FloatPitch, RealAt, ScratchAt } from './types';

/** Marks a sample that was not measured: it is at least 0. A lower number v marks one of which it is known that it is at least −1 − v. */
const UNKNOWN: f32 = -1;

/** field ← 1: the beam without a sample. */
export function retrieveOnes(field: ComplexAt, pitchBytes: BytePitch, rows: Count<usize>): void {
  const end = field + rows * pitchBytes;
  for (; field < end; field += QUAD_BYTES) {
    v128.store(field, splat(1));
    v128.store(field, splat(0), TO_IMAGINARY);
  }
}

/** A copy with what is not a number, and what lies past the columns, marked as not measured. */
export function retrieveMeasured(
  amplitude: RealAt,
  pitch: FloatPitch<usize>,
  rows: Count<usize>,
  cols: Count<usize>,
  to: RealAt,
  toPitch: FloatPitch<usize>,
): void {
  for (let y: usize = 0; y < rows; y++) {
    for (let x: usize = 0; x < toPitch; x++) {
      const value = x < cols ? load<f32>(amplitude + ((y * pitch + x) << 2)) : UNKNOWN;
      store<f32>(to + ((y * toPitch + x) << 2), value >= 0 || value < UNKNOWN ? value : UNKNOWN);
    }
  }
}

/** The least that a sample is, whether that is all that is known of it or not. */
@inline function leastOf(value: f32): f32 {
  return value >= 0 ? value : UNKNOWN - value;
}

/** Writes the amplitude into a field as a wave without phase; what was not measured stays as it is. */
export function retrievePlace(
  amplitude: RealAt,
  pitch: FloatPitch<usize>,
  rows: Count<usize>,
  cols: Count<usize>,
  to: ComplexAt,
  toPitchBytes: BytePitch,
): void {
  for (let y: usize = 0; y < rows; y++) {
    for (let x: usize = 0; x < cols; x++) {
      const value = load<f32>(amplitude + ((y * pitch + x) << 2));
      if (value >= 0) store<f32>(sampleAt(to, toPitchBytes, y, x), value);
    }
  }
}

/** One side of a low-pass filter for every second sample: sinc(d/2) in a Hann window, d = ½, 1½ … 5½ samples; sum ½. */
const TAPS = memory.data<f32>([0.444185, 0.128569, -0.056884, -0.023923, 0.007353, 0.0007]);
const REACH: usize = 6;
/** So many on a side lie beside the place, before the weights become negative. */
const BESIDE: usize = 2;

/**
 * `count` samples `stride` apart, filtered, at `count / 2` places `toStride` apart. Unknown samples, and those past the
 * ends, are left out; where less than half of the filter's weight is left the result is unknown. Where one that the filter takes with a
 * positive weight beside the place is at least something, so is the result.
 */
function halveLine(from: usize, stride: usize, count: usize, to: usize, toStride: usize): void {
  for (let i: usize = 0; i < count >> 1; i++) {
    let sum: f32 = 0;
    let weight: f32 = 0;
    let isBound = false;
    for (let k: usize = 0; k < REACH; k++) {
      const tap = load<f32>(TAPS + (k << 2));
      const before = <isize>(i << 1) - <isize>k;
      const after = (i << 1) + 1 + k;
      const a = before < 0 ? UNKNOWN : load<f32>(from + <usize>before * stride);
      const b = after < count ? load<f32>(from + after * stride) : UNKNOWN;
      if (a != UNKNOWN) {
        sum += tap * leastOf(a);
        weight += tap;
      }
      if (b != UNKNOWN) {
        sum += tap * leastOf(b);
        weight += tap;
      }
      if (k < BESIDE && (a < UNKNOWN || b < UNKNOWN)) isBound = true;
    }
    const mean = Mathf.max(0, sum / weight);
    store<f32>(to + i * toStride, weight > 0.5 ? (isBound ? UNKNOWN - mean : mean) : UNKNOWN);
  }
}

/** A plane filtered and halved in both directions; what lies past the columns of `to` is unknown. */
function halvePlane(
  from: usize,
  fromStride: usize,
  rows: usize,
  cols: usize,
  to: usize,
  toStride: usize,
  narrow: usize,
): void {
  const half = cols >> 1;
  for (let y: usize = 0; y < rows; y++) halveLine(from + y * fromStride, 4, cols, narrow + y * (half << 2), 4);
  for (let x: usize = 0; x < half; x++) halveLine(narrow + (x << 2), half << 2, rows, to + (x << 2), toStride);
}

/**
 * The amplitude |1 + s| that a coarser camera would see of the scattered light s that it resolves. Fringes r too fine
 * for it still brighten both means, ⟨A⟩ by ⟨|r|²⟩/4 and √⟨A²⟩ by ⟨|r|²⟩/2 (r of random phase), so that 2⟨A⟩ − √⟨A²⟩ is
 * without them. `to` has ⌊rows/2⌋ rows of ⌊cols/2⌋ samples, those past them unknown.
 * @param scratch 2 · rows · cols f32
 */
export function retrieveHalve(
  amplitude: RealAt,
  pitch: FloatPitch<usize>,
  amplitudeRows: Count<usize>,
  amplitudeCols: Count<usize>,
  to: RealAt,
  toPitch: FloatPitch<usize>,
  scratch: ScratchAt,
): void {
  const half = amplitudeCols >> 1;
  const squares = scratch;
  const narrow = scratch + ((amplitudeRows * amplitudeCols) << 2);
  const meanSquares = narrow + ((amplitudeRows * half) << 2);
  for (let y: usize = 0; y < amplitudeRows; y++) {
    for (let x: usize = 0; x < amplitudeCols; x++) {
      const value = load<f32>(amplitude + ((y * pitch + x) << 2));
      store<f32>(squares + ((y * amplitudeCols + x) << 2), value >= 0 ? value * value : UNKNOWN - leastOf(value) * leastOf(value));
    }
  }
  halvePlane(amplitude, pitch << 2, amplitudeRows, amplitudeCols, to, toPitch << 2, narrow);
  halvePlane(squares, amplitudeCols << 2, amplitudeRows, amplitudeCols, meanSquares, half << 2, narrow);
  for (let y: usize = 0; y < amplitudeRows >> 1; y++) {
    for (let x: usize = 0; x < toPitch; x++) {
      const at = to + ((y * toPitch + x) << 2);
      const mean = x < half ? load<f32>(at) : UNKNOWN;
      const meanSquare = load<f32>(meanSquares + ((y * half + min(x, half - 1)) << 2));
      const coarse = Mathf.max(0, 2 * leastOf(mean) - Mathf.sqrt(leastOf(meanSquare)));
      store<f32>(at, mean >= 0 ? coarse : mean == UNKNOWN ? UNKNOWN : UNKNOWN - coarse);
    }
  }
}

/** Of two neighbours the one that a fine sample lies in, and the one that it leans to, kept inside the grid. */
@inline function inside(i: isize, count: usize): usize {
  return <usize>min(max(i, 0), <isize>count - 1);
}

/**
 * A field on a grid twice as fine, between samples as straight lines: fine sample (y, x) of the sensor, which lies at
 * (toY, toX) of its grid, is a quarter of a coarse sample from the centre of (y/2, x/2), at (fromY, fromX) of its.
 * Beyond the coarse grid its border goes on.
 */
export function retrieveDouble(
  from: ComplexAt,
  fromPitchBytes: BytePitch,
  fromRows: Count<usize>,
  fromCols: Count<usize>,
  fromY: Count<usize>,
  fromX: Count<usize>,
  to: ComplexAt,
  toPitchBytes: BytePitch,
  toRows: Count<usize>,
  toCols: Count<usize>,
  toY: Count<usize>,
  toX: Count<usize>,
): void {
  for (let y: usize = 0; y < toRows; y++) {
    const i = <isize>y - <isize>toY;
    const near = from + inside((i >> 1) + <isize>fromY, fromRows) * fromPitchBytes;
    const far = from + inside((i >> 1) + <isize>fromY + (i & 1 ? 1 : -1), fromRows) * fromPitchBytes;
    for (let x: usize = 0; x < toCols; x++) {
      const j = <isize>x - <isize>toX;
      const left = sampleAt(0, 0, 0, inside((j >> 1) + <isize>fromX, fromCols));
      const right = sampleAt(0, 0, 0, inside((j >> 1) + <isize>fromX + (j & 1 ? 1 : -1), fromCols));
      const at = sampleAt(to, toPitchBytes, y, x);
      for (let part: usize = 0; part < QUAD_BYTES; part += TO_IMAGINARY) {
        const a = <f32>0.75 * load<f32>(near + left + part) + <f32>0.25 * load<f32>(near + right + part);
        const b = <f32>0.75 * load<f32>(far + left + part) + <f32>0.25 * load<f32>(far + right + part);
        store<f32>(at + part, <f32>0.75 * a + <f32>0.25 * b);
      }
    }
  }
}

/** Σ (A − 1)² over what was measured, and how many samples that are: two f64 at `out`. */
export function retrieveContrast(
  amplitude: RealAt,
  pitch: FloatPitch<usize>,
  rows: Count<usize>,
  cols: Count<usize>,
  out: DoublesAt,
): void {
  let sum: f64 = 0;
  let count: f64 = 0;
  for (let y: usize = 0; y < rows; y++) {
    for (let x: usize = 0; x < cols; x++) {
      const value = load<f32>(amplitude + ((y * pitch + x) << 2));
      if (value < 0) continue;
      sum += <f64>(value - 1) * <f64>(value - 1);
      count += 1;
    }
  }
  store<f64>(out, sum);
  store<f64>(out, count, 8);
}

/**
 * Σ x · max(0, Re x u*)¹⁶ over a field, as (re, im) f64 at `out`: samples whose phase is near that of the unit number u
 * count, others hardly.
 */
export function sumNearPhase(
  field: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<usize>,
  cols: Count<usize>,
  ur: f64,
  ui: f64,
  out: DoublesAt,
): void {
  let sumRe: f64 = 0;
  let sumIm: f64 = 0;
  for (let y: usize = 0; y < rows; y++) {
    for (let x: usize = 0; x < cols; x++) {
      const at = sampleAt(field, pitchBytes, y, x);
      const re: f64 = load<f32>(at);
      const im: f64 = load<f32>(at, TO_IMAGINARY);
      let weight = max(0, re * ur + im * ui);
      for (let k = 0; k < 4; k++) weight *= weight;
      sumRe += weight * re;
      sumIm += weight * im;
    }
  }
  store<f64>(out, sumRe);
  store<f64>(out, sumIm, 8);
}

/** field ← field · u */
export function multiplyField(
  field: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<usize>,
  ur: f32,
  ui: f32,
): void {
  for (const end = field + rows * pitchBytes; field < end; field += QUAD_BYTES) {
    const re = v128.load(field);
    const im = v128.load(field, TO_IMAGINARY);
    v128.store(field, f32x4.sub(f32x4.mul(re, splat(ur)), f32x4.mul(im, splat(ui))));
    v128.store(field, f32x4.add(f32x4.mul(re, splat(ui)), f32x4.mul(im, splat(ur))), TO_IMAGINARY);
  }
}
