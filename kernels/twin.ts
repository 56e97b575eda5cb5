// How much of a field's twin image is left in it.
import { QUAD_BYTES, TO_IMAGINARY, inQuad, quadInRow } from './complex-layout';
import { signed } from './frequency';
import { sumOfLanes } from './retrieve-data';
import { splat } from './simd';
import { BytePitch, ComplexAt, Count, DoublesAt } from './types';

/** Sets the factors of a transfer function to 0 below the frequency `least` (cycles/µm). */
export function dropLowFrequencies(
  transfer: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
  stepX: f64,
  stepY: f64,
  least: f64,
): void {
  for (let y = 0; y < rows; y++) {
    const fy = <f64>signed(y, rows) * stepY;
    for (let x = 0; x < cols; x++) {
      const fx = <f64>signed(x, cols) * stepX;
      if (fx * fx + fy * fy >= least * least) continue;
      const at = transfer + <usize>y * pitchBytes + <usize>(x >> 2) * QUAD_BYTES + inQuad(<usize>x);
      store<f32>(at, 0);
      store<f32>(at, 0, TO_IMAGINARY);
    }
  }
}

/** Re Σ a·b and Σ |b|² over two fields of `quads` quads a row, at `out` as two f64. */
export function twinProduct(
  a: ComplexAt,
  b: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<usize>,
  quads: Count<usize>,
  out: DoublesAt,
): void {
  let product: f64 = 0;
  let energy: f64 = 0;
  for (let y: usize = 0; y < rows; y++) {
    let products = splat(0);
    let energies = splat(0);
    for (let x: usize = 0; x < quads * QUAD_BYTES; x += QUAD_BYTES) {
      const at = y * pitchBytes + x;
      const re = v128.load(b + at);
      const im = v128.load(b + at, TO_IMAGINARY);
      const same = f32x4.sub(f32x4.mul(v128.load(a + at), re), f32x4.mul(v128.load(a + at, TO_IMAGINARY), im));
      products = f32x4.add(products, same);
      energies = f32x4.add(energies, f32x4.add(f32x4.mul(re, re), f32x4.mul(im, im)));
    }
    product += sumOfLanes(products);
    energy += sumOfLanes(energies);
  }
  store<f64>(out, product);
  store<f64>(out, energy, 8);
}

/** Σ max(0, 1 − |x|) · |Im x| and Σ |x − 1|² over a field, at `out` as two f64. */
export function mixedSums(
  field: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<usize>,
  cols: Count<usize>,
  out: DoublesAt,
): void {
  let both: f64 = 0;
  let structure: f64 = 0;
  for (let y: usize = 0; y < rows; y++) {
    for (let x: usize = 0; x < cols; x++) {
      const at = field + y * pitchBytes + quadInRow(x) + inQuad(x);
      const re: f64 = load<f32>(at);
      const im: f64 = load<f32>(at, TO_IMAGINARY);
      both += max(0, 1 - sqrt(re * re + im * im)) * abs(im);
      structure += (re - 1) * (re - 1) + im * im;
    }
  }
  store<f64>(out, both);
  store<f64>(out, structure, 8);
}
