import { fastSize } from '../../fft/fast-size.ts';
import { solveSymmetric } from '../../fit/solve.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { Optics } from '../model/optics.ts';
import { transformed, transformedFrom, type Complex } from '../model/spectrum.ts';
import type { Path } from '../model/path-response.ts';
import type { Linearised } from './normal-equations.ts';

/** A weak copy of the whole frame by reflections: how far aside it lies, camera pixels. */
interface Copy {
  readonly x: number;
  readonly y: number;
}

/** More of them are no longer told from what else a model lacks. */
const MOST = 4;
/** px: what lies nearer looks like another distance or a lens, and is among those; what lies farther leaves the frame. */
const NEAREST = 1;
const FARTHEST = 64;
/** What light brings where, in the frame that a fit has come to. */
type Fitted = Pick<Linearised, 'measured' | 'weight' | 'gauge' | 'field' | 'lit'> & {
  readonly kernels: Kernels;
  readonly optics: Optics;
  readonly spectrum: Complex;
  readonly path: Path;
};

/**
 * What the field of an in-line frame changes by with each part of each copy that its residuals show: a wave that is a share of its
 * own, shifted, is added to it, in step and a quarter of a turn behind. Copies change the phases and strengths of all
 * that a target diffracts, and nothing averages them out.
 */
export function copySlopes(fitted: Fitted, residual: Float64Array, worthACopy: number): Complex[] {
  const { weight } = fitted;
  const slopes: Complex[] = [];
  const changes: Float64Array[] = [];
  let left = residual;
  while (slopes.length < 2 * MOST) {
    const { own, solution } = settled(fitted, strongest(fitted, left), changes, residual);
    if (!solution) break;
    const next = less(residual, [...changes, ...own.changes], solution);
    if (squareOf(next, weight) > (1 - worthACopy) * squareOf(left, weight)) break;
    slopes.push(...own.slopes);
    changes.push(...own.changes);
    left = next;
  }
  return slopes;
}

/** Steps by which a copy's place is made better: what others explain moves it by a pixel or so. */
const STEPS = 2;
/** px, over which it is seen what another place does */
const ASIDE = 0.25;

/** A copy beside others, where residuals are least. */
function settled(fitted: Fitted, from: Copy, others: readonly Float64Array[], residual: Float64Array) {
  const { optics, spectrum, path, weight } = fitted;
  const at = (x: number, y: number) => optics.copied(spectrum, path, x, y);
  let copy = from;
  for (let step = 0; step < STEPS; step += 1) {
    const { x, y } = copy;
    const own = of(fitted, at(x, y));
    const sizes = solved([...others, ...own.changes], residual, weight);
    if (!sizes) break;
    const [p, q] = sizes.slice(-2) as unknown as [number, number];
    const moves = [at(x + ASIDE, y), at(x, y + ASIDE)].map((there) => {
      const { changes } = of(fitted, there);
      return own.changes[0]!.map(
        (value, i) => (p * (changes[0]![i]! - value) + q * (changes[1]![i]! - own.changes[1]![i]!)) / ASIDE,
      );
    });
    const by = solved([...others, ...own.changes, ...moves], residual, weight);
    if (!by) break;
    const [dx, dy] = [...by.slice(-2)].map((d) => Math.max(-1, Math.min(1, d))) as [number, number];
    copy = { x: x + dx, y: y + dy };
  }
  const own = of(fitted, at(copy.x, copy.y));
  return { own, solution: solved([...others, ...own.changes], residual, weight) };
}

/** In step with what is copied, and a quarter of a turn behind: of the field and of residuals. */
function of(fitted: Fitted, inStep: Complex) {
  const slopes = [inStep, { re: inStep.im.map((v) => -v), im: inStep.re }];
  return { slopes, changes: slopes.map((slope) => changeBy(fitted, slope)) };
}

function squareOf(residual: Float64Array, weight: Float64Array): number {
  return residual.reduce((sum, value, i) => sum + weight[i]! * value * value, 0);
}

/** What a change of the field does to each cell's residual. */
function changeBy(fitted: Fitted, { re, im }: Complex): Float64Array {
  return Float64Array.from(re, (v, i) => {
    const [a, b] = changeOf(fitted, i);
    return a * v + b * im[i]!;
  });
}

