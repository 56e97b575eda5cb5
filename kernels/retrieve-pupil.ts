// Phase retrieval: what the optics pass of a field.
import { QUAD_BYTES, TO_IMAGINARY } from './complex-layout';
import { raisedCosine, signed } from './frequency';
import { modulus, sumOfLanes } from './retrieve-data';
import { minus, splat, times } from './simd';
import { BytePitch, ComplexAt, Count, RealAt } from './types';

/**
 * spectrum ← spectrum · pupil, a disc in the plane of frequencies (zero frequency first).
 * @param stepX frequency step along a row, in the unit of `pass` and `stop`
 */
export function passPupil(
  spectrum: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
  stepX: f64,
  stepY: f64,
  pass: f64,
  stop: f64,
): void {
  for (let y = 0; y < rows; y++) {
    const fy = <f64>signed(y, rows) * stepY;
    let at = spectrum + <usize>y * pitchBytes;
    for (let x = 0; x < cols; x += 4) {
      const f0 = <f64>signed(x, cols) * stepX;
      const f1 = <f64>signed(x + 1, cols) * stepX;
      const f2 = <f64>signed(x + 2, cols) * stepX;
      const f3 = <f64>signed(x + 3, cols) * stepX;
      const factor = f32x4(
        <f32>raisedCosine(Math.sqrt(f0 * f0 + fy * fy), pass, stop),
        <f32>raisedCosine(Math.sqrt(f1 * f1 + fy * fy), pass, stop),
        <f32>raisedCosine(Math.sqrt(f2 * f2 + fy * fy), pass, stop),
        <f32>raisedCosine(Math.sqrt(f3 * f3 + fy * fy), pass, stop),
      );
      v128.store(at, times(factor, v128.load(at)));
      v128.store(at, times(factor, v128.load(at, TO_IMAGINARY)), TO_IMAGINARY);
      at += QUAD_BYTES;
    }
  }
}

/** Σ (|u| − A)² over `rows` rows of `quads` quads, where something was measured (A ≥ 0). */
export function amplitudeMisfit(
  field: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<usize>,
  quads: Count<usize>,
  amplitude: RealAt,
  amplitudePitch: BytePitch,
): f64 {
  let total: f64 = 0;
  for (let y: usize = 0; y < rows; y++) {
    let sum = splat(0);
    for (let x: usize = 0; x < quads; x++) {
      const at = field + y * pitchBytes + x * QUAD_BYTES;
      const measured = v128.load(amplitude + y * amplitudePitch + x * 16);
      const miss = minus(modulus(v128.load(at), v128.load(at, TO_IMAGINARY)), measured);
      sum = f32x4.add(sum, v128.and(f32x4.ge(measured, splat(0)), times(miss, miss)));
    }
    total += sumOfLanes(sum);
  }
  return total;
}
