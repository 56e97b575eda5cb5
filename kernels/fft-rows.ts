// Transforms along the rows of a plane.
import { Radix4, Radix8 } from './butterflies';
import { QUAD_BYTES, SAMPLE_BYTES, TO_IMAGINARY } from './complex-layout';
import { FromQuads, FromRealPair, LaneTwiddled, LaneTwiddledInverse } from './fft-legs';
import { linesScratchBytes, transformLines } from './fft-lines';
import { Plan, Step, nextStep } from './fft-plan';
import { takeStep } from './passes';
import { tile } from './room';
import { transposeTo } from './simd';
import { BytePitch, ComplexAt, Count, PlanAt, ScratchAt } from './types';

/** Keeps the two scratch rows from falling into the same cache sets. */
const SKEW: usize = 192;

/** Bytes of scratch for {@link transformRow}. */
export function rowScratchBytes(plan: PlanAt): Count<usize> {
  return 2 * (changetype<Plan>(plan).length * SAMPLE_BYTES + SKEW);
}

/**
 * The first step of a row. Its lanes are four neighbouring points p, so their outputs, which belong at radix·p + k,
 * are transposed from four lanes of `radix` legs to stretches of `radix` points.
 */
function laneStep<Radix, Source, Sink>(from: usize, gap: usize, to: usize, rest: usize, twiddles: usize): void {
  const radix = changetype<Radix>(0);
  const quadBytes = changetype<Source>(0).bytes;
  const outputs = tile;
  const leg = (rest >> 2) * quadBytes;
  const end = from + leg;
  for (let a = from; a < end; a += quadBytes) {
    radix.apply<Source, Sink>(a, gap, leg, outputs, QUAD_BYTES, twiddles);
    for (let k: usize = 0; k < radix.legs; k += 4) {
      const quad = outputs + k * QUAD_BYTES;
      transposeTile(quad, to + k * SAMPLE_BYTES, radix.legs * SAMPLE_BYTES);
      transposeTile(quad + TO_IMAGINARY, to + k * SAMPLE_BYTES + TO_IMAGINARY, radix.legs * SAMPLE_BYTES);
    }
    twiddles += (radix.legs - 1) * QUAD_BYTES;
    to += radix.legs * QUAD_BYTES;
  }
}

@inline function transposeTile(tile: usize, to: usize, stride: usize): void {
  const a = v128.load(tile);
  const b = v128.load(tile + QUAD_BYTES);
  const c = v128.load(tile + 2 * QUAD_BYTES);
  const d = v128.load(tile + 3 * QUAD_BYTES);
  transposeTo(to, to + stride, to + 2 * stride, to + 3 * stride, a, b, c, d);
}

/** The steps after the first, from the first scratch row to `to`. */
function finishRow(plan: Plan, inverse: bool, to: usize, scratch: usize): void {
  const other = scratch + plan.length * SAMPLE_BYTES + SKEW;
  let step = plan.first;
  let done: usize = step.radix;
  let from = scratch;
  for (let i: usize = 2; i < plan.steps; i++) {
    step = nextStep(step);
    const target = i & 1 ? scratch : other;
    takeStep(plan, step, inverse, done, SAMPLE_BYTES, from, SAMPLE_BYTES, target, SAMPLE_BYTES);
    done *= step.radix;
    from = target;
  }
  takeStep(plan, nextStep(step), inverse, done, SAMPLE_BYTES, from, SAMPLE_BYTES, to, SAMPLE_BYTES);
}

/** `to` ← transform of the row of quads at `from`, which may be the same. */
export function transformRow(plan: Plan, inverse: bool, from: usize, to: usize, scratch: usize): void {
  const step = plan.first;
  if (step.radix == 8) {
    if (inverse) laneStep<Radix8, FromQuads, LaneTwiddledInverse>(from, 0, scratch, step.rest, step.twiddles);
    else laneStep<Radix8, FromQuads, LaneTwiddled>(from, 0, scratch, step.rest, step.twiddles);
  } else if (inverse) laneStep<Radix4, FromQuads, LaneTwiddledInverse>(from, 0, scratch, step.rest, step.twiddles);
  else laneStep<Radix4, FromQuads, LaneTwiddled>(from, 0, scratch, step.rest, step.twiddles);
  finishRow(plan, inverse, to, scratch);
}

