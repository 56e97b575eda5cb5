import { TO_IMAGINARY } from './complex-layout';
import { atan2_4 } from './math';
import { BytePitch, ComplexAt, Count, RealOrNone } from './types';

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
