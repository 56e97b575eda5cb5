// An in-line hologram refocused, and how sharp one tile of it is: sums that the focus metrics are made of, in one sweep.
import { QUAD_BYTES, TO_IMAGINARY, inQuad, quadInRow } from './complex-layout';
import { storeTransfer } from './propagate';
import { shifted, total } from './simd';
import { BytePitch, ComplexAt, Count, DoublesAt, FloatPitch, FloatsAt, IntegersAt, RealAt, ScratchAt } from './types';

/** |1 + u| */
@inline function brightness(re: v128, im: v128): v128 {
  const whole = f32x4.add(re, f32x4.splat(1));
  return f32x4.sqrt(f32x4.add(f32x4.mul(whole, whole), f32x4.mul(im, im)));
}

/**
 * Sums over the rows rowFrom … rowTo − 1 and columns colFrom … colTo − 1 (multiples of 4; one row and one column
 * more must exist) of a field u that is what the object changes of the beam, o = 1 + u. With d = forward difference
 * along x and y, a = |1 + u|, three f64 at `out`: Σ|∇u|², Σ|∇u|⁴, Σ|∇a|².
 */
export function fieldSums(
  field: ComplexAt,
  pitchBytes: BytePitch,
  rowFrom: Count<i32>,
  rowTo: Count<i32>,
  colFrom: Count<i32>,
  colTo: Count<i32>,
  out: DoublesAt,
): void {
  let energy: f64 = 0;
  let fourth: f64 = 0;
  let ofAmplitude: f64 = 0;
  for (let y = rowFrom; y < rowTo; y++) {
    let a: usize = field + <usize>y * pitchBytes + quadInRow(<usize>colFrom);
    let s0 = f32x4.splat(0);
    let s1 = f32x4.splat(0);
    let s2 = f32x4.splat(0);
    for (let x = colFrom; x < colTo; x += 4) {
      const re = v128.load(a);
      const im = v128.load(a, TO_IMAGINARY);
      const rightRe = shifted(re, v128.load(a, QUAD_BYTES));
      const rightIm = shifted(im, v128.load(a, 48));
      const belowRe = v128.load(a + pitchBytes);
      const belowIm = v128.load(a + pitchBytes, TO_IMAGINARY);
      const dxRe = f32x4.sub(rightRe, re);
      const dxIm = f32x4.sub(rightIm, im);
      const dyRe = f32x4.sub(belowRe, re);
      const dyIm = f32x4.sub(belowIm, im);
      const slope2 = f32x4.add(
        f32x4.add(f32x4.mul(dxRe, dxRe), f32x4.mul(dxIm, dxIm)),
        f32x4.add(f32x4.mul(dyRe, dyRe), f32x4.mul(dyIm, dyIm)),
      );
      s0 = f32x4.add(s0, slope2);
      s1 = f32x4.add(s1, f32x4.mul(slope2, slope2));
      const here = brightness(re, im);
      const dx = f32x4.sub(brightness(rightRe, rightIm), here);
      const dy = f32x4.sub(brightness(belowRe, belowIm), here);
      s2 = f32x4.add(s2, f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)));
      a += QUAD_BYTES;
    }
    energy += total(s0);
    fourth += total(s1);
    ofAmplitude += total(s2);
  }
  store<f64>(out, energy);
  store<f64>(out, fourth, 8);
  store<f64>(out, ofAmplitude, 16);
}

/** spectrum ← spectrum · weight[ring], ring = ⌊|f| / step⌋ with |f| in cycles/sample; f32 table of `rings`, 0 beyond. */
export function weightRings(
  spectrum: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
  table: FloatsAt,
  rings: Count<i32>,
  step: f64,
): void {
  for (let y = 0; y < rows; y++) {
    const fy = <f64>(y < (rows + 1) >> 1 ? y : y - rows) / <f64>rows;
    const row = spectrum + <usize>y * pitchBytes;
    for (let x = 0; x < cols; x++) {
      const fx = <f64>(x < (cols + 1) >> 1 ? x : x - cols) / <f64>cols;
      const ring = <i32>(Math.sqrt(fx * fx + fy * fy) / step);
      const weight: f32 = ring < rings ? load<f32>(table + ((<usize>ring) << 2)) : 0;
      const at = row + quadInRow(<usize>x) + inQuad(<usize>x);
      store<f32>(at, weight * load<f32>(at));
      store<f32>(at, weight * load<f32>(at, TO_IMAGINARY), TO_IMAGINARY);
    }
  }
}

