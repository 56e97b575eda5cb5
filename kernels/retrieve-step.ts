// Phase retrieval: the two halves of a step of the accelerated proximal gradient method that touch the transforms.
import { Plan } from './fft-plan';
import { transformRow } from './fft-rows';
import { sumOfLanes } from './retrieve-data';
import { primalRow, variationOfRow } from './retrieve-variation';
import { QUAD_BYTES, addProduct, minus, splat, subtractProduct, times } from './simd';

/**
 * gradient ← point − step · gradient, the gradient coming conjugated and with its rows still transformed.
 * All planes share shape and pitch.
 */
export function retrieveDescend(
  plan: usize,
  gradient: usize,
  point: usize,
  pitchBytes: usize,
  rows: usize,
  quads: usize,
  step: f32,
  scratch: usize,
): void {
  const size = splat(step);
  for (let y: usize = 0; y < rows; y++) {
    let a = gradient + y * pitchBytes;
    let b = point + y * pitchBytes;
    transformRow(changetype<Plan>(plan), true, a, a, scratch);
    for (const end = a + quads * QUAD_BYTES; a < end; a += QUAD_BYTES) {
      v128.store(a, subtractProduct(v128.load(b), size, v128.load(a)));
      v128.store(a, addProduct(v128.load(b, 16), size, v128.load(a, 16)), 16);
      b += QUAD_BYTES;
    }
  }
}

/** What {@link retrieveAdvance} adds up, four f64. */
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
    const im = v128.load(fresh, 16);
    const moveRe = minus(re, v128.load(x));
    const moveIm = minus(im, v128.load(x, 16));
    change = addProduct(addProduct(change, moveRe, moveRe), moveIm, moveIm);
    const fromOne = minus(re, one);
    contrast = addProduct(addProduct(contrast, fromOne, fromOne), im, im);
    v128.store(x, re);
    v128.store(x, im, 16);
    const pointRe = addProduct(re, momentum, moveRe);
    const pointIm = addProduct(im, momentum, moveIm);
    v128.store(point, pointRe);
    v128.store(point, pointIm, 16);
    v128.store(fresh, pointRe);
    v128.store(fresh, pointIm, 16);
    x += QUAD_BYTES;
    point += QUAD_BYTES;
  }
  progress.change += sumOfLanes(change);
  progress.contrast += sumOfLanes(contrast);
}

/**
 * x ← C(v − λ Dᵀp), point ← x + momentum (x − xold), spectrum ← the rows of point transformed: what ends one iteration
 * and begins the next. `spectrum` may be `v`. All planes share shape and pitch.
 * @param out {@link Progress}
 */
export function retrieveAdvance(
  plan: usize,
  v: usize,
  p: usize,
  x: usize,
  point: usize,
  spectrum: usize,
  pitchBytes: usize,
  rows: usize,
  quads: usize,
  lambda: f32,
  momentum: f32,
  out: usize,
  scratch: usize,
): void {
  const progress = changetype<Progress>(out);
  memory.fill(out, 0, offsetof<Progress>());
  const py = p + rows * pitchBytes;
  for (let y: usize = 0; y < rows; y++) {
    const at = y * pitchBytes;
    const row = spectrum + at;
    primalRow(v + at, p + at, py + at, y > 0 ? py + at - pitchBytes : 0, quads, splat(lambda), row);
    extrapolateRow(row, x + at, point + at, quads, splat(momentum), progress);
    if (y > 0) progress.variation += variationOfRow(x + at - pitchBytes, x + at, quads);
    transformRow(changetype<Plan>(plan), false, row, row, scratch);
  }
  const last = x + (rows - 1) * pitchBytes;
  progress.variation += variationOfRow(last, last, quads);
}