/** How large changes are that explain most of residuals. */
function solved(
  changes: readonly Float64Array[],
  residual: Float64Array,
  weight: Float64Array,
): Float64Array | null {
  const count = changes.length;
  const sum = (p: Float64Array, q: Float64Array) => p.reduce((s, v, i) => s + weight[i]! * v * q[i]!, 0);
  const matrix = new Float64Array(count * count);
  changes.forEach((p, k) => changes.forEach((q, l) => (matrix[k * count + l] = sum(p, q))));
  return solveSymmetric(
    matrix,
    Float64Array.from(changes, (p) => sum(p, residual)),
  );
}

function less(residual: Float64Array, changes: readonly Float64Array[], sizes: Float64Array): Float64Array {
  return residual.map((value, i) => value - changes.reduce((s, p, k) => s + sizes[k]! * p[i]!, 0));
}

/** What a change of the field by 1 or by i does to a cell's residual. */
function changeOf({ gauge, field, lit }: Fitted, i: number): readonly [number, number] {
  const share = 2 * gauge[i]! * lit.re[i]! * lit.re[i]!;
  return [share * field.re[i]!, share * field.im[i]!];
}

/** Where a copy lies that explains most of the residuals. */
function strongest(fitted: Fitted, residual: Float64Array): Copy {
  const { kernels, measured, weight, field } = fitted;
  const { rows, cols, cell } = measured;
  const far = Math.min(FARTHEST, Math.floor(Math.min(rows, cols) / 4));
  const [height, width] = [fastSize(rows + far), fastSize(cols + far)];
  const even = meanOf(field, weight);
  const each = (visit: (i: number, at: number) => void) => {
    for (let row = 0, i = 0; row < rows; row += 1)
      for (let col = 0; col < cols; col += 1, i += 1) visit(i, row * width + col);
  };
  const pulls = transformedFrom(kernels, [height, width], false, (re, im) => {
    re.fill(0);
    im.fill(0);
    each((i, at) => {
      const [a, b] = changeOf(fitted, i);
      const pull = weight[i]! * residual[i]!;
      re[at] = pull * a;
      im[at] = pull * b;
    });
  });
  const fields = transformedFrom(kernels, [height, width], false, (re, im) => {
    re.fill(0);
    im.fill(0);
    each((i, at) => {
      re[at] = field.re[i]! - even.re;
      im[at] = field.im[i]! - even.im;
    });
  });
  // Σ g(x) conj E(x − s) has the spectrum G conj(Ê); its modulus is that of Σ conj(g) E(x − s)
  const product = { re: new Float32Array(height * width), im: new Float32Array(height * width) };
  for (let i = 0; i < product.re.length; i += 1) {
    const [a, b, c, d] = [pulls.re[i]!, pulls.im[i]!, fields.re[i]!, fields.im[i]!];
    product.re[i] = a * c + b * d;
    product.im[i] = b * c - a * d;
  }
  // the even part of a copy is the same wherever the copy lies
  const [p, q] = [pulls.re[0]!, pulls.im[0]!];
  const [evenRe, evenIm] = [p * even.re + q * even.im, q * even.re - p * even.im];
  const sums = transformed(kernels, product, height, width, true);
  const square = (x: number, y: number) => {
    const i = ((y + height) % height) * width + ((x + width) % width);
    const [u, v] = [sums.re[i]! + evenRe, sums.im[i]! + evenIm];
    return u * u + v * v;
  };
  return peakOf(square, far, NEAREST / cell, cell);
}

function meanOf({ re, im }: Complex, weight: Float64Array): { readonly re: number; readonly im: number } {
  let [a, b, total] = [0, 0, 0];
  weight.forEach((w, i) => {
    a += w * re[i]!;
    b += w * im[i]!;
    total += w;
  });
  return { re: a / total, im: b / total };
}

function peakOf(square: (x: number, y: number) => number, far: number, near: number, cell: number): Copy {
  let best = { x: 0, y: 0, value: -1 };
  for (let y = -far; y <= far; y += 1) {
    for (let x = -far; x <= far; x += 1) {
      if (x * x + y * y < near * near) continue;
      const value = square(x, y);
      if (value > best.value) best = { x, y, value };
    }
  }
  const { x, y } = best;
  const between = (before: number, after: number) => {
    const bend = before - 2 * best.value + after;
    return bend < 0 ? Math.max(-0.5, Math.min(0.5, (0.5 * (before - after)) / bend)) : 0;
  };
  return {
    x: cell * (x + between(square(x - 1, y), square(x + 1, y))),
    y: cell * (y + between(square(x, y - 1), square(x, y + 1))),
  };
}
