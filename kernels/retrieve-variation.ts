/**
 * Phase retrieval, the object's side: total variation and bounded modulus.
 *
 * The step to be solved is min over |x| ≤ 1 of ½‖x − v‖² + λ Σ |Dx|, with Dx the differences to the right and downwards
 * neighbour (0 at the last column and row) and |Dx| their modulus together, as four real numbers. Its dual has one
 * vector p = (px, py), |p| ≤ 1, a pixel: x = C(v − λ Dᵀp), where C moves what is longer than 1 back to modulus 1, and
 * p ← B(p + σ Dx) with B for the unit ball (Beck & Teboulle, doi:10.1109/TIP.2009.2028250, section 4). p is kept from
 * one iteration of the solver to the next, so that a step or two suffice.
 */
import { QUAD_BYTES, TO_IMAGINARY } from './complex-layout';
import { sumOfLanes } from './retrieve-data';
import { addProduct, minus, plus, splat, subtractProduct, times } from './simd';

/** The right neighbours of four samples, given the next four. */
@inline function rightOf(v: v128, next: v128): v128 {
  return v128.shuffle<f32>(v, next, 1, 2, 3, 4);
}

/** The left neighbours of four samples, given the four before. */
@inline function leftOf(v: v128, before: v128): v128 {
  return v128.shuffle<f32>(before, v, 3, 4, 5, 6);
}

@inline function lastLane(v: v128): v128 {
  return v128.shuffle<i32>(v, v, 3, 3, 3, 3);
}

/**
 * A row of x = C(v − λ Dᵀp), with Dᵀp = px[left] − px + py[above] − py. C is the nearest point with |x| ≤ 1, or, where
 * the sample only absorbs, the nearest one from 0 to 1.
 * @param pyAbove the row of py above this one; 0 for the first row
 */
export function primalRow(
  v: usize,
  px: usize,
  py: usize,
  pyAbove: usize,
  quads: usize,
  lambda: v128,
  absorbs: bool,
  to: usize,
): void {
  const one = splat(1);
  const imaginary = splat(absorbs ? 0 : 1);
  const least = splat(absorbs ? 0 : -f32.MAX_VALUE);
  let beforeRe = splat(0);
  let beforeIm = splat(0);
  for (let end = v + quads * QUAD_BYTES; v < end; v += QUAD_BYTES) {
    const pxRe = v128.load(px);
    const pxIm = v128.load(px, TO_IMAGINARY);
    let re = minus(minus(leftOf(pxRe, beforeRe), pxRe), v128.load(py));
    let im = minus(minus(leftOf(pxIm, beforeIm), pxIm), v128.load(py, TO_IMAGINARY));
    if (pyAbove != 0) {
      re = plus(re, v128.load(pyAbove));
      im = plus(im, v128.load(pyAbove, TO_IMAGINARY));
      pyAbove += QUAD_BYTES;
    }
    re = f32x4.pmax(least, subtractProduct(v128.load(v), lambda, re));
    im = times(imaginary, subtractProduct(v128.load(v, TO_IMAGINARY), lambda, im));
    const length = f32x4.sqrt(addProduct(times(re, re), im, im));
    const factor = f32x4.div(one, f32x4.pmax(one, length));
    v128.store(to, times(re, factor));
    v128.store(to, times(im, factor), TO_IMAGINARY);
    beforeRe = pxRe;
    beforeIm = pxIm;
    px += QUAD_BYTES;
    py += QUAD_BYTES;
    to += QUAD_BYTES;
  }
}

