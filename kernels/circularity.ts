// How a field scatters around its local mean, and whether in every direction alike.
import { QUAD_BYTES, TO_IMAGINARY, quadInRow } from './complex-layout';
import { BytePitch, ComplexAt, Count, DoublesAt } from './types';

const VALUES: i32 = 5;

/**
 * For windows of side × side samples (a multiple of 4), `step` samples apart (a multiple of 4): at out + 40 · (j · windowsX + i), as f64,
 * the square of the mean modulus m, and the means of |d|², Re d², Im d² and |d|⁴, with d = (|u| / m − 1) + i c |u| / m and c the chord, with
 * its sign, from the phase of the window's mean to that of u: to both sides alike for a small field beside u, along the imaginary axis
 * however far a phase goes, and along the real one where light is too weak to have a phase. The first window begins at (rowFrom, colFrom), colFrom a multiple of 4.
 */
export function circularity(
  field: ComplexAt,
  pitchBytes: BytePitch,
  rowFrom: Count<i32>,
  colFrom: Count<i32>,
  windowsY: Count<i32>,
  windowsX: Count<i32>,
  side: Count<i32>,
  step: Count<i32>,
  out: DoublesAt,
): void {
  for (let j = 0; j < windowsY; j++) {
    for (let i = 0; i < windowsX; i++) {
      const from = field + <usize>(rowFrom + j * step) * pitchBytes + quadInRow(<usize>(colFrom + i * step));
      oneWindow(from, pitchBytes, side, out + <usize>((j * windowsX + i) * VALUES) * 8);
    }
  }
}

function oneWindow(from: usize, pitchBytes: usize, side: i32, out: usize): void {
  const width = <usize>(side >> 2) * QUAD_BYTES;
  const count = <f32>(side * side);
  let re = f32x4.splat(0);
  let im = f32x4.splat(0);
  let moduli = f32x4.splat(0);
  for (let y = 0; y < side; y++) {
    const row = from + <usize>y * pitchBytes;
    for (let x: usize = 0; x < width; x += QUAD_BYTES) {
      const a = v128.load(row + x);
      const b = v128.load(row + x + TO_IMAGINARY);
      re = f32x4.add(re, a);
      im = f32x4.add(im, b);
      moduli = f32x4.add(moduli, f32x4.sqrt(f32x4.add(f32x4.mul(a, a), f32x4.mul(b, b))));
    }
  }
  const sumRe = total(re);
  const sumIm = total(im);
  const long = f32x4.splat(Mathf.sqrt(sumRe * sumRe + sumIm * sumIm) + <f32>1e-30);
  const meanRe = f32x4.div(f32x4.splat(sumRe), long);
  const meanIm = f32x4.div(f32x4.splat(sumIm), long);
  const mean = total(moduli) / count + <f32>1e-30;
  const one = f32x4.splat(1);
  const least = f32x4.splat(1e-6);
  let power = f32x4.splat(0);
  let squareRe = f32x4.splat(0);
  let squareIm = f32x4.splat(0);
  let fourth = f32x4.splat(0);
  for (let y = 0; y < side; y++) {
    const row = from + <usize>y * pitchBytes;
    for (let x: usize = 0; x < width; x += QUAD_BYTES) {
      const a = v128.load(row + x);
      const b = v128.load(row + x + TO_IMAGINARY);
      const modulus = f32x4.max(f32x4.sqrt(f32x4.add(f32x4.mul(a, a), f32x4.mul(b, b))), f32x4.splat(1e-30));
      const cosine = f32x4.div(f32x4.add(f32x4.mul(a, meanRe), f32x4.mul(b, meanIm)), modulus);
      const sine = f32x4.div(f32x4.sub(f32x4.mul(b, meanRe), f32x4.mul(a, meanIm)), modulus);
      // 2 sin(θ/2) = sin θ · √(2 / (1 + cos θ))
      const half = f32x4.max(f32x4.add(one, cosine), least);
      const chord = f32x4.mul(sine, f32x4.sqrt(f32x4.div(f32x4.splat(2), half)));
      const share = f32x4.div(modulus, f32x4.splat(mean));
      const along = f32x4.sub(share, one);
      const across = f32x4.mul(share, chord);
      const r = f32x4.mul(along, along);
      const s = f32x4.mul(across, across);
      const p = f32x4.add(r, s);
      power = f32x4.add(power, p);
      squareRe = f32x4.add(squareRe, f32x4.sub(r, s));
      squareIm = f32x4.add(squareIm, f32x4.mul(along, across));
      fourth = f32x4.add(fourth, f32x4.mul(p, p));
    }
  }
  store<f64>(out, <f64>(mean * mean));
  store<f64>(out, <f64>(total(power) / count), 8);
  store<f64>(out, <f64>(total(squareRe) / count), 16);
  store<f64>(out, <f64>((2 * total(squareIm)) / count), 24);
  store<f64>(out, <f64>(total(fourth) / count), 32);
}

function total(four: v128): f32 {
  const one = f32x4.extract_lane(four, 0) + f32x4.extract_lane(four, 1);
  return one + (f32x4.extract_lane(four, 2) + f32x4.extract_lane(four, 3));
}
