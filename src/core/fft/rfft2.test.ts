import { beforeAll, describe, expect, it } from 'vitest';
import {
  directColumns,
  directRows,
  matrix,
  randomMatrix,
  readComplex,
  relativeError,
  writeReal,
  type Matrix,
} from '../../../test/direct-transform.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { halfColumns, rfft2 } from './rfft2.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

function forward(values: Matrix): Matrix {
  using scope = kernels.scope();
  const plane = scope.real(values.rows, values.cols);
  const out = scope.complex(values.rows, halfColumns(values.cols));
  writeReal(kernels, plane, values);
  rfft2(kernels, plane, out);
  return readComplex(kernels, out);
}

/** The left half of the direct transform of the real part. */
function expected(values: Matrix): Matrix {
  const whole = directColumns(directRows({ ...values, im: values.im.map(() => 0) }));
  const half = matrix(values.rows, halfColumns(values.cols));
  for (let y = 0; y < half.rows; y++) {
    for (let x = 0; x < half.cols; x++) {
      half.re[y * half.cols + x] = whole.re[y * values.cols + x]!;
      half.im[y * half.cols + x] = whole.im[y * values.cols + x]!;
    }
  }
  return half;
}

describe('the transform of a real plane', () => {
  it.each([
    [16, 16],
    [16, 32],
    [17, 48],
    [19, 64],
    [20, 17],
    [21, 18],
    [22, 19],
    [23, 30],
    [24, 45],
    [25, 100],
    [31, 97],
    [1, 32],
    [1, 25],
    [9, 1920],
    [12, 1080],
  ])('%i × %i is the left half of the complex one', (rows, cols) => {
    const values = randomMatrix(rows, cols, rows + cols);
    expect(relativeError(forward(values), expected(values))).toBeLessThan(5e-7);
  });

  it('has a real mean and a real highest frequency', () => {
    const spectrum = forward(randomMatrix(30, 64, 4));
    expect(spectrum.im[0]).toBe(0);
    expect(spectrum.im[32]).toBe(0);
  });
});