/** A row of p ← B(p + σ Dx); `below` is the next row of x, or x itself at the last row. */
function dualRow(px: usize, py: usize, x: usize, below: usize, quads: usize, sigma: v128): void {
  const one = splat(1);
  const end = x + quads * QUAD_BYTES;
  for (; x < end; x += QUAD_BYTES) {
    const re = v128.load(x);
    const im = v128.load(x, TO_IMAGINARY);
    const last = x + QUAD_BYTES == end;
    const nextRe = last ? lastLane(re) : v128.load(x, QUAD_BYTES);
    const nextIm = last ? lastLane(im) : v128.load(x, 48);
    const pxRe = addProduct(v128.load(px), sigma, minus(rightOf(re, nextRe), re));
    const pxIm = addProduct(v128.load(px, TO_IMAGINARY), sigma, minus(rightOf(im, nextIm), im));
    const pyRe = addProduct(v128.load(py), sigma, minus(v128.load(below), re));
    const pyIm = addProduct(v128.load(py, TO_IMAGINARY), sigma, minus(v128.load(below, TO_IMAGINARY), im));
    const acrossSquared = addProduct(times(pxRe, pxRe), pxIm, pxIm);
    const downSquared = addProduct(times(pyRe, pyRe), pyIm, pyIm);
    const factor = f32x4.div(one, f32x4.pmax(one, f32x4.sqrt(plus(acrossSquared, downSquared))));
    v128.store(px, times(pxRe, factor));
    v128.store(px, times(pxIm, factor), TO_IMAGINARY);
    v128.store(py, times(pyRe, factor));
    v128.store(py, times(pyIm, factor), TO_IMAGINARY);
    below += QUAD_BYTES;
    px += QUAD_BYTES;
    py += QUAD_BYTES;
  }
}

/**
 * Row y of one step of the dual, p ← B(p + σ D C(v − λ Dᵀp)). Rows come in order; the next row of v must be there, and
 * the next row of p as the step before left it. `v` and `p` are the addresses of row y; py lies `toPy` behind px.
 * @param begins whether no row came before
 * @param given the next row of x = C(v − λ Dᵀp), where it is known; else 0
 * @param buffers two rows of quads that belong to this step: row y of x stays in the one for even or odd y
 */
export function dualStepRow(
  v: usize,
  p: usize,
  toPy: usize,
  pitchBytes: usize,
  y: usize,
  rows: usize,
  quads: usize,
  lambda: v128,
  absorbs: bool,
  sigma: v128,
  begins: bool,
  given: usize,
  buffers: usize,
): void {
  const rowBytes = quads * QUAD_BYTES;
  const current = buffers + (y & 1) * rowBytes;
  const last = y + 1 == rows;
  const below = given != 0 ? given : last ? current : buffers + (~y & 1) * rowBytes;
  const next = p + pitchBytes;
  if (begins) primalRow(v, p, p + toPy, y > 0 ? p + toPy - pitchBytes : 0, quads, lambda, absorbs, current);
  if (!last && given == 0) primalRow(v + pitchBytes, next, next + toPy, p + toPy, quads, lambda, absorbs, below);
  dualRow(p, p + toPy, current, below, quads, sigma);
}

/** Σ |Dx| over one row of x. */
export function variationOfRow(x: usize, below: usize, quads: usize): f64 {
  let sum = splat(0);
  const end = x + quads * QUAD_BYTES;
  for (; x < end; x += QUAD_BYTES) {
    const re = v128.load(x);
    const im = v128.load(x, TO_IMAGINARY);
    const last = x + QUAD_BYTES == end;
    const acrossRe = minus(rightOf(re, last ? lastLane(re) : v128.load(x, QUAD_BYTES)), re);
    const acrossIm = minus(rightOf(im, last ? lastLane(im) : v128.load(x, 48)), im);
    const downRe = minus(v128.load(below), re);
    const downIm = minus(v128.load(below, TO_IMAGINARY), im);
    const across = addProduct(times(acrossRe, acrossRe), acrossIm, acrossIm);
    sum = plus(sum, f32x4.sqrt(plus(across, addProduct(times(downRe, downRe), downIm, downIm))));
    below += QUAD_BYTES;
  }
  return sumOfLanes(sum);
}
