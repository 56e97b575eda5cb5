// How sharp a field is: sums that several focus metrics are made of, in one sweep.
import { QUAD_BYTES, TO_IMAGINARY, quadInRow } from './complex-layout';
import { shifted, total } from './simd';
import { BytePitch, ComplexAt, Count, DoublesAt, IntegersAt } from './types';

@inline function modulus(re: v128, im: v128): v128 {
  return f32x4.sqrt(f32x4.add(f32x4.mul(re, re), f32x4.mul(im, im)));
}

/**
 * Sums over the rows rowFrom … rowTo − 1 and columns colFrom … colTo − 1 (multiples of 4; one row and one column
 * more must exist). With d = forward difference along x and y, a = |u|, six f64 at `out`:
 * Σ|∇u|, Σ|∇u|², Σ|∇a|, Σ|∇a|², Σa, Σa².
 */
export function focusSums(
  field: ComplexAt,
  pitchBytes: BytePitch,
  rowFrom: Count<i32>,
  rowTo: Count<i32>,
  colFrom: Count<i32>,
  colTo: Count<i32>,
  out: DoublesAt,
): void {
  let fieldVariation: f64 = 0;
  let fieldEnergy: f64 = 0;
  let amplitudeVariation: f64 = 0;
  let amplitudeEnergy: f64 = 0;
  let amplitude: f64 = 0;
  let intensity: f64 = 0;
  for (let y = rowFrom; y < rowTo; y++) {
    let a: usize = field + <usize>y * pitchBytes + quadInRow(<usize>colFrom);
    let s0 = f32x4.splat(0);
    let s1 = f32x4.splat(0);
    let s2 = f32x4.splat(0);
    let s3 = f32x4.splat(0);
    let s4 = f32x4.splat(0);
    let s5 = f32x4.splat(0);
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
      s0 = f32x4.add(s0, f32x4.sqrt(slope2));
      s1 = f32x4.add(s1, slope2);
      const here = modulus(re, im);
      const dx = f32x4.sub(modulus(rightRe, rightIm), here);
      const dy = f32x4.sub(modulus(belowRe, belowIm), here);
      const rise2 = f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy));
      s2 = f32x4.add(s2, f32x4.sqrt(rise2));
      s3 = f32x4.add(s3, rise2);
      s4 = f32x4.add(s4, here);
      s5 = f32x4.add(s5, f32x4.mul(here, here));
      a += QUAD_BYTES;
    }
    fieldVariation += total(s0);
    fieldEnergy += total(s1);
    amplitudeVariation += total(s2);
    amplitudeEnergy += total(s3);
    amplitude += total(s4);
    intensity += total(s5);
  }
  store<f64>(out, fieldVariation);
  store<f64>(out, fieldEnergy, 8);
  store<f64>(out, amplitudeVariation, 16);
  store<f64>(out, amplitudeEnergy, 24);
  store<f64>(out, amplitude, 32);
  store<f64>(out, intensity, 40);
}

/**
 * Adds the intensities |u|² of the rows and columns that `focusSums` sums over to a histogram of `bins` counts (i32)
 * at `counts`: |u|² · scale counts in the bin of its whole part, and above the last one in that.
 */
export function countIntensities(
  field: ComplexAt,
  pitchBytes: BytePitch,
  rowFrom: Count<i32>,
  rowTo: Count<i32>,
  colFrom: Count<i32>,
  colTo: Count<i32>,
  scale: f32,
  bins: Count<i32>,
  counts: IntegersAt,
): void {
  const last = f32x4.splat(<f32>(bins - 1));
  for (let y = rowFrom; y < rowTo; y++) {
    let a: usize = field + <usize>y * pitchBytes + quadInRow(<usize>colFrom);
    for (let x = colFrom; x < colTo; x += 4) {
      const re = v128.load(a);
      const im = v128.load(a, TO_IMAGINARY);
      const intensity = f32x4.add(f32x4.mul(re, re), f32x4.mul(im, im));
      const bin = i32x4.trunc_sat_f32x4_s(f32x4.min(f32x4.mul(intensity, f32x4.splat(scale)), last));
      count(counts, i32x4.extract_lane(bin, 0));
      count(counts, i32x4.extract_lane(bin, 1));
      count(counts, i32x4.extract_lane(bin, 2));
      count(counts, i32x4.extract_lane(bin, 3));
      a += QUAD_BYTES;
    }
  }
}

@inline function count(counts: usize, bin: i32): void {
  const at = counts + (<usize>bin << 2);
  store<i32>(at, load<i32>(at) + 1);
}

/** Σ max(0, |u|² · scale − 1)² over the rows and columns that `focusSums` sums over. */
export function sumExcess(
  field: ComplexAt,
  pitchBytes: BytePitch,
  rowFrom: Count<i32>,
  rowTo: Count<i32>,
  colFrom: Count<i32>,
  colTo: Count<i32>,
  scale: f32,
): f64 {
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  let sum: f64 = 0;
  for (let y = rowFrom; y < rowTo; y++) {
    let a: usize = field + <usize>y * pitchBytes + quadInRow(<usize>colFrom);
    let s = zero;
    for (let x = colFrom; x < colTo; x += 4) {
      const re = v128.load(a);
      const im = v128.load(a, TO_IMAGINARY);
      const intensity = f32x4.add(f32x4.mul(re, re), f32x4.mul(im, im));
      const excess = f32x4.max(zero, f32x4.sub(f32x4.mul(intensity, f32x4.splat(scale)), one));
      s = f32x4.add(s, f32x4.mul(excess, excess));
      a += QUAD_BYTES;
    }
    sum += total(s);
  }
  return sum;
}
