/**
 * Phase retrieval: propagation along the columns of a field whose rows are transformed, with the factors of the
 * transfer function packed as they are used. They depend on the modulus of fy only, so the upper half of the rows is
 * all there is to keep, and the 16 columns of a block lie together.
 */
import { BLOCK_BYTES, QUAD_BYTES, TO_IMAGINARY } from './complex-layout';
import { linesScratchBytes, transformLines } from './fft-lines';
import { Plan } from './fft-plan';
import { plus, productIm, productRe } from './simd';
import { BytePitch, ComplexAt, Count, PlanAt, QuadsAt, ScratchAt } from './types';

/** A point of the lines that are transformed side by side: 16 columns. */
const POINT_BYTES: usize = BLOCK_BYTES;

/** Bytes of the packed factors of a field of `blocks` blocks of 16 columns. */
export function packedTransferBytes(rows: Count<usize>, blocks: Count<usize>): Count<usize> {
  return blocks * ((rows >> 1) + 1) * POINT_BYTES;
}

/** Packs a transfer function, [v, u] with the zero frequency first. */
export function packTransfer(
  transfer: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<usize>,
  blocks: Count<usize>,
  packed: QuadsAt,
): void {
  for (let block: usize = 0; block < blocks; block++) {
    let from = transfer + block * POINT_BYTES;
    for (let v: usize = 0; v <= rows >> 1; v++) {
      memory.copy(packed, from, POINT_BYTES);
      from += pitchBytes;
      packed += POINT_BYTES;
    }
  }
}

/** to ← from · factors, 16 complex numbers; the places may be the same. */
@inline function multiplyPoint(from: usize, factors: usize, to: usize): void {
  for (let x: usize = 0; x < POINT_BYTES; x += QUAD_BYTES) {
    const re = v128.load(from + x);
    const im = v128.load(from + x, TO_IMAGINARY);
    const fr = v128.load(factors + x);
    const fi = v128.load(factors + x, TO_IMAGINARY);
    v128.store(to + x, productRe(re, im, fr, fi));
    v128.store(to + x, productIm(re, im, fr, fi), TO_IMAGINARY);
  }
}

@inline function addPoint(to: usize, point: usize): void {
  for (let x: usize = 0; x < POINT_BYTES; x += 16) v128.store(to + x, plus(v128.load(to + x), v128.load(point + x)));
}

/** Bytes of scratch for {@link propagateColumns}, {@link spreadColumns} and {@link gatherColumns}. */
export function propagateColumnsScratchBytes(plan: PlanAt): Count<usize> {
  return changetype<Plan>(plan).length * POINT_BYTES + linesScratchBytes(plan, POINT_BYTES);
}

/** to ← inverse(transfer · forward(field)) of blocks `first` … `end` − 1 of 16 columns, in one sweep; `to` may be `field`. */
export function propagateColumns(
  plan: PlanAt,
  field: ComplexAt,
  pitchBytes: BytePitch,
  packed: QuadsAt,
  to: ComplexAt,
  first: Count<usize>,
  end: Count<usize>,
  scratch: ScratchAt,
): void {
  const columns = changetype<Plan>(plan);
  const rows = columns.length;
  const half = rows >> 1;
  const rest = scratch + rows * POINT_BYTES;
  packed += first * (half + 1) * POINT_BYTES;
  for (let block = first; block < end; block++) {
    const at = block * POINT_BYTES;
    transformLines(columns, false, POINT_BYTES, field + at, pitchBytes, scratch, POINT_BYTES, rest);
    for (let v: usize = 0; v < rows; v++) {
      const point = scratch + v * POINT_BYTES;
      multiplyPoint(point, packed + (v > half ? rows - v : v) * POINT_BYTES, point);
    }
    transformLines(columns, true, POINT_BYTES, scratch, POINT_BYTES, to + at, pitchBytes, rest);
    packed += (half + 1) * POINT_BYTES;
  }
}

/**
 * to ← inverse(transfer · spectrum) of blocks `first` … `end` − 1 of 16 columns that are transformed already: the way to
 * the sensor of one frame of several, which share the transform of the field.
 */
export function spreadColumns(
  plan: PlanAt,
  spectrum: ComplexAt,
  pitchBytes: BytePitch,
  packed: QuadsAt,
  to: ComplexAt,
  first: Count<usize>,
  end: Count<usize>,
  scratch: ScratchAt,
): void {
  const columns = changetype<Plan>(plan);
  const rows = columns.length;
  const half = rows >> 1;
  const rest = scratch + rows * POINT_BYTES;
  packed += first * (half + 1) * POINT_BYTES;
  for (let block = first; block < end; block++) {
    const at = block * POINT_BYTES;
    for (let v: usize = 0; v < rows; v++) {
      const factors = packed + (v > half ? rows - v : v) * POINT_BYTES;
      multiplyPoint(spectrum + at + v * pitchBytes, factors, scratch + v * POINT_BYTES);
    }
    transformLines(columns, true, POINT_BYTES, scratch, POINT_BYTES, to + at, pitchBytes, rest);
    packed += (half + 1) * POINT_BYTES;
  }
}

/** sum ← sum + transfer · forward(field), or without the sum for the first frame: the way back, before the inverse. Blocks `first` … `end` − 1. */
export function gatherColumns(
  plan: PlanAt,
  field: ComplexAt,
  pitchBytes: BytePitch,
  packed: QuadsAt,
  sum: ComplexAt,
  adds: bool,
  first: Count<usize>,
  end: Count<usize>,
  scratch: ScratchAt,
): void {
  const columns = changetype<Plan>(plan);
  const rows = columns.length;
  const half = rows >> 1;
  const rest = scratch + rows * POINT_BYTES;
  packed += first * (half + 1) * POINT_BYTES;
  for (let block = first; block < end; block++) {
    const at = block * POINT_BYTES;
    transformLines(columns, false, POINT_BYTES, field + at, pitchBytes, scratch, POINT_BYTES, rest);
    for (let v: usize = 0; v < rows; v++) {
      const line = scratch + v * POINT_BYTES;
      const to = sum + at + v * pitchBytes;
      const factors = packed + (v > half ? rows - v : v) * POINT_BYTES;
      if (adds) {
        multiplyPoint(line, factors, line);
        addPoint(to, line);
      } else {
        multiplyPoint(line, factors, to);
      }
    }
    packed += (half + 1) * POINT_BYTES;
  }
}
