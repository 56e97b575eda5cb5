// Phase retrieval: a step of the accelerated proximal gradient method, from one propagation to the next.
import { QUAD_BYTES, SAMPLE_BYTES, TO_IMAGINARY } from './complex-layout';
import { Plan } from './fft-plan';
import { rowScratchBytes, transformRow } from './fft-rows';
import { sumOfLanes } from './retrieve-data';
import { dualStepRow, primalRow, variationOfRow } from './retrieve-variation';
import { addProduct, minus, plus, splat } from './simd';
import { BytePitch, ComplexAt, Count, DoublesAt, PlanAt, ScratchAt } from './types';

/** A row of the gradient, conjugate and transformed, becomes v = point − gradient. */
function descendRow(plan: usize, gradient: usize, point: usize, quads: usize, scratch: usize): void {
  transformRow(changetype<Plan>(plan), true, gradient, gradient, scratch);
  for (const end = gradient + quads * QUAD_BYTES; gradient < end; gradient += QUAD_BYTES) {
    v128.store(gradient, minus(v128.load(point), v128.load(gradient)));
    v128.store(gradient, plus(v128.load(point, TO_IMAGINARY), v128.load(gradient, TO_IMAGINARY)), TO_IMAGINARY);
    point += QUAD_BYTES;
  }
}

/** What a row adds to what {@link retrieveStep} is asked to add up. */
@unmanaged class RowSums {
  /** Σ |x − xold|² */
  change: f64;
  /** Σ |x − 1|² */
  contrast: f64;
  /** Σ |Dx|, of the differences to this row's neighbours on the right and below */
  variation: f64;
}

/** x ← a new row, point ← x + momentum (x − xold), which also replaces the new row. */
function extrapolateRow(fresh: usize, x: usize, point: usize, quads: usize, momentum: v128, sums: RowSums): void {
  let change = splat(0);
  let contrast = splat(0);
  const one = splat(1);
  for (const end = fresh + quads * QUAD_BYTES; fresh < end; fresh += QUAD_BYTES) {
    const re = v128.load(fresh);
    const im = v128.load(fresh, TO_IMAGINARY);
    const moveRe = minus(re, v128.load(x));
    const moveIm = minus(im, v128.load(x, TO_IMAGINARY));
    change = addProduct(addProduct(change, moveRe, moveRe), moveIm, moveIm);
    const fromOne = minus(re, one);
    contrast = addProduct(addProduct(contrast, fromOne, fromOne), im, im);
    v128.store(x, re);
    v128.store(x, im, TO_IMAGINARY);
    const pointRe = addProduct(re, momentum, moveRe);
    const pointIm = addProduct(im, momentum, moveIm);
    v128.store(point, pointRe);
    v128.store(point, pointIm, TO_IMAGINARY);
    v128.store(fresh, pointRe);
    v128.store(fresh, pointIm, TO_IMAGINARY);
    x += QUAD_BYTES;
    point += QUAD_BYTES;
  }
  sums.change = sumOfLanes(change);
  sums.contrast = sumOfLanes(contrast);
}

/** Bytes of scratch for {@link retrieveStep}. */
export function retrieveStepScratchBytes(plan: PlanAt, steps: Count<usize>): Count<usize> {
  return rowScratchBytes(plan) + 2 * retrieveStepSeamBytes(plan, steps);
}

/** Bytes of the seam between two parts of {@link retrieveStep}: a row of each step. */
export function retrieveStepSeamBytes(plan: PlanAt, steps: Count<usize>): Count<usize> {
  return steps * changetype<Plan>(plan).length * SAMPLE_BYTES;
}

/**
 * Everything between two propagations, in one sweep over memory:
 * v = point − gradient; `steps` steps of the dual p; x ← C(v − λ Dᵀp); point ← x + momentum (x − xold); spectrum ← the
 * rows of point transformed. Step k works one row behind step k − 1, as soon as its rows are ready. All planes share
 * shape and pitch, but p has twice the rows, px above py.
 *
 * Rows may be swept in two parts at once, `first` … `end` − 1 each. The upper one then stops where it would need what the
 * lower one takes; the lower one begins a row later with each step, and leaves in the seam what the rows above it need of
 * it. When both are done, the upper one `closes` the seam, with the scratch that it had: every row then is what it is in
 * one part.
 * @param gradient its conjugate, rows transformed; may be `spectrum`, and is lost
 * @param absorbs whether x is real and from 0 to 1; else |x| ≤ 1
 * @param sums {@link RowSums} of each row
 */
export function retrieveStep(
  plan: PlanAt,
  gradient: ComplexAt,
  p: ComplexAt,
  x: ComplexAt,
  point: ComplexAt,
  spectrum: ComplexAt,
  pitchBytes: BytePitch,
  rows: Count<usize>,
  quads: Count<usize>,
  lambda: f32,
  absorbs: bool,
  sigma: f32,
  steps: Count<usize>,
  momentum: f32,
  first: Count<usize>,
  end: Count<usize>,
  closes: bool,
  seam: ScratchAt,
  sums: DoublesAt,
  scratch: ScratchAt,
): void {
  const toPy = rows * pitchBytes;
  const buffers = scratch + rowScratchBytes(plan);
  const rowBytes = quads * QUAD_BYTES;
  // by how many rows each step begins later than the one before
  const later: usize = first > 0 ? 1 : 0;
  const until = closes ? end + 2 * steps + 1 : end < rows ? end : rows + steps + 1;
  for (let front = closes ? end : first; front < until; front++) {
    if (front < end) descendRow(plan, gradient + front * pitchBytes, point + front * pitchBytes, quads, scratch);
    for (let k: usize = 0; k < steps; k++) {
      const begin = first + k * later;
      const y = front - 1 - k;
      if (front < begin + k + 1 || y >= (closes ? end + k : rows)) continue;
      const at = y * pitchBytes;
      const begins = y == begin;
      const given = closes && y == end + k - 1 ? seam + k * rowBytes : 0;
      const own = buffers + 2 * k * rowBytes;
      dualStepRow(gradient + at, p + at, toPy, pitchBytes, y, rows, quads, splat(lambda), absorbs, splat(sigma), begins, given, own);
      if (begins && later) memory.copy(seam + k * rowBytes, own + (y & 1) * rowBytes, rowBytes);
    }
    const y = front - 1 - steps;
    if (front < first + steps * later + steps + 1 || y >= (closes ? end + steps : rows)) continue;
    const at = y * pitchBytes;
    const row = spectrum + at;
    const above = y > 0 ? p + toPy + at - pitchBytes : 0;
    primalRow(gradient + at, p + at, p + toPy + at, above, quads, splat(lambda), absorbs, row);
    extrapolateRow(row, x + at, point + at, quads, splat(momentum), sumsOf(sums, y));
    if (y > first + steps * later) addVariation(x, pitchBytes, y - 1, y, quads, sums);
    transformRow(changetype<Plan>(plan), false, row, row, scratch);
  }
  if (closes) addVariation(x, pitchBytes, end + steps - 1, end + steps, quads, sums);
  else if (end == rows) addVariation(x, pitchBytes, rows - 1, rows - 1, quads, sums);
}

@inline function sumsOf(sums: usize, y: usize): RowSums {
  return changetype<RowSums>(sums + y * offsetof<RowSums>());
}

@inline function addVariation(x: usize, pitchBytes: usize, y: usize, below: usize, quads: usize, sums: usize): void {
  sumsOf(sums, y).variation = variationOfRow(x + y * pitchBytes, x + below * pitchBytes, quads);
}