/** `to` ← forward transform of first + i·second, two rows of real samples. */
export function transformRowPair(plan: Plan, first: usize, second: usize, to: usize, scratch: usize): void {
  const step = plan.first;
  const gap = second - first;
  if (step.radix == 8) laneStep<Radix8, FromRealPair, LaneTwiddled>(first, gap, scratch, step.rest, step.twiddles);
  else laneStep<Radix4, FromRealPair, LaneTwiddled>(first, gap, scratch, step.rest, step.twiddles);
  finishRow(plan, false, to, scratch);
}

/** Rows `first` … `end` − 1 in place; `plan` is one along the lanes. `scratch`: rowScratchBytes. */
export function fftRowsAlongLanes(
  plan: PlanAt,
  inverse: bool,
  plane: ComplexAt,
  pitchBytes: BytePitch,
  first: Count<usize>,
  end: Count<usize>,
  scratch: ScratchAt,
): void {
  for (let y = first; y < end; y++) {
    const row = plane + y * pitchBytes;
    transformRow(changetype<Plan>(plan), inverse, row, row, scratch);
  }
}

/** Bytes of scratch for {@link fftRowsByFours}. */
export function fftRowsByFoursScratchBytes(plan: PlanAt): Count<usize> {
  const padded = changetype<Plan>(plan).length + 3;
  return padded * (QUAD_BYTES + SAMPLE_BYTES) + linesScratchBytes(plan, QUAD_BYTES);
}

/**
 * Rows of any length: four at a time are transposed to four lines of points [re ×4][im ×4], transformed side by side
 * and transposed back. Lanes past the length become 0.
 * @param plan one of lines
 */
export function fftRowsByFours(
  plan: PlanAt,
  inverse: bool,
  plane: ComplexAt,
  pitchBytes: BytePitch,
  first: Count<usize>,
  end: Count<usize>,
  scratch: ScratchAt,
): void {
  const length = changetype<Plan>(plan).length;
  const padded = (length + 3) & ~3;
  const lines = scratch;
  const spare = lines + padded * QUAD_BYTES;
  const rest = spare + padded * SAMPLE_BYTES;
  const bytes = padded * SAMPLE_BYTES;
  memory.fill(spare, 0, padded * SAMPLE_BYTES);
  for (let y = first; y < end; y += 4) {
    const row0 = plane + y * pitchBytes;
    const row1 = y + 1 < end ? row0 + pitchBytes : spare;
    const row2 = y + 2 < end ? row0 + 2 * pitchBytes : spare;
    const row3 = y + 3 < end ? row0 + 3 * pitchBytes : spare;
    for (let x: usize = 0; x < bytes; x += QUAD_BYTES) {
      gather(lines + x * 4, row0 + x, row1 + x, row2 + x, row3 + x);
      gather(
        lines + x * 4 + TO_IMAGINARY,
        row0 + x + TO_IMAGINARY,
        row1 + x + TO_IMAGINARY,
        row2 + x + TO_IMAGINARY,
        row3 + x + TO_IMAGINARY,
      );
    }
    transformLines(changetype<Plan>(plan), inverse, QUAD_BYTES, lines, QUAD_BYTES, lines, QUAD_BYTES, rest);
    memory.fill(lines + length * QUAD_BYTES, 0, (padded - length) * QUAD_BYTES);
    for (let x: usize = 0; x < bytes; x += QUAD_BYTES) {
      scatter(lines + x * 4, row0 + x, row1 + x, row2 + x, row3 + x);
      scatter(
        lines + x * 4 + TO_IMAGINARY,
        row0 + x + TO_IMAGINARY,
        row1 + x + TO_IMAGINARY,
        row2 + x + TO_IMAGINARY,
        row3 + x + TO_IMAGINARY,
      );
    }
  }
}

/** Four neighbouring samples of four rows to every second vector at `lines`. */
@inline export function gather(lines: usize, row0: usize, row1: usize, row2: usize, row3: usize): void {
  const line1 = lines + QUAD_BYTES;
  const line2 = line1 + QUAD_BYTES;
  const line3 = line2 + QUAD_BYTES;
  transposeTo(lines, line1, line2, line3, v128.load(row0), v128.load(row1), v128.load(row2), v128.load(row3));
}

/** The reverse of {@link gather}. */
@inline export function scatter(lines: usize, row0: usize, row1: usize, row2: usize, row3: usize): void {
  const a = v128.load(lines);
  const b = v128.load(lines + QUAD_BYTES);
  const c = v128.load(lines + 2 * QUAD_BYTES);
  const d = v128.load(lines + 3 * QUAD_BYTES);
  transposeTo(row0, row1, row2, row3, a, b, c, d);
}
