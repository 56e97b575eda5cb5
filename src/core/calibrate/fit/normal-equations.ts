import { solveSymmetric } from '../../fit/solve.ts';
import { bytesAfter } from '../../kernel/addresses.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { Light } from '../model/light.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Complex } from '../model/spectrum.ts';

export interface Normal {
  readonly count: number;
  /** Σ w JᵀJ, row-major */
  readonly matrix: Float64Array;
  /** Σ w Jᵀr */
  readonly right: Float64Array;
  /** H⁻¹ (Σ over the frame's parts of s sᵀ) H⁻¹, s = Σ w Jᵀr of a part: correlated residuals count as what they are */
  readonly covariance: () => Float64Array | null;
  /** the same with parts twice as large each way: for what goes on over more of the frame */
  readonly coarser: () => Float64Array | null;
  /** the same of those parts whose middles, from −1 to 1 over the frame, are chosen; absent: they were not asked for */
  readonly within?: (
    isChosen: (u: number, v: number) => boolean,
  ) => Pick<Normal, 'count' | 'matrix' | 'right'>;
}

/** A frame beside what the scene draws of it, and how that changes with each unknown. All of them cell by cell. */
export interface Linearised {
  readonly measured: MeasuredLight;
  /** 0: the cell does not count */
  readonly weight: Float64Array;
  /** of an intensity, what makes it one of the amplitude */
  readonly gauge: Float32Array;
  readonly field: Complex;
  /** of the field with each unknown of the state */
  readonly slopes: readonly Complex[];
  readonly light: Light;
  /** one for each term of the light */
  readonly tables: readonly Float32Array[];
  /** the light as its terms make it */
  readonly lit: Complex;
  /** see `FitSettings` */
  readonly parts: number;
}

/** Rows of the Jacobian are summed by so many, and columns come in pairs. */
const ROWS = 4;

/** How a frame is taken apart. */
interface Parts {
  readonly rows: number;
  readonly cols: number;
  /** cells along a side of a part */
  readonly side: number;
  readonly across: number;
  readonly down: number;
}

function partsOf({ rows, cols }: MeasuredLight, parts: number): Parts {
  const side = Math.max(1, Math.ceil(Math.min(rows, cols) / parts));
  return { rows, cols, side, across: Math.ceil(cols / side), down: Math.ceil(rows / side) };
}

/**
 * Jacobian and residuals are made a part of the frame at a time, weighted; only their sums are kept.
 * @param apart whether those of each part are to be had
 */
export function normalEquations(kernels: Kernels, linear: Linearised, apart = false): Normal {
  const { slopes, light } = linear;
  const parts = partsOf(linear.measured, linear.parts);
  const count = slopes.length + light.amplitude.length + light.phase.length;
  const { matrices, scores } = summed(kernels, linear, parts, count, apart);
  const matrix = matrixOf(matrices, count, () => true);
  const { across, down, side, rows, cols } = parts;
  const within: Normal['within'] = (isChosen) => {
    const middle = (k: number, size: number) => (2 * (k + 0.5) * side) / size - 1;
    const own = (part: number) =>
      isChosen(middle(part % across, cols), middle(Math.floor(part / across), rows));
    return { count, matrix: matrixOf(matrices, count, own), right: rightOf(scores, count, own) };
  };
  return {
    ...{ count, matrix, right: rightOf(scores, count, () => true), ...(apart && { within }) },
    covariance: () => sandwich(matrix, scores, count),
    coarser: () => {
      const larger = joined(scores, count, across, down);
      // fewer parts than twice the unknowns say little of their scatter
      return larger.length < 2 * count * count ? null : sandwich(matrix, larger, count);
    },
  };
}

