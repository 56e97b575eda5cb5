// Phase retrieval: a step of the accelerated proximal gradient method, from one propagation to the next.
import { QUAD_BYTES, TO_IMAGINARY } from './complex-layout';
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

/** What {@link retrieveStep} adds up. */
@unmanaged class Progress {
  /** Σ |x − xold|² */
  change: f64;
  /** Σ |x − 1|² */
  contrast: f64;
  /** Σ |Dx| */
  variation: f64;
}

/** x ← a new row, point ← x + momentum (x − xold), which also replaces the new row. */
function extrapolateRow(fresh: usize, x: usize, point: usize, quads: usize, momentum: v128, progress: Progress): void {
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
  progress.change += sumOfLanes(change);
  progress.contrast += sumOfLanes(contrast);
}

/** Bytes of scratch for {@link retrieveStep}. */
export function retrieveStepScratchBytes(plan: PlanAt, steps: Count<usize>): Count<usize> {
  return rowScratchBytes(plan) + 2 * steps * changetype<Plan>(plan).length * 8;
}

/**
 * Everything between two propagations, in one sweep over memory:
 * v = point − gradient; `steps` steps of the dual p; x ← C(v − λ Dᵀp); point ← x + momentum (x − xold); spectrum ← the
 * rows of point transformed. Step k works one row behind step k − 1, as soon as its rows are ready. All planes share
 * shape and pitch, but p has twice the rows, px above py.
 * @param gradient its conjugate, rows transformed; may be `spectrum`, and is lost
 * @param absorbs whether x is real and from 0 to 1; else |x| ≤ 1
 * @param out {@link Progress}
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
  out: DoublesAt,
  scratch: ScratchAt,
): void {
  const progress = changetype<Progress>(out);
  memory.fill(out, 0, offsetof<Progress>());
  const toPy = rows * pitchBytes;
  const buffers = scratch + rowScratchBytes(plan);
  const bufferBytes = 2 * quads * QUAD_BYTES;
  for (let front: usize = 0; front <= rows + steps; front++) {
    if (front < rows) descendRow(plan, gradient + front * pitchBytes, point + front * pitchBytes, quads, scratch);
    for (let k: usize = 0; k < min(steps, front); k++) {
      const y = front - 1 - k;
      if (y >= rows) continue;
      const row = y * pitchBytes;
      dualStepRow(gradient + row, p + row, toPy, pitchBytes, y, rows, quads, splat(lambda), absorbs, splat(sigma), buffers + k * bufferBytes);
    }
    if (front <= steps) continue;
    const at = (front - 1 - steps) * pitchBytes;
    const row = spectrum + at;
    const above = at > 0 ? p + toPy + at - pitchBytes : 0;
    primalRow(gradient + at, p + at, p + toPy + at, above, quads, splat(lambda), absorbs, row);
    extrapolateRow(row, x + at, point + at, quads, splat(momentum), progress);
    if (at > 0) progress.variation += variationOfRow(x + at - pitchBytes, x + at, quads);
    transformRow(changetype<Plan>(plan), false, row, row, scratch);
  }
  const last = x + (rows - 1) * pitchBytes;
  progress.variation += variationOfRow(last, last, quads);
}
