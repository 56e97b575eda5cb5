import { fastSize } from '../../fft/fast-size.ts';
import { solveSymmetric } from '../../fit/solve.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { Optics } from '../model/optics.ts';
import type { PartOfFrame } from '../model/shifted.ts';
import { emptyComplex, transformed, transformedFrom, type Complex } from '../model/spectrum.ts';
import type { Path } from '../model/path-response.ts';
import type { EvidenceSettings } from '../../evidence/evidence-settings.ts';
import type { Linearised } from './jacobian.ts';

/** Cells along a side of the middle of a frame, where copies are looked for: they are the same everywhere. */
const SIDE = 256;
/** Steps by which a place is made better: what others explain moves it by a pixel or so. */
const STEPS = 2;
/** px, over which it is seen what another place does. */
const ASIDE = 0.25;
/** More of them are no longer told from what else a model lacks. */
const MOST_COPIES = 4;

/** A weak copy of the whole frame by reflections: how far aside it lies, camera pixels. */
interface Copy {
  readonly x: number;
  readonly y: number;
}

/** What light brings where, in the frame that a fit has come to. */
type Fitted = Pick<Linearised, 'measured' | 'weight' | 'gauge' | 'field' | 'lit'> & {
  readonly kernels: Kernels;
  readonly optics: Optics;
  readonly spectrum: Complex;
  readonly path: Path;
};

/** A part of it, on which copies are compared with residuals. */
interface Compared extends Pick<Fitted, 'kernels' | 'field' | 'weight'> {
  readonly part: PartOfFrame;
  readonly cell: number;
  /** what a change of the field by 1, and by i, does to a cell's residual */
  readonly per: Complex;
  readonly residual: Float64Array;
  /** the field as a copy has it that lies so many camera pixels aside */
  readonly at: (x: number, y: number) => Complex;
}

/**
 * What the field of an in-line frame changes by with each part of each copy that its residuals show: a wave that is a share of its
 * own, shifted, is added to it, in step and a quarter of a turn behind. Copies change the phases and strengths of all
 * that a target diffracts, and nothing averages them out.
 */
export function copySlopes(
  fitted: Fitted,
  residual: Float64Array,
  settings: Pick<EvidenceSettings, 'worth'>,
): Complex[] {
  const { optics, spectrum, path } = fitted;
  const found = copiesIn(compared(fitted, residual), settings);
  return found.flatMap(({ x, y }) => bothOf(optics.copied(spectrum, path, x, y)));
}

/** The middle of a frame. */
function compared(fitted: Fitted, residual: Float64Array): Compared {
  const { kernels, optics, spectrum, path, measured, weight, gauge, field, lit } = fitted;
  const { cell } = measured;
  const [rows, cols] = [Math.min(SIDE, measured.rows), Math.min(SIDE, measured.cols)];
  const part = { rows, cols, top: (measured.rows - rows) >> 1, left: (measured.cols - cols) >> 1 };
  const own = { field: emptyComplex(rows * cols), per: emptyComplex(rows * cols) };
  const weights = new Float64Array(rows * cols);
  const residuals = new Float64Array(rows * cols);
  for (let row = 0, i = 0; row < rows; row += 1) {
    let from = (row + part.top) * measured.cols + part.left;
    for (let col = 0; col < cols; col += 1, i += 1, from += 1) {
      const share = 2 * gauge[from]! * lit.re[from]! * lit.re[from]!;
      own.field.re[i] = field.re[from]!;
      own.field.im[i] = field.im[from]!;
      own.per.re[i] = share * field.re[from]!;
      own.per.im[i] = share * field.im[from]!;
      weights[i] = weight[from]!;
      residuals[i] = residual[from]!;
    }
  }
  const at = optics.copiesOver(spectrum, path, part);
  return { kernels, part, cell, ...own, weight: weights, residual: residuals, at };
}

/** One after the other, strongest first. */
function copiesIn(seen: Compared, settings: Parameters<typeof copySlopes>[2]): Copy[] {
  const { weight } = seen;
  const copies: Copy[] = [];
  const changes: Float64Array[] = [];
  let left = seen.residual;
  while (copies.length < MOST_COPIES) {
    const { copy, own, solution } = settled(seen, strongest(seen, left), changes);
    if (!solution) break;
    const next = less(seen.residual, [...changes, ...own], solution);
    if (squareOf(next, weight) > (1 - settings.worth) * squareOf(left, weight)) break;
    copies.push(copy);
    changes.push(...own);
    left = next;
  }
  return copies;
}

