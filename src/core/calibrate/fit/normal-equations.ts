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

/** Jacobian and residuals are made a part of the frame at a time, weighted; only their sums are kept. */
export function normalEquations(kernels: Kernels, linear: Linearised): Normal {
  const { measured, slopes, light } = linear;
  const { rows, cols } = measured;
  const count = slopes.length + light.amplitude.length + light.phase.length;
  const columns = count + (count % 2);
  const side = Math.max(1, Math.ceil(Math.min(rows, cols) / linear.parts));
  const across = Math.ceil(cols / side);
  const down = Math.ceil(rows / side);
  const most = ROWS * Math.ceil(((measured.im === null ? 1 : 2) * side * side) / ROWS);
  using scope = kernels.scope();
  const design = scope.doubles(most * columns);
  const residual = scope.doubles(most);
  const sums = scope.doubles(columns * columns);
  const right = scope.doubles(columns * across * down);
  kernels.doubles(sums, columns * columns).fill(0);
  kernels.doubles(right, columns * across * down).fill(0);
  const jacobian = jacobianOf(linear);
  const j = kernels.doubles(design, most * columns);
  const r = kernels.doubles(residual, most);
  for (let part = 0; part < across * down; part += 1) {
    const [top, left] = [side * Math.floor(part / across), side * (part % across)];
    const bounds = { top, left, bottom: Math.min(rows, top + side), right: Math.min(cols, left + side) };
    const used = jacobian(bounds, columns, j, r);
    const padded = ROWS * Math.ceil(used / ROWS);
    j.fill(0, used * columns, padded * columns);
    r.fill(0, used, padded);
    const ofPart = bytesAfter(right, 8 * part * columns);
    kernels.run.addNormalEquations(design, residual, sums, ofPart, { rows: padded, m: columns });
  }
  const all = kernels.doubles(sums, columns * columns);
  const matrix = new Float64Array(count * count);
  for (let k = 0; k < count; k += 1) {
    for (let l = k; l < count; l += 1) matrix[k * count + l] = matrix[l * count + k] = all[k * columns + l]!;
  }
  const own = kernels.doubles(right, columns * across * down);
  const scores = new Float64Array(across * down * count);
  for (let i = 0; i < scores.length; i += 1) scores[i] = own[Math.floor(i / count) * columns + (i % count)]!;
  const total = new Float64Array(count);
  for (let i = 0; i < scores.length; i += 1) total[i % count]! += scores[i]!;
  return {
    ...{ count, matrix, right: total, covariance: () => sandwich(matrix, scores, count) },
    coarser: () => {
      const larger = joined(scores, count, across, down);
      // fewer parts than twice the unknowns say little of their scatter
      return larger.length < 2 * count * count ? null : sandwich(matrix, larger, count);
    },
  };
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
    r[used] = w * measured.re[i]! * measured.re[i]! * gauge[i]! - intensity;
  };
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
