/**
 * Alternating projections (Latychevskaia & Fink, doi:10.1103/PhysRevLett.98.233901): the amplitude measured at the
 * sensor, a modulus of at most 1 in the sample. The plainest loop of propagate – constrain – propagate there is.
 */
import { Plan } from './fft-plan';
import { transformRow } from './fft-rows';
import { DARK, modulus } from './retrieve-data';
import { QUAD_BYTES, splat, times } from './simd';

/** Rows u of a field whose columns are propagated become conj(A u/|u|), transformed again, in one sweep. */
export function projectAmplitude(
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
    for (let a = row, end = row + quads * QUAD_BYTES; a < end; a += QUAD_BYTES) {
      const re = v128.load(a);
      const im = v128.load(a, 16);
      const factor = f32x4.div(v128.load(measured), f32x4.pmax(splat(DARK), modulus(re, im)));
      v128.store(a, times(re, factor));
      v128.store(a, f32x4.neg(times(im, factor)), 16);
      measured += 16;
    }
    transformRow(changetype<Plan>(plan), false, row, row, scratch);
  }
}

/** The conjugate rows that come back from {@link projectAmplitude} with at most modulus 1, transformed again. */
export function projectModulus(
  plan: usize,
  field: usize,
  pitchBytes: usize,
  rows: usize,
  quads: usize,
  scratch: usize,
): void {
  const one = splat(1);
  for (let y: usize = 0; y < rows; y++) {
    const row = field + y * pitchBytes;
    transformRow(changetype<Plan>(plan), true, row, row, scratch);
    for (let a = row, end = row + quads * QUAD_BYTES; a < end; a += QUAD_BYTES) {
      const re = v128.load(a);
      const im = v128.load(a, 16);
      const factor = f32x4.div(one, f32x4.pmax(one, modulus(re, im)));
      v128.store(a, times(re, factor));
      v128.store(a, f32x4.neg(times(im, factor)), 16);
    }
    transformRow(changetype<Plan>(plan), false, row, row, scratch);
  }
}