/** A copy beside others, where residuals are least. */
function settled(seen: Compared, from: Copy, others: readonly Float64Array[]) {
  const { residual, weight } = seen;
  const changesAt = (x: number, y: number) => changesOf(seen, seen.at(x, y));
  let copy = from;
  for (let step = 0; step < STEPS; step += 1) {
    const { x, y } = copy;
    const own = changesAt(x, y);
    const sizes = solved([...others, ...own], residual, weight);
    if (!sizes) break;
    const [p, q] = sizes.slice(-2) as unknown as [number, number];
    const moves = [changesAt(x + ASIDE, y), changesAt(x, y + ASIDE)].map((there) => {
      const [a, b, c, d] = [there[0]!, own[0]!, there[1]!, own[1]!];
      return a.map((value, i) => (p * (value - b[i]!) + q * (c[i]! - d[i]!)) / ASIDE);
    });
    const by = solved([...others, ...own, ...moves], residual, weight);
    if (!by) break;
    const [dx, dy] = [...by.slice(-2)].map((d) => Math.max(-1, Math.min(1, d))) as [number, number];
    copy = { x: x + dx, y: y + dy };
  }
  const own = changesAt(copy.x, copy.y);
  return { copy, own, solution: solved([...others, ...own], residual, weight) };
}

/** In step with what is copied, and a quarter of a turn behind. */
function bothOf(inStep: Complex): [Complex, Complex] {
  return [inStep, { re: inStep.im.map((v) => -v), im: inStep.re }];
}

/** What those two changes of the field do to each cell's residual. */
function changesOf({ per }: Compared, { re, im }: Complex): [Float64Array, Float64Array] {
  const out: [Float64Array, Float64Array] = [new Float64Array(re.length), new Float64Array(re.length)];
  for (let i = 0; i < re.length; i += 1) {
    const a = per.re[i]!;
    const b = per.im[i]!;
    out[0][i] = a * re[i]! + b * im[i]!;
    out[1][i] = b * re[i]! - a * im[i]!;
  }
  return out;
}

function squareOf(residual: Float64Array, weight: Float64Array): number {
  return product(residual, residual, weight);
}

function product(p: Float64Array, q: Float64Array, weight: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < p.length; i += 1) sum += weight[i]! * p[i]! * q[i]!;
  return sum;
}

/** How large changes are that explain most of residuals. */
function solved(
  changes: readonly Float64Array[],
  residual: Float64Array,
  weight: Float64Array,
): Float64Array | null {
  const count = changes.length;
  const matrix = new Float64Array(count * count);
  for (let k = 0; k < count; k += 1)
    for (let l = 0; l <= k; l += 1) {
      const sum = product(changes[k]!, changes[l]!, weight);
      matrix[k * count + l] = matrix[l * count + k] = sum;
    }
  return solveSymmetric(
    matrix,
    Float64Array.from(changes, (p) => product(p, residual, weight)),
  );
}

function less(residual: Float64Array, changes: readonly Float64Array[], sizes: Float64Array): Float64Array {
  const left = residual.slice();
  changes.forEach((p, k) => {
    for (let i = 0; i < left.length; i += 1) left[i]! -= sizes[k]! * p[i]!;
  });
  return left;
}

/**
 * Where a copy lies that explains most of the residuals: less than a pixel aside it looks like another distance or a lens, and
 * is among those; beyond a quarter of the part that is compared most of it has left that.
 */
function strongest({ kernels, part, cell, weight, field, per }: Compared, residual: Float64Array): Copy {
  const { rows, cols } = part;
  const far = Math.floor(Math.min(rows, cols) / 4);
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
      const pull = weight[i]! * residual[i]!;
      re[at] = pull * per.re[i]!;
      im[at] = pull * per.im[i]!;
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
    const a = pulls.re[i]!;
    const b = pulls.im[i]!;
    const c = fields.re[i]!;
    const d = fields.im[i]!;
    product.re[i] = a * c + b * d;
    product.im[i] = b * c - a * d;
  }
  // the even part of a copy is the same wherever the copy lies
  const [p, q] = [pulls.re[0]!, pulls.im[0]!];
  const [evenRe, evenIm] = [p * even.re + q * even.im, q * even.re - p * even.im];
  const sums = transformed(kernels, product, height, width, true);
  const square = (x: number, y: number) => {
    const i = ((y + height) % height) * width + ((x + width) % width);
    const u = sums.re[i]! + evenRe;
    const v = sums.im[i]! + evenIm;
    return u * u + v * v;
  };
  return peakOf(square, far, cell);
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

function peakOf(square: (x: number, y: number) => number, far: number, cell: number): Copy {
  let best = { x: 0, y: 0, value: -1 };
  for (let y = -far; y <= far; y += 1) {
    for (let x = -far; x <= far; x += 1) {
      if (x === 0 && y === 0) continue;
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
