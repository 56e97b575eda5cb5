import { solveSymmetric } from '../fit/solve.ts';
import type { Light } from './light.ts';
import type { Measured } from './measured.ts';
import type { Complex } from './spectrum.ts';

export interface Normal {
  readonly count: number;
  /** Σ w JᵀJ, row-major */
  readonly matrix: Float64Array;
  /** Σ w Jᵀr */
  readonly right: Float64Array;
  /** H⁻¹ (Σ over the frame's parts of s sᵀ) H⁻¹, s = Σ w Jᵀr of a part: correlated residuals count as what they are */
  readonly covariance: () => Float64Array | null;
}

/** Parts of the frame along its shorter side whose residuals count as independent of each other. */
const PARTS = 16;

/** Jacobian and residuals of a cell are made as they are needed; only their sums are kept. */
export function normalEquations(
  measured: Measured,
  weight: Float64Array,
  gauge: Float32Array,
  field: Complex,
  slopes: readonly Complex[],
  light: Light,
  tables: readonly Float32Array[],
  lit: Complex,
): Normal {
  const { rows, cols } = measured;
  const [amplitudes, phases] = [light.amplitude.length, light.phase.length];
  const count = slopes.length + amplitudes + phases;
  const matrix = new Float64Array(count * count);
  const side = Math.max(1, Math.ceil(Math.min(rows, cols) / PARTS));
  const across = Math.ceil(cols / side);
  const scores = new Float64Array(across * Math.ceil(rows / side) * count);
  const jRe = new Float64Array(count);
  const jIm = new Float64Array(count);
  for (let row = 0, i = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1, i += 1) {
      const w = weight[i]!;
      if (w === 0) continue;
      const [a, b, c, d] = [field.re[i]!, field.im[i]!, lit.re[i]!, lit.im[i]!];
      const at = (Math.floor(row / side) * across + Math.floor(col / side)) * count;
      if (measured.im === null) {
        const lit2 = c * c * gauge[i]!;
        const intensity = lit2 * (a * a + b * b);
        const [u, v] = [2 * lit2 * a, 2 * lit2 * b];
        for (let k = 0; k < slopes.length; k += 1) jRe[k] = u * slopes[k]!.re[i]! + v * slopes[k]!.im[i]!;
        for (let k = 0; k < amplitudes; k += 1) jRe[slopes.length + k] = 2 * intensity * tables[k]![i]!;
        const seen = measured.re[i]! * measured.re[i]! * gauge[i]!;
        collect(matrix, scores, at, jRe, w, seen - intensity);
        continue;
      }
      const [re, im] = [a * c - b * d, a * d + b * c];
      for (let k = 0; k < slopes.length; k += 1) {
        const [x, y] = [slopes[k]!.re[i]!, slopes[k]!.im[i]!];
        jRe[k] = x * c - y * d;
        jIm[k] = x * d + y * c;
      }
      for (let k = 0; k < amplitudes; k += 1) {
        jRe[slopes.length + k] = re * tables[k]![i]!;
        jIm[slopes.length + k] = im * tables[k]![i]!;
      }
      for (let k = 0, to = slopes.length + amplitudes; k < phases; k += 1, to += 1) {
        jRe[to] = -im * tables[k]![i]!;
        jIm[to] = re * tables[k]![i]!;
      }
      collect(matrix, scores, at, jRe, w, measured.re[i]! - re);
      collect(matrix, scores, at, jIm, w, measured.im[i]! - im);
    }
  }
  for (let k = 0; k < count; k += 1)
    for (let l = 0; l < k; l += 1) matrix[k * count + l] = matrix[l * count + k]!;
  const right = new Float64Array(count);
  for (let i = 0; i < scores.length; i += 1) right[i % count]! += scores[i]!;
  return { count, matrix, right, covariance: () => sandwich(matrix, scores, count) };
}

function collect(
  matrix: Float64Array,
  scores: Float64Array,
  at: number,
  j: Float64Array,
  weight: number,
  residual: number,
): void {
  const count = j.length;
  for (let k = 0; k < count; k += 1) {
    const own = weight * j[k]!;
    scores[at + k]! += own * residual;
    for (let l = k; l < count; l += 1) matrix[k * count + l]! += own * j[l]!;
  }
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
