/**
 * Rows of real samples. Two rows a, b make one complex row z = a + ib; since the transform of a real row is Hermitian,
 * A[k] = (Z[k] + Z*[n − k])/2 and B[k] = (Z[k] − Z*[n − k])/2i. Only k ≤ n/2 is written, rounded up to
 * whole quads.
 */
import { QUAD_BYTES, SAMPLE_BYTES, TO_IMAGINARY } from './complex-layout';
import { linesScratchBytes, transformLines } from './fft-lines';
import { Plan } from './fft-plan';
import { gather, rowScratchBytes, scatter, transformRowPair } from './fft-rows';
import { minus, plus, splat, times } from './simd';
import { BytePitch, ComplexAt, Count, PlanAt, RealAt, ScratchAt } from './types';

/** Points 0 … n/2 of a row, rounded up to a quad. */
@inline function halfPoints(length: usize): usize {
  return ((length >> 1) + 4) & ~3;
}

/** Writes A[k] and B[k] of four lanes, from Z[k] at `z` and Z[n − k] given as (mr, mi). */
@inline function separate(z: usize, mr: v128, mi: v128, first: usize, second: usize): void {
  const half = splat(0.5);
  const zr = v128.load(z);
  const zi = v128.load(z, TO_IMAGINARY);
  v128.store(first, times(half, plus(zr, mr)));
  v128.store(first, times(half, minus(zi, mi)), TO_IMAGINARY);
  v128.store(second, times(half, plus(zi, mi)));
  v128.store(second, times(half, minus(mr, zr)), TO_IMAGINARY);
}

/** Bytes of scratch for {@link realRowsAlongLanes}. */
export function realRowsAlongLanesScratchBytes(plan: PlanAt): Count<usize> {
  const length = changetype<Plan>(plan).length;
  return (length + 16) * SAMPLE_BYTES + halfPoints(length) * SAMPLE_BYTES + rowScratchBytes(plan);
}

/** Real rows 0 … rows − 1 to the left halves of their spectra; `plan` is one along the lanes. */
export function realRowsAlongLanes(
  plan: PlanAt,
  plane: RealAt,
  pitchBytes: BytePitch,
  rows: Count<usize>,
  out: ComplexAt,
  outPitchBytes: BytePitch,
  scratch: ScratchAt,
): void {
  const length = changetype<Plan>(plan).length;
  const spectrum = scratch;
  const spare = spectrum + (length + 16) * SAMPLE_BYTES;
  const rest = spare + halfPoints(length) * SAMPLE_BYTES;
  memory.fill(spare, 0, halfPoints(length) * SAMPLE_BYTES);
  for (let y: usize = 0; y < rows; y += 2) {
    const pair = y + 1 < rows;
    const first = plane + y * pitchBytes;
    const target = out + y * outPitchBytes;
    transformRowPair(changetype<Plan>(plan), first, pair ? first + pitchBytes : spare, spectrum, rest);
    separateRow(spectrum, length, target, pair ? target + outPitchBytes : spare);
    if (!pair) memory.fill(spare, 0, halfPoints(length) * SAMPLE_BYTES);
  }
}

/** Lanes (after 0, quad 3, quad 2, quad 1), as a blend and a shuffle of one vector, which are an instruction each. */
@inline function mirrored(quad: v128, after: v128): v128 {
  const blend = v128.shuffle<f32>(quad, after, 4, 1, 2, 3);
  return v128.shuffle<f32>(blend, blend, 0, 3, 2, 1);
}

/** {@link separate} along a row. Its quads are reversed for n − k: one lane of a quad, three of the one before. */
function separateRow(spectrum: usize, length: usize, first: usize, second: usize): void {
  const end = spectrum + length * SAMPLE_BYTES;
  v128.store(end, v128.load(spectrum));
  v128.store(end, v128.load(spectrum, TO_IMAGINARY), TO_IMAGINARY);
  let mirror = end;
  let afterRe = v128.load(mirror);
  let afterIm = v128.load(mirror, TO_IMAGINARY);
  const bytes = halfPoints(length) * SAMPLE_BYTES;
  for (let x: usize = 0; x < bytes; x += QUAD_BYTES) {
    mirror -= QUAD_BYTES;
    const re = v128.load(mirror);
    const im = v128.load(mirror, TO_IMAGINARY);
    separate(spectrum + x, mirrored(re, afterRe), mirrored(im, afterIm), first + x, second + x);
    afterRe = re;
    afterIm = im;
  }
}

