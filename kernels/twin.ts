// How much of a field's twin image is left in it.
import { QUAD_BYTES } from './simd';

/**
 * Re Σ a b* and Σ |a|² of two fields, at `out` as two f64.
 */
export function twinProduct(
  field: usize,
  other: usize,
  pitchBytes: usize,
  rows: usize,
  cols: usize,
  out: usize,
): void {
  let product: f64 = 0;
  let energy: f64 = 0;
  for (let y: usize = 0; y < rows; y++) {
    for (let x: usize = 0; x < cols; x++) {
      const at = y * pitchBytes + (x >> 2) * QUAD_BYTES + ((x & 3) << 2);
      const re: f64 = load<f32>(field + at);
      const im: f64 = load<f32>(field + at, 16);
      product += re * <f64>load<f32>(other + at) + im * <f64>load<f32>(other + at, 16);
      energy += re * re + im * im;
    }
  }
  store<f64>(out, product);
  store<f64>(out, energy, 8);
}
