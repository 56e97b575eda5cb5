import { beforeAll, describe, expect, it } from 'vitest';
import {
  directColumns,
  randomMatrix,
  readComplex,
  relativeError,
  writeComplex,
  type Matrix,
} from '../../../test/direct-transform.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { columnsFftMultiplyIfft } from './filter-columns.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

function product(a: Matrix, b: Matrix): Matrix {
  return {
    ...a,
    re: a.re.map((re, i) => re * b.re[i]! - a.im[i]! * b.im[i]!),
    im: a.re.map((re, i) => re * b.im[i]! + a.im[i]! * b.re[i]!),
  };
}

describe('filtering columns', () => {
  it.each([
    [16, 16],
    [60, 35],
    [125, 20],
    [31, 50],
  ])('%i × %i: transforms, multiplies and transforms back', (rows, cols) => {
    using scope = kernels.scope();
    const [plane, transfer] = [scope.complex(rows, cols), scope.complex(rows, cols)];
    const [values, factors] = [randomMatrix(rows, cols, 1), randomMatrix(rows, cols, 2)];
    writeComplex(kernels, plane, values);
    writeComplex(kernels, transfer, factors);
    columnsFftMultiplyIfft(kernels, plane, transfer);
    const expected = directColumns(product(directColumns(values), factors), 1);
    const scale = (v: number) => v / rows;
    const wanted = { ...expected, re: expected.re.map(scale), im: expected.im.map(scale) };
    expect(relativeError(readComplex(kernels, plane), wanted)).toBeLessThan(5e-7);
  });
});
