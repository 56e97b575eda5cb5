import { solveSymmetric } from '../../fit/solve.ts';
import { bytesAfter } from '../../kernel/addresses.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { MeasuredLight } from '../model/measured.ts';
import { jacobianOf, type Linearised } from './jacobian.ts';

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
  /** both covariances of some columns by what a solution of all of them leaves; absent: parts were not asked for */
  readonly after?: (solution: Float64Array, columns: readonly number[]) => Scattered;
}

/** Covariances as the frame's parts scatter, smaller and larger ones; null: they say too little. */
export interface Scattered {
  readonly covariance: Float64Array | null;
  readonly coarser: Float64Array | null;
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
export function normalEquations(
  kernels: Kernels,
  linear: Linearised,
  apart = false,
  onStep = () => {},
): Normal {
  const { slopes, light } = linear;
  const parts = partsOf(linear.measured, linear.parts);
  const count = slopes.length + light.amplitude.length + light.phase.length;
  const { matrices, scores } = summed(kernels, linear, parts, { count, apart, onStep });
  const matrix = matrixOf(matrices, count, () => true);
  const { across, down, side, rows, cols } = parts;
  const within: Normal['within'] = (isChosen) => {
    const middle = (k: number, size: number) => (2 * (k + 0.5) * side) / size - 1;
    const own = (part: number) =>
      isChosen(middle(part % across, cols), middle(Math.floor(part / across), rows));
    return { count, matrix: matrixOf(matrices, count, own), right: rightOf(scores, count, own) };
  };
  const coarse = (own: Float64Array, of: Float64Array, size: number) => {
    const larger = joined(of, size, across, down);
    // fewer parts than twice the unknowns say little of their scatter
    return larger.length < 2 * size * size ? null : sandwich(own, larger, size);
  };
  const after: Normal['after'] = (solution, columns) => {
    const size = columns.length;
    const left = leftOf({ matrices, scores, count }, solution, columns);
    const own = Float64Array.from({ length: size * size }, (_, i) => {
      return matrix[columns[Math.floor(i / size)]! * count + columns[i % size]!]!;
    });
    return { covariance: sandwich(own, left, size), coarser: coarse(own, left, size) };
  };
  return {
    ...{ count, matrix, right: rightOf(scores, count, () => true), ...(apart && { within, after }) },
    covariance: () => sandwich(matrix, scores, count),
    coarser: () => coarse(matrix, scores, count),
  };
}

/** Σ w Jᵀr of each part, of some columns, with a solution taken off. */
function leftOf(
  {
    matrices,
    scores,
    count,
  }: { readonly matrices: readonly Float64Array[]; readonly scores: Float64Array; readonly count: number },
  solution: Float64Array,
  columns: readonly number[],
): Float64Array {
  const left = matrices.flatMap((own, part) =>
    columns.map((column) => {
      let value = scores[part * count + column]!;
      for (let l = 0; l < count; l += 1) value -= own[column * count + l]! * solution[l]!;
      return value;
    }),
  );
  return Float64Array.from(left);
}

/** Σ w JᵀJ, of each part where they are to be apart, and Σ w Jᵀr of each part. */
function summed(
  kernels: Kernels,
  linear: Linearised,
  parts: Parts,
  { count, apart, onStep }: { readonly count: number; readonly apart: boolean; readonly onStep: () => void },
) {
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
    if (part % across === 0) onStep();
    const bounds = { top, left, bottom: Math.min(rows, top + side), right: Math.min(cols, left + side) };
    const used = jacobian(bounds, columns, j, r);
    const padded = ROWS * Math.ceil(used / ROWS);
    j.fill(0, used * columns, padded * columns);
    r.fill(0, used, padded);
    const ofPart = bytesAfter(right, 8 * part * columns);
    const to = apart ? bytesAfter(sums, 8 * part * square) : sums;
    kernels.wasm.addNormalEquations(design, residual, to, ofPart, { rows: padded, m: columns });
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