/** Σ w JᵀJ, of each part where they are to be apart, and Σ w Jᵀr of each part. */
function summed(kernels: Kernels, linear: Linearised, parts: Parts, count: number, apart: boolean) {
  const { measured } = linear;
  const { rows, cols, side, across, down } = parts;
  const columns = count + (count % 2);
  const square = columns * columns;
  const most = ROWS * Math.ceil(((measured.im === null ? 1 : 2) * side * side) / ROWS);
  const [all, kept] = [across * down, apart ? across * down : 1];
  using scope = kernels.scope();
  const design = scope.doubles(most * columns);
  const residual = scope.doubles(most);
  const sums = scope.doubles(square * kept);
  const right = scope.doubles(columns * all);
  kernels.doubles(sums, square * kept).fill(0);
  kernels.doubles(right, columns * all).fill(0);
  const jacobian = jacobianOf(linear);
  const j = kernels.doubles(design, most * columns);
  const r = kernels.doubles(residual, most);
  for (let part = 0; part < all; part += 1) {
    const [top, left] = [side * Math.floor(part / across), side * (part % across)];
    const bounds = { top, left, bottom: Math.min(rows, top + side), right: Math.min(cols, left + side) };
    const used = jacobian(bounds, columns, j, r);
    const padded = ROWS * Math.ceil(used / ROWS);
    j.fill(0, used * columns, padded * columns);
    r.fill(0, used, padded);
    const ofPart = bytesAfter(right, 8 * part * columns);
    const to = apart ? bytesAfter(sums, 8 * part * square) : sums;
    kernels.run.addNormalEquations(design, residual, to, ofPart, { rows: padded, m: columns });
  }
  const matrices = Array.from({ length: kept }, (_, part) => {
    const own = kernels.doubles(bytesAfter(sums, 8 * part * square), square);
    return Float64Array.from({ length: count * count }, (_value, i) => {
      const [k, l] = [Math.floor(i / count), i % count];
      return own[Math.min(k, l) * columns + Math.max(k, l)]!;
    });
  });
  const own = kernels.doubles(right, columns * all);
  const scores = new Float64Array(all * count);
  for (let i = 0; i < scores.length; i += 1) scores[i] = own[Math.floor(i / count) * columns + (i % count)]!;
  return { matrices, scores };
}

type IsChosen = (part: number) => boolean;

function matrixOf(matrices: readonly Float64Array[], count: number, isChosen: IsChosen): Float64Array {
  const sum = new Float64Array(count * count);
  matrices.forEach((own, part) => {
    if (isChosen(part)) for (let i = 0; i < sum.length; i += 1) sum[i]! += own[i]!;
  });
  return sum;
}

function rightOf(scores: Float64Array, count: number, isChosen: IsChosen): Float64Array {
  const total = new Float64Array(count);
  for (let i = 0; i < scores.length; i += 1)
    if (isChosen(Math.floor(i / count))) total[i % count]! += scores[i]!;
  return total;
}

