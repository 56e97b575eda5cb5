// For bench/performance only: the row sweeps of the plain loop "propagate, constrain, propagate back, constrain" on the
// product's transforms, as a C programmer would write it on FFTW's. Everything else comes from the kernels as they are.
import { QUAD_BYTES, TO_IMAGINARY } from '../complex-layout';
import { Plan } from '../fft-plan';
import { transformRow } from '../fft-rows';
import { DARK, modulus } from '../retrieve-data';
import { splat, times } from '../simd';

export * from '../index';

/** Rows whose columns are propagated: back to the sensor's plane, conj(A u/|u|), and transformed again. */
export function plainSensorRows(
  plan: usize,
  field: usize,
  pitchBytes: usize,
  rows: usize,
  quads: usize,
  amplitude: usize,
  amplitudePitch: usize,
  scratch: usize,
): void {
  for (let y: usize = 0; y < rows; y++) {
    const row = field + y * pitchBytes;
    transformRow(changetype<Plan>(plan), true, row, row, scratch);
    let measured = amplitude + y * amplitudePitch;
    for (let at = row; at < row + quads * QUAD_BYTES; at += QUAD_BYTES) {
      const re = v128.load(at);
      const im = v128.load(at, TO_IMAGINARY);
      const factor = f32x4.div(v128.load(measured), f32x4.pmax(splat(DARK), modulus(re, im)));
      v128.store(at, times(re, factor));
      v128.store(at, f32x4.neg(times(im, factor)), TO_IMAGINARY);
      measured += 16;
    }
    transformRow(changetype<Plan>(plan), false, row, row, scratch);
  }
}

/**
 * Rows that are back in the sample's plane but for the transform, conjugate: |u| is bounded by 1. All but after the last
 * iteration (`more`) they are conjugated back and transformed again.
 */
export function plainSampleRows(
  plan: usize,
  field: usize,
  pitchBytes: usize,
  rows: usize,
  quads: usize,
  more: bool,
  scratch: usize,
): void {
  const one = splat(1);
  for (let y: usize = 0; y < rows; y++) {
    const row = field + y * pitchBytes;
    transformRow(changetype<Plan>(plan), true, row, row, scratch);
    for (let at = row; at < row + quads * QUAD_BYTES; at += QUAD_BYTES) {
      const re = v128.load(at);
      const im = v128.load(at, TO_IMAGINARY);
      const factor = f32x4.div(one, f32x4.pmax(one, modulus(re, im)));
      v128.store(at, times(re, factor));
      v128.store(at, f32x4.neg(times(im, factor)), TO_IMAGINARY);
    }
    if (more) transformRow(changetype<Plan>(plan), false, row, row, scratch);
  }
}
