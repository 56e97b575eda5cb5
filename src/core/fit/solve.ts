/**
 * Solves the symmetric positive definite system `matrix · x = right` by Cholesky factorisation.
 * @param matrix n × n, row-major; destroyed
 * @returns x, or null where the matrix is not positive definite (the equations do not fix every unknown)
 */
export function solveSymmetric(matrix: Float64Array, right: Float64Array): Float64Array | null {
  return choleskyFactor(matrix, right.length) ? solveByFactor(matrix, right) : null;
}

/** Cholesky's factor of an n × n matrix in place of it. @returns whether it is positive definite */
export function choleskyFactor(matrix: Float64Array, n: number): boolean {
  for (let j = 0; j < n; j++) {
    let diagonal = matrix[j * n + j]!;
    const scale = diagonal;
    for (let k = 0; k < j; k++) diagonal -= matrix[j * n + k]! * matrix[j * n + k]!;
    if (!(diagonal > 1e-13 * scale) || !(diagonal > 0)) return false;
    const root = Math.sqrt(diagonal);
    matrix[j * n + j] = root;
    for (let i = j + 1; i < n; i++) {
      let sum = matrix[i * n + j]!;
      for (let k = 0; k < j; k++) sum -= matrix[i * n + k]! * matrix[j * n + k]!;
      matrix[i * n + j] = sum / root;
    }
  }
  return true;
}

/** Solves with the factor that {@link choleskyFactor} left. */
export function solveByFactor(factor: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  const x = Float64Array.from(right);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i]! -= factor[i * n + k]! * x[k]!;
    x[i]! /= factor[i * n + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i]! -= factor[k * n + i]! * x[k]!;
    x[i]! /= factor[i * n + i]!;
  }
  return x;
}

/** The diagonal of the inverse of an n × n matrix of which {@link choleskyFactor} left the factor. */
export function inverseDiagonal(factor: Float64Array, n: number): Float64Array {
  const diagonal = new Float64Array(n);
  const x = new Float64Array(n);
  for (let unit = 0; unit < n; unit++) {
    // what solves for a unit vector is 0 before it on the way down, and is asked for no further than it on the way up
    for (let i = unit; i < n; i++) {
      let sum = i === unit ? 1 : 0;
      for (let k = unit; k < i; k++) sum -= factor[i * n + k]! * x[k]!;
      x[i] = sum / factor[i * n + i]!;
    }
    for (let i = n - 1; i >= unit; i--) {
      for (let k = i + 1; k < n; k++) x[i]! -= factor[k * n + i]! * x[k]!;
      x[i]! /= factor[i * n + i]!;
    }
    diagonal[unit] = x[unit]!;
  }
  return diagonal;
}
