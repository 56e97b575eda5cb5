import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choleskyFactor, inverseDiagonal, solveByFactor, solveSymmetric } from './solve.ts';

describe('solveSymmetric', () => {
  it('solves what the equations were made from', () => {
    const entry = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 8 })
          .chain((n) =>
            fc.tuple(
              fc.constant(n),
              fc.array(entry, { minLength: n * n, maxLength: n * n }),
              fc.array(entry, { minLength: n, maxLength: n }),
            ),
          ),
        ([n, a, x]) => {
          // AᵀA + 1 is positive definite whatever A is
          const matrix = new Float64Array(n * n);
          for (let i = 0; i < n; i++)
            for (let j = 0; j < n; j++) {
              let sum = i === j ? 1 : 0;
              for (let k = 0; k < n; k++) sum += a[k * n + i]! * a[k * n + j]!;
              matrix[i * n + j] = sum;
            }
          const right = Float64Array.from({ length: n }, (_, i) =>
            x.reduce((sum, value, j) => sum + matrix[i * n + j]! * value, 0),
          );
          const found = solveSymmetric(matrix, right)!;
          found.forEach((value, i) => expect(value).toBeCloseTo(x[i]!, 8));
        },
      ),
    );
  });

  it.each([
    ['dependent rows', [1, 2, 2, 4]],
    ['an unknown that nothing fixes', [1, 0, 0, 0]],
    ['an indefinite matrix', [1, 2, 2, 1]],
    ['NaN', [NaN, 0, 0, 1]],
  ])('refuses %s', (_, matrix) => {
    expect(solveSymmetric(Float64Array.from(matrix), new Float64Array([1, 1]))).toBeNull();
  });
});

it('gives the diagonal of an inverse, to the bit what solving for each unit vector gives', () => {
  const n = 5;
  const matrix = Float64Array.from({ length: n * n }, (_, at) => {
    const [i, j] = [Math.floor(at / n), at % n];
    return (i === j ? n : 0) + Math.cos(i * j + i + j);
  });
  expect(choleskyFactor(matrix, n)).toBe(true);
  const units = Array.from({ length: n }, (_, k) =>
    solveByFactor(
      matrix,
      Float64Array.from({ length: n }, (_unit, i) => (i === k ? 1 : 0)),
    ),
  );
  expect([...inverseDiagonal(matrix, n)]).toEqual(units.map((x, k) => x[k]!));
});