/** Bytes of scratch for {@link realRowsByEights}. */
export function realRowsByEightsScratchBytes(plan: PlanAt): Count<usize> {
  const length = changetype<Plan>(plan).length;
  const spare = (length + 16) * SAMPLE_BYTES;
  return (length + 16 + halfPoints(length)) * QUAD_BYTES + spare + linesScratchBytes(plan, QUAD_BYTES);
}

/**
 * Real rows of any length, eight at a time: rows 0, 2, 4, 6 are the real and rows 1, 3, 5, 7 the imaginary parts of
 * four lines. `plan` is one of lines.
 */
export function realRowsByEights(
  plan: PlanAt,
  plane: RealAt,
  pitchBytes: BytePitch,
  rows: Count<usize>,
  out: ComplexAt,
  outPitchBytes: BytePitch,
  scratch: ScratchAt,
): void {
  const length = changetype<Plan>(plan).length;
  const lines = scratch;
  const odd = lines + (length + 16) * QUAD_BYTES;
  const spare = odd + halfPoints(length) * QUAD_BYTES;
  const rest = spare + (length + 16) * SAMPLE_BYTES;
  for (let y: usize = 0; y < rows; y += 8) {
    const left = rows - y;
    const from = plane + y * pitchBytes;
    memory.fill(spare, 0, length * 4 + 16);
    gatherEveryOther(lines, length, from, pitchBytes, left, spare);
    gatherEveryOther(lines + TO_IMAGINARY, length, from + pitchBytes, pitchBytes, left - 1, spare);
    transformLines(changetype<Plan>(plan), false, QUAD_BYTES, lines, QUAD_BYTES, lines, QUAD_BYTES, rest);
    separateLines(lines, length, odd);
    const to = out + y * outPitchBytes;
    scatterEveryOther(lines, length, to, outPitchBytes, left, spare);
    scatterEveryOther(odd, length, to + outPitchBytes, outPitchBytes, left - 1, spare);
  }
}

/** The address of row `index` of `count`, or the spare row. */
@inline function rowOrSpare(rows: usize, pitchBytes: usize, index: isize, count: isize, spare: usize): usize {
  return index < count ? rows + index * pitchBytes : spare;
}

/** Rows 0, 2, 4, 6 of real samples to the lanes of every second vector at `lines`. */
function gatherEveryOther(lines: usize, length: usize, rows: usize, pitch: usize, count: isize, spare: usize): void {
  const row0 = rowOrSpare(rows, pitch, 0, count, spare);
  const row2 = rowOrSpare(rows, pitch, 2, count, spare);
  const row4 = rowOrSpare(rows, pitch, 4, count, spare);
  const row6 = rowOrSpare(rows, pitch, 6, count, spare);
  const bytes: usize = length << 2;
  for (let x: usize = 0; x < bytes; x += 16) gather(lines + 8 * x, row0 + x, row2 + x, row4 + x, row6 + x);
}

/** A[k] in place of Z[k], and B[k] at `odd`, for k ≤ n/2; zeros up to the quad. */
function separateLines(lines: usize, length: usize, odd: usize): void {
  let mirror = lines;
  const bytes: usize = ((length >> 1) + 1) * QUAD_BYTES;
  const end = lines + length * QUAD_BYTES;
  for (let x: usize = 0; x < bytes; x += QUAD_BYTES) {
    separate(lines + x, v128.load(mirror), v128.load(mirror, TO_IMAGINARY), lines + x, odd + x);
    mirror = end - x - QUAD_BYTES;
  }
  const padding = halfPoints(length) * QUAD_BYTES - bytes;
  memory.fill(lines + bytes, 0, padding);
  memory.fill(odd + bytes, 0, padding);
}

/** Four lines of half spectra to rows 0, 2, 4, 6 of a complex plane. */
function scatterEveryOther(lines: usize, length: usize, rows: usize, pitch: usize, count: isize, spare: usize): void {
  const row0 = rowOrSpare(rows, pitch, 0, count, spare);
  const row2 = rowOrSpare(rows, pitch, 2, count, spare);
  const row4 = rowOrSpare(rows, pitch, 4, count, spare);
  const row6 = rowOrSpare(rows, pitch, 6, count, spare);
  const bytes = halfPoints(length) * SAMPLE_BYTES;
  for (let x: usize = 0; x < bytes; x += QUAD_BYTES) {
    scatter(lines + 4 * x, row0 + x, row2 + x, row4 + x, row6 + x);
    scatter(
      lines + 4 * x + TO_IMAGINARY,
      row0 + x + TO_IMAGINARY,
      row2 + x + TO_IMAGINARY,
      row4 + x + TO_IMAGINARY,
      row6 + x + TO_IMAGINARY,
    );
  }
}
