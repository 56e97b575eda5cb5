// Transforms down the columns of a plane, a block of 16 at a time: 128 bytes of each row, two cache lines.
import { linesScratchBytes, transformLines } from './fft-lines';
import { Plan } from './fft-plan';
import { QUAD_BYTES, productIm, productRe } from './simd';

/** 16 complex columns */
const BLOCK_BYTES: usize = 128;

/** Column blocks `first` … `end` − 1 in place. `scratch`: linesScratchBytes of a 128-byte line. */
export function fftColumns(
  plan: usize,
  inverse: bool,
  plane: usize,
  pitchBytes: usize,
  first: usize,
  end: usize,
  scratch: usize,
): void {
  for (let block = first; block < end; block++) {
    const at = plane + block * BLOCK_BYTES;
    transformLines(changetype<Plan>(plan), inverse, BLOCK_BYTES, at, pitchBytes, at, pitchBytes, scratch);
  }
}

/** Bytes of scratch for {@link filterColumns}. */
export function filterColumnsScratchBytes(plan: usize): usize {
  return changetype<Plan>(plan).length * BLOCK_BYTES + linesScratchBytes(plan, BLOCK_BYTES);
}

/**
 * out = inverse(transfer · forward(plane)) per column block, all in the one sweep over memory. `transfer` is a plane of
 * the same shape as `plane`; `out` may be `plane`.
 */
export function filterColumns(
  plan: usize,
  plane: usize,
  pitchBytes: usize,
  transfer: usize,
  transferPitchBytes: usize,
  out: usize,
  outPitchBytes: usize,
  first: usize,
  end: usize,
  scratch: usize,
): void {
  const length = changetype<Plan>(plan).length;
  const spectrum = scratch;
  const rest = scratch + length * BLOCK_BYTES;
  for (let block = first; block < end; block++) {
    const offset = block * BLOCK_BYTES;
    transformLines(changetype<Plan>(plan), false, BLOCK_BYTES, plane + offset, pitchBytes, spectrum, BLOCK_BYTES, rest);
    let factor = transfer + offset;
    let point = spectrum;
    for (let k: usize = 0; k < length; k++) {
      multiplyBlock(point, factor);
      point += BLOCK_BYTES;
      factor += transferPitchBytes;
    }
    transformLines(changetype<Plan>(plan), true, BLOCK_BYTES, spectrum, BLOCK_BYTES, out + offset, outPitchBytes, rest);
  }
}

@inline function multiplyBlock(point: usize, factor: usize): void {
  for (let x: usize = 0; x < BLOCK_BYTES; x += QUAD_BYTES) {
    const re = v128.load(point + x);
    const im = v128.load(point + x, 16);
    const fr = v128.load(factor + x);
    const fi = v128.load(factor + x, 16);
    v128.store(point + x, productRe(re, im, fr, fi));
    v128.store(point + x, productIm(re, im, fr, fi), 16);
  }
}