/** Adds the power of each bin to its ring: sums[ring] f64 and counts[ring] i32; rings as in {@link weightRings}. */
export function sumRings(
  spectrum: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
  sums: DoublesAt,
  counts: IntegersAt,
  rings: Count<i32>,
  step: f64,
): void {
  for (let y = 0; y < rows; y++) {
    const fy = <f64>(y < (rows + 1) >> 1 ? y : y - rows) / <f64>rows;
    const row = spectrum + <usize>y * pitchBytes;
    for (let x = 0; x < cols; x++) {
      const fx = <f64>(x < (cols + 1) >> 1 ? x : x - cols) / <f64>cols;
      const ring = <i32>(Math.sqrt(fx * fx + fy * fy) / step);
      if (ring >= rings) continue;
      const at = row + quadInRow(<usize>x) + inQuad(<usize>x);
      const re = <f64>load<f32>(at);
      const im = <f64>load<f32>(at, TO_IMAGINARY);
      const sum = sums + ((<usize>ring) << 3);
      store<f64>(sum, load<f64>(sum) + re * re + im * im);
      const count = counts + ((<usize>ring) << 2);
      store<i32>(count, load<i32>(count) + 1);
    }
  }
}

/** The field ((a² − 1)/2 · wx[x] · wy[y], 0) of an amplitude a, zero beyond rows × cols; wx, wy are f32 tables. */
export function contrastOf(
  amplitude: RealAt,
  pitch: FloatPitch<i32>,
  amplitudeRows: Count<i32>,
  amplitudeCols: Count<i32>,
  wx: FloatsAt,
  wy: FloatsAt,
  out: ComplexAt,
  outPitchBytes: BytePitch,
  outRows: Count<i32>,
): void {
  const one = f32x4.splat(1);
  for (let y = 0; y < outRows; y++) {
    let to: usize = out + <usize>y * outPitchBytes;
    memory.fill(to, 0, outPitchBytes);
    if (y >= amplitudeRows) continue;
    const from = amplitude + ((<usize>y * pitch) << 2);
    const weight = f32x4.splat(0.5 * load<f32>(wy + ((<usize>y) << 2)));
    for (let x = 0; x < amplitudeCols; x += 4) {
      const at = (<usize>x) << 2;
      const a = v128.load(from + at);
      const window = f32x4.mul(weight, v128.load(wx + at));
      v128.store(to, f32x4.mul(window, f32x4.sub(f32x4.mul(a, a), one)));
      to += QUAD_BYTES;
    }
  }
}

/**
 * The same region's Σ|∇p| and Σ|∇p|² for p the real part of the field, then for p its imaginary part: four f64 at
 * `out`.
 */
export function partSums(
  field: ComplexAt,
  pitchBytes: BytePitch,
  rowFrom: Count<i32>,
  rowTo: Count<i32>,
  colFrom: Count<i32>,
  colTo: Count<i32>,
  out: DoublesAt,
): void {
  for (let part: usize = 0; part < 2; part++) {
    let variation: f64 = 0;
    let energy: f64 = 0;
    for (let y = rowFrom; y < rowTo; y++) {
      let a: usize = field + <usize>y * pitchBytes + quadInRow(<usize>colFrom) + part * TO_IMAGINARY;
      let s0 = f32x4.splat(0);
      let s1 = f32x4.splat(0);
      for (let x = colFrom; x < colTo; x += 4) {
        const here = v128.load(a);
        const dx = f32x4.sub(shifted(here, v128.load(a, QUAD_BYTES)), here);
        const dy = f32x4.sub(v128.load(a + pitchBytes), here);
        const slope2 = f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy));
        s0 = f32x4.add(s0, f32x4.sqrt(slope2));
        s1 = f32x4.add(s1, slope2);
        a += QUAD_BYTES;
      }
      variation += total(s0);
      energy += total(s1);
    }
    store<f64>(out + part * 16, variation);
    store<f64>(out + part * 16, energy, 8);
  }
}

