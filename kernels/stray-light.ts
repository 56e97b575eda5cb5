// What of a field no sample makes that only delays light.
import { QUAD_BYTES, TO_IMAGINARY, quadInRow } from './complex-layout';
import { BytePitch, ComplexAt, Count, DoublesAt } from './types';

const LEAST: f32 = 1e-30;
/** Rows of a tile; columns, too: a quad. */
const TILE: i32 = 4;
const MOMENTS: i32 = 4;

/** wave ← n / |n| with n = wave + field − passed, over whole planes. */
export function towardsPhase(
  field: ComplexAt,
  passed: ComplexAt,
  wave: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<usize>,
): void {
  const end = field + rows * pitchBytes;
  while (field < end) {
    const re = f32x4.add(v128.load(wave), f32x4.sub(v128.load(field), v128.load(passed)));
    const im = f32x4.add(
      v128.load(wave, TO_IMAGINARY),
      f32x4.sub(v128.load(field, TO_IMAGINARY), v128.load(passed, TO_IMAGINARY)),
    );
    const length = modulus(re, im);
    v128.store(wave, f32x4.div(re, length));
    v128.store(wave, f32x4.div(im, length), TO_IMAGINARY);
    field += QUAD_BYTES;
    passed += QUAD_BYTES;
    wave += QUAD_BYTES;
  }
}

/**
 * Means over tiles of 4 × 4 samples, the first of them at (rowFrom, colFrom), colFrom a multiple of 4: at out + 32 · (j · tilesX + i), as f64,
 * of a², max(a, 0)², b² and |u/|u| − 1|², with a = |u| − |p| what the field u has beside the one that is explained, p, and b = |p| − 1.
 */
export function strayMoments(
  field: ComplexAt,
  explained: ComplexAt,
  pitchBytes: BytePitch,
  rowFrom: Count<i32>,
  colFrom: Count<i32>,
  tilesY: Count<i32>,
  tilesX: Count<i32>,
  out: DoublesAt,
): void {
  const one = f32x4.splat(1);
  for (let j = 0; j < tilesY; j++) {
    let from = <usize>(rowFrom + j * TILE) * pitchBytes + quadInRow(<usize>colFrom);
    for (let i = 0; i < tilesX; i++, from += QUAD_BYTES) {
      let all = f32x4.splat(0);
      let brighter = f32x4.splat(0);
      let ringing = f32x4.splat(0);
      let delayed = f32x4.splat(0);
      for (let y = 0; y < TILE; y++) {
        const at = from + <usize>y * pitchBytes;
        const re = v128.load(field + at);
        const size = modulus(re, v128.load(field + at, TO_IMAGINARY));
        const usual = modulus(v128.load(explained + at), v128.load(explained + at, TO_IMAGINARY));
        const a = f32x4.sub(size, usual);
        const more = f32x4.max(a, f32x4.splat(0));
        const b = f32x4.sub(usual, one);
        all = f32x4.add(all, f32x4.mul(a, a));
        brighter = f32x4.add(brighter, f32x4.mul(more, more));
        ringing = f32x4.add(ringing, f32x4.mul(b, b));
        // |e^{iφ} − 1|² = 2 − 2 cos φ
        const rest = f32x4.sub(one, f32x4.div(re, size));
        delayed = f32x4.add(delayed, f32x4.add(rest, rest));
      }
      store<f64>(out, mean(all));
      store<f64>(out, mean(brighter), 8);
      store<f64>(out, mean(ringing), 16);
      store<f64>(out, mean(delayed), 24);
      out += MOMENTS * 8;
    }
  }
}

@inline function modulus(re: v128, im: v128): v128 {
  const size = f32x4.sqrt(f32x4.add(f32x4.mul(re, re), f32x4.mul(im, im)));
  return f32x4.max(size, f32x4.splat(LEAST));
}

@inline function mean(sums: v128): f64 {
  const two = <f64>f32x4.extract_lane(sums, 0) + <f64>f32x4.extract_lane(sums, 1);
  return (two + (<f64>f32x4.extract_lane(sums, 2) + <f64>f32x4.extract_lane(sums, 3))) / 16;
}