/** A part of the frame, in cells; `right` and `bottom` lie beyond it. */
interface Bounds {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** Writes √w J and √w r of the cells in a part of the frame, and says how many rows those are. */
type Jacobian = (bounds: Bounds, columns: number, j: Float64Array, r: Float64Array) => number;

function jacobianOf(linear: Linearised): Jacobian {
  const { measured, weight } = linear;
  const ofCell = measured.im ? ofField(linear, measured.im) : ofIntensity(linear);
  const perCell = measured.im ? 2 : 1;
  return (bounds, columns, j, r) => {
    let used = 0;
    for (let row = bounds.top; row < bounds.bottom; row += 1) {
      for (let col = bounds.left; col < bounds.right; col += 1) {
        const i = row * measured.cols + col;
        if (weight[i] === 0) continue;
        ofCell(i, Math.sqrt(weight[i]!), used, columns, j, r);
        used += perCell;
      }
    }
    return used;
  };
}

/** Writes what belongs to cell `i` of root weight `w` from row `used` on. */
type OfCell = (i: number, w: number, used: number, columns: number, j: Float64Array, r: Float64Array) => void;

/** One row for each cell: its intensity, in units of the amplitude. */
function ofIntensity({ measured, gauge, field, slopes, light, tables, lit }: Linearised): OfCell {
  const [slopesRe, slopesIm] = [slopes.map(({ re }) => re), slopes.map(({ im }) => im)];
  const [shifts, amplitudes] = [slopes.length, light.amplitude.length];
  return (i, w, used, columns, j, r) => {
    const [a, b] = [field.re[i]!, field.im[i]!];
    const lit2 = w * lit.re[i]! * lit.re[i]! * gauge[i]!;
    const intensity = lit2 * (a * a + b * b);
    const [u, v] = [2 * lit2 * a, 2 * lit2 * b];
    let at = used * columns;
    for (let k = 0; k < shifts; k += 1) j[at + k] = u * slopesRe[k]![i]! + v * slopesIm[k]![i]!;
    at += shifts;
    for (let k = 0; k < amplitudes; k += 1) j[at + k] = 2 * intensity * tables[k]![i]!;
    at += amplitudes;
    if (at % columns !== 0) j[at] = 0;
    const value = measured.re[i]!;
    r[used] = w * value * Math.abs(value) * gauge[i]! - intensity;
  };
}

/** In-line: what a solution leaves of each cell's residual, without its weight. */
export function residualsAfter(linear: Linearised, solution: Float64Array): Float64Array {
  const { measured, slopes, light } = linear;
  const columns = slopes.length + light.amplitude.length;
  const [row, residual] = [new Float64Array(columns + 1), new Float64Array(1)];
  const ofCell = ofIntensity(linear);
  return Float64Array.from(measured.re, (_, i) => {
    ofCell(i, 1, 0, columns, row, residual);
    let left = residual[0]!;
    for (let k = 0; k < columns; k += 1) left -= row[k]! * solution[k]!;
    return left;
  });
}

/** Two rows for each cell: the real part of its field, then the imaginary one. */
function ofField(
  { measured, field, slopes, light, tables, lit }: Linearised,
  imaginary: Float64Array,
): OfCell {
  const [slopesRe, slopesIm] = [slopes.map(({ re }) => re), slopes.map(({ im }) => im)];
  const [shifts, amplitudes, phases] = [slopes.length, light.amplitude.length, light.phase.length];
  return (i, w, used, columns, j, r) => {
    const [a, b] = [field.re[i]!, field.im[i]!];
    const [c, d] = [w * lit.re[i]!, w * lit.im[i]!];
    const [re, im] = [a * c - b * d, a * d + b * c];
    let at = used * columns;
    let next = at + columns;
    for (let k = 0; k < shifts; k += 1) {
      const [x, y] = [slopesRe[k]![i]!, slopesIm[k]![i]!];
      j[at + k] = x * c - y * d;
      j[next + k] = x * d + y * c;
    }
    at += shifts;
    next += shifts;
    for (let k = 0; k < amplitudes; k += 1) {
      j[at + k] = re * tables[k]![i]!;
      j[next + k] = im * tables[k]![i]!;
    }
    at += amplitudes;
    next += amplitudes;
    for (let k = 0; k < phases; k += 1) {
      j[at + k] = -im * tables[k]![i]!;
      j[next + k] = re * tables[k]![i]!;
    }
    at += phases;
    if (at % columns !== 0) j[at] = j[at + columns] = 0;
    r[used] = w * measured.re[i]! - re;
    r[used + 1] = w * imaginary[i]! - im;
  };
}

/** The scores of parts twice as large each way. */
function joined(scores: Float64Array, count: number, across: number, down: number): Float64Array {
  const [cols, rows] = [Math.ceil(across / 2), Math.ceil(down / 2)];
  const out = new Float64Array(rows * cols * count);
  for (let part = 0; part < across * down; part += 1) {
    const to = Math.floor(Math.floor(part / across) / 2) * cols + Math.floor((part % across) / 2);
    for (let k = 0; k < count; k += 1) out[to * count + k]! += scores[part * count + k]!;
  }
  return out;
}

/** Huber's sandwich over the parts (White, doi:10.2307/1912934, with clusters). */
function sandwich(matrix: Float64Array, scores: Float64Array, count: number): Float64Array | null {
  const inverse = inverted(matrix, count);
  if (!inverse) return null;
  const parts = scores.length / count;
  const out = new Float64Array(count * count);
  const moved = new Float64Array(count);
  for (let part = 0; part < parts; part += 1) {
    for (let k = 0; k < count; k += 1) {
      let sum = 0;
      for (let l = 0; l < count; l += 1) sum += inverse[k * count + l]! * scores[part * count + l]!;
      moved[k] = sum;
    }
    for (let k = 0; k < count; k += 1)
      for (let l = 0; l < count; l += 1) out[k * count + l]! += moved[k]! * moved[l]!;
  }
  // the fit took a degree of freedom for each unknown
  const factor = parts / Math.max(1, parts - count);
  return out.map((value) => value * factor);
}

/** The inverse, with unknowns that the frame says nothing about left out of it (variance 0: they did not move). */
function inverted(matrix: Float64Array, count: number): Float64Array | null {
  const scale = Float64Array.from({ length: count }, (_, k) => 1 / Math.sqrt(matrix[k * count + k]! || 1));
  const inverse = new Float64Array(count * count);
  for (let k = 0; k < count; k += 1) {
    const system = matrix.map((value, i) => value * scale[Math.floor(i / count)]! * scale[i % count]!);
    for (let l = 0; l < count; l += 1) system[l * count + l]! += 1e-11;
    const right = new Float64Array(count);
    right[k] = 1;
    const column = solveSymmetric(system, right);
    if (!column) return null;
    for (let l = 0; l < count; l += 1) inverse[l * count + k] = column[l]! * scale[l]! * scale[k]!;
  }
  return inverse;
}
