// Transforms down the columns of a plane, a block of 16 at a time: 128 bytes of each row, two cache lines.
import { BLOCK_BYTES, QUAD_BYTES, TO_IMAGINARY } from './complex-layout';
import { linesScratchBytes, transformLines } from './fft-lines';
import { Plan } from './fft-plan';
import { productIm, productRe } from './simd';
import { BytePitch, ComplexAt, Count, PlanAt, ScratchAt } from './types';

/** Bytes of a row in block `block`: the last block of a plane is as narrow as its columns allow. */
@inline function blockBytes(block: usize, cols: usize): usize {
  return min(BLOCK_BYTES, ((cols + 3) >> 2) * QUAD_BYTES - block * BLOCK_BYTES);
}

/** Column blocks `first` … `end` − 1 in place. `scratch`: linesScratchBytes of a 128-byte line. */
export function fftColumns(
  plan: PlanAt,
  inverse: bool,
  plane: ComplexAt,
  cols: Count<usize>,
  pitchBytes: BytePitch,
  first: Count<usize>,
  end: Count<usize>,
  scratch: ScratchAt,
): void {
  for (let block = first; block < end; block++) {
    const at = plane + block * BLOCK_BYTES;
    const bytes = blockBytes(block, cols);
    transformLines(changetype<Plan>(plan), inverse, bytes, at, pitchBytes, at, pitchBytes, scratch);
  }
}

/** Bytes of scratch for {@link filterColumns}. */
export function filterColumnsScratchBytes(plan: PlanAt): Count<usize> {
  return changetype<Plan>(plan).length * BLOCK_BYTES + linesScratchBytes(plan, BLOCK_BYTES);
}

/**
 * out = inverse(transfer · forward(plane)) per column block, all in the one sweep over memory. `transfer` is a plane
 * of the same shape as `plane`; `out` may be `plane`.
 */
export function filterColumns(
  plan: PlanAt,
  plane: ComplexAt,
  cols: Count<usize>,
  pitchBytes: BytePitch,
  transfer: ComplexAt,
  transferPitchBytes: BytePitch,
  out: ComplexAt,
  outPitchBytes: BytePitch,
  first: Count<usize>,
  end: Count<usize>,
  scratch: ScratchAt,
): void {
  const columns = changetype<Plan>(plan);
  const spectrum = scratch;
  const rest = scratch + columns.length * BLOCK_BYTES;
  for (let block = first; block < end; block++) {
    const at = block * BLOCK_BYTES;
    const bytes = blockBytes(block, cols);
    transformLines(columns, false, bytes, plane + at, pitchBytes, spectrum, bytes, rest);
    multiplyLines(spectrum, bytes, columns.length, transfer + at, transferPitchBytes);
    transformLines(columns, true, bytes, spectrum, bytes, out + at, outPitchBytes, rest);
  }
}

function multiplyLines(points: usize, bytes: usize, length: usize, factors: usize, pitchBytes: usize): void {
  for (let k: usize = 0; k < length; k++) {
    for (let x: usize = 0; x < bytes; x += QUAD_BYTES) {
      const re = v128.load(points + x);
      const im = v128.load(points + x, TO_IMAGINARY);
      const fr = v128.load(factors + x);
      const fi = v128.load(factors + x, TO_IMAGINARY);
      v128.store(points + x, productRe(re, im, fr, fi));
      v128.store(points + x, productIm(re, im, fr, fi), TO_IMAGINARY);
    }
    points += bytes;
    factors += pitchBytes;
  }
}
