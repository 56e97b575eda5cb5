import { solveSymmetric } from '../fit/solve.ts';

/** Of weighted least squares. */
export interface SurfaceEquations {
  /** columns × columns, the lower half */
  readonly matrix: Float64Array;
  readonly right: Float64Array;
}

/**
 * Least squares of observed values by functions, each place by its weight.
 * @param design places × columns, row-major
 * @param weightOf 0 leaves a place out
 */
export function surfaceEquations(
  design: Float64Array,
  columns: number,
  observed: Float64Array,
  weightOf: (place: number) => number,
): SurfaceEquations {
  const matrix = new Float64Array(columns * columns);
  const right = new Float64Array(columns);
  for (let t = 0; t < observed.length; t++) {
    const weight = weightOf(t);
    if (weight === 0) continue;
    const row = design.subarray(t * columns, (t + 1) * columns);
    for (let i = 0; i < columns; i++) {
      const weighted = weight * row[i]!;
      right[i]! += weighted * observed[t]!;
      for (let j = 0; j <= i; j++) matrix[i * columns + j]! += weighted * row[j]!;
    }
  }
  return { matrix, right };
}

/** By the first `m` functions alone. @returns null where the places do not fix them */
export function solvedByFirst({ matrix, right }: SurfaceEquations, m: number): Float64Array | null {
  const columns = right.length;
  const part = new Float64Array(m * m);
  for (let i = 0; i < m; i++) part.set(matrix.subarray(i * columns, i * columns + i + 1), i * m);
  return solveSymmetric(part, right.slice(0, m));
}
