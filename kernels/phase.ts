import { TO_IMAGINARY } from './complex-layout';
import { atan2_4 } from './math';
import { BytePitch, ComplexAt, Count, DoublesAt, FloatPitch, RealAt, RealOrNone } from './types';

/**
 * The argument of a complex plane (rad, (-π, π], 0 where the field is 0) and its modulus, in one sweep. A zero
 * address leaves that output out. Pitches in bytes; columns are done in fours, so both kinds of plane must be
 * padded to that, and the padding of the outputs is scratch.
 */
export function phaseAndModulus(
  field: ComplexAt,
  fieldPitch: BytePitch,
  phase: RealOrNone,
  phasePitch: BytePitch,
  modulus: RealOrNone,
  modulusPitch: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
): void {
  const blocks = <usize>((cols + 3) >> 2);
  for (let row: usize = 0; row < <usize>rows; row++) {
    const from = field + row * fieldPitch;
    if (phase) argumentOfRow(from, phase + row * phasePitch, blocks);
    if (modulus) modulusOfRow(from, modulus + row * modulusPitch, blocks);
  }
}

function argumentOfRow(from: usize, to: usize, blocks: usize): void {
  for (let i: usize = 0; i < blocks; i++) {
    v128.store(to, atan2_4(v128.load(from, TO_IMAGINARY), v128.load(from)));
    from += 32;
    to += 16;
  }
}

function modulusOfRow(from: usize, to: usize, blocks: usize): void {
  for (let i: usize = 0; i < blocks; i++) {
    const re = v128.load(from);
    const im = v128.load(from, TO_IMAGINARY);
    v128.store(to, f32x4.sqrt(f32x4.add(f32x4.mul(re, re), f32x4.mul(im, im))));
    from += 32;
    to += 16;
  }
}

/**
 * Takes a smooth phase out of a wrapped one and multiplies the modulus by `gain`, in place: six f64 at `terms`, of the
 * Legendre products 1, x, y, P₂(x), xy, P₂(y) over the plane. The phase is wrapped again, and times `sign`.
 */
export function takeCurvedPhase(
  phase: RealAt,
  modulus: RealAt,
  pitch: FloatPitch<i32>,
  rows: Count<i32>,
  cols: Count<i32>,
  terms: DoublesAt,
  sign: f64,
  gain: f64,
): void {
  const c = load<f64>(terms);
  const x = load<f64>(terms, 8);
  const y = load<f64>(terms, 16);
  const xx = load<f64>(terms, 24);
  const xy = load<f64>(terms, 32);
  const yy = load<f64>(terms, 40);
  const lastCol = <f64>(cols - 1);
  const turn = 2 * Math.PI;
  const turns = f64x2.splat(turn);
  // of each column its place and what the curvature along x adds to the slope there
  const columns = heap.alloc(<usize>cols << 4);
  for (let col = 0; col < cols; col++) {
    const u = <f64>(2 * col) / lastCol - 1;
    store<f64>(columns + (<usize>col << 3), u);
    store<f64>(columns + (<usize>(cols + col) << 3), 1.5 * xx * u);
  }
  const bends = columns + (<usize>cols << 3);
  for (let row = 0; row < rows; row++) {
    const v = <f64>(2 * row) / <f64>(rows - 1) - 1;
    // P₂ = (3 x² − 1) / 2
    const constant = c + y * v + yy * (1.5 * v * v - 0.5) - 0.5 * xx;
    const slope = x + xy * v;
    const angles = phase + ((<usize>row * pitch) << 2);
    const moduli = modulus + ((<usize>row * pitch) << 2);
    let col = 0;
    for (; col + 2 <= cols; col += 2) {
      const at = (<usize>col) << 2;
      const rise = f64x2.add(f64x2.splat(slope), v128.load(bends + (at << 1)));
      const smooth = f64x2.add(f64x2.splat(constant), f64x2.mul(v128.load(columns + (at << 1)), rise));
      const off = f64x2.sub(f64x2.promote_low_f32x4(v128.load64_zero(angles + at)), smooth);
      const whole = f64x2.floor(f64x2.add(f64x2.div(off, turns), f64x2.splat(0.5)));
      const left = f64x2.mul(f64x2.splat(sign), f64x2.sub(off, f64x2.mul(turns, whole)));
      v128.store64_lane(angles + at, f32x4.demote_f64x2_zero(left), 0);
      const scaled = f64x2.mul(f64x2.promote_low_f32x4(v128.load64_zero(moduli + at)), f64x2.splat(gain));
      v128.store64_lane(moduli + at, f32x4.demote_f64x2_zero(scaled), 0);
    }
    if (col == cols) continue;
    const at = (<usize>col) << 2;
    const u = load<f64>(columns + (at << 1));
    const off = <f64>load<f32>(angles + at) - (constant + u * (slope + load<f64>(bends + (at << 1))));
    store<f32>(angles + at, <f32>(sign * (off - turn * Math.floor(off / turn + 0.5))));
    store<f32>(moduli + at, <f32>(<f64>load<f32>(moduli + at) * gain));
  }
  heap.free(columns);
}