/**
 * The spectrum of an in-line hologram's contrast refocused by z in two ways at once, with the transfer function
 * H = exp(−iχ) of {@link applyTransfer}, which is worked out once for the four components that share |fx| and |fy|:
 * `plain` becomes spectrum · H, and `inverted` becomes spectrum · (c/(c² + ε) − i s/(s² + ε)), c = Re H and s = Im H.
 * The inverse transform of the latter holds, side by side, what a purely absorbing object (real part) and a pure
 * phase object (imaginary part) would have to be to give this hologram, with no twin.
 * @param row room for one row of a plane
 */
export function refocusContrast(
  spectrum: ComplexAt,
  plain: ComplexAt,
  inverted: ComplexAt,
  rows: Count<i32>,
  cols: Count<i32>,
  pitchBytes: BytePitch,
  stepX: f64,
  stepY: f64,
  wavelength: f64,
  z: f64,
  limitX: f64,
  limitY: f64,
  epsilon: f32,
  row: ScratchAt,
): void {
  for (let y = 0; y <= rows >> 1; y++) {
    transferRow(row, cols, stepX, <f64>y * stepY, wavelength, z, limitX, limitY);
    refocusRow(spectrum, plain, inverted, <usize>y * pitchBytes, cols, epsilon, row);
    const mirrored = rows - y;
    if (y > 0 && mirrored > y) refocusRow(spectrum, plain, inverted, <usize>mirrored * pitchBytes, cols, epsilon, row);
  }
}

/** H along a row: the first half with the frequencies from 0 up, and the other half as its mirror image. */
function transferRow(
  row: usize,
  cols: i32,
  stepX: f64,
  fy: f64,
  wavelength: f64,
  z: f64,
  limitX: f64,
  limitY: f64,
): void {
  memory.fill(row, 0, (<usize>((cols + 3) >> 2)) * QUAD_BYTES);
  if (fy > limitY) return;
  const cutoff2 = 1 / (wavelength * wavelength);
  const half = cols >> 1;
  for (let x = 0; x <= half; x += 4) {
    const low = f64x2.mul(f64x2(<f64>x, <f64>(x + 1)), f64x2.splat(stepX));
    const high = f64x2.mul(f64x2(<f64>(x + 2), <f64>(x + 3)), f64x2.splat(stepX));
    const nearest = <f64>x * stepX;
    if (nearest > limitX || nearest * nearest + fy * fy > cutoff2) break;
    storeTransfer(row + ((<usize>x) << 3), low, high, fy * fy, wavelength, z, limitX);
  }
  for (let x = half + 1; x < cols; x++) {
    const from = row + (<usize>((cols - x) >> 2)) * QUAD_BYTES + ((<usize>((cols - x) & 3)) << 2);
    const to = row + (<usize>(x >> 2)) * QUAD_BYTES + ((<usize>(x & 3)) << 2);
    store<f32>(to, load<f32>(from));
    store<f32>(to, load<f32>(from, TO_IMAGINARY), TO_IMAGINARY);
  }
}

/** One row of both results from a row of H. */
function refocusRow(
  spectrum: usize,
  plain: usize,
  inverted: usize,
  offset: usize,
  cols: i32,
  epsilon: f32,
  row: usize,
): void {
  const least = f32x4.splat(epsilon);
  for (let x = 0; x < cols; x += 4) {
    const c = v128.load(row);
    const s = v128.load(row, TO_IMAGINARY);
    const sr = v128.load(spectrum + offset);
    const si = v128.load(spectrum + offset, TO_IMAGINARY);
    v128.store(plain + offset, f32x4.sub(f32x4.mul(sr, c), f32x4.mul(si, s)));
    v128.store(plain + offset, f32x4.add(f32x4.mul(sr, s), f32x4.mul(si, c)), TO_IMAGINARY);
    const hr = f32x4.div(c, f32x4.add(f32x4.mul(c, c), least));
    const hi = f32x4.div(s, f32x4.add(f32x4.mul(s, s), least));
    v128.store(inverted + offset, f32x4.sub(f32x4.mul(sr, hr), f32x4.mul(si, hi)));
    v128.store(inverted + offset, f32x4.add(f32x4.mul(sr, hi), f32x4.mul(si, hr)), TO_IMAGINARY);
    row += QUAD_BYTES;
    offset += QUAD_BYTES;
  }
}
