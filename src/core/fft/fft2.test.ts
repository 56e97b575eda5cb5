import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '../../../test/brief-form.ts';
import {
  directColumns,
  directRows,
  matrix,
  randomMatrix,
  readComplex,
  relativeError,
  writeComplex,
  type Matrix,
} from '../../../test/direct-transform.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import { oneIn, thorough } from '../../../test/short-form.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { lineRadices } from './factorise.ts';
import { fft2, fftColumns, fftRows, ifft2 } from './fft2.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SMOOTH_ERROR = 2e-7;
const CHIRP_ERROR = 5e-7;
const allowed = (...sizes: number[]) => (sizes.every((n) => lineRadices(n)) ? SMOOTH_ERROR : CHIRP_ERROR);

/** What an operation on a plane makes of `values`. */
function after(values: Matrix, operation: (plane: ComplexPlane) => void): Matrix {
  using scope = kernels.scope();
  const plane = scope.complex(values.rows, values.cols);
  writeComplex(kernels, plane, values);
  operation(plane);
  return readComplex(kernels, plane);
}

const forward = (values: Matrix) => after(values, (plane) => fft2(kernels, plane));
const inverse = (values: Matrix) => after(values, (plane) => ifft2(kernels, plane));
const scaled = (values: Matrix, factor: number): Matrix => ({
  ...values,
  re: values.re.map((v) => v * factor),
  im: values.im.map((v) => v * factor),
});

const sizes = [
  1, 2, 3, 5, 7, 8, 15, 16, 17, 18, 25, 27, 30, 31, 32, 45, 48, 64, 75, 80, 81, 96, 97, 100, 125, 127, 128,
  160, 243, 250, 625, 997, 1021, 1024, 1080, 1920, 2048, 4096,
];

describe('lines of every kind of length', () => {
  it.each(someOf(sizes.filter((n) => thorough || n <= 1080)))(
    '%i: rows and columns agree with the definition, both ways',
    (n) => {
      const rows = randomMatrix(3, n, n);
      const cols = randomMatrix(n, 3, n + 1);
      const limit = allowed(n);
      for (const sign of [-1, 1]) {
        const share = sign < 0 ? 1 : 1 / n;
        const ourRows = after(rows, (plane) => fftRows(kernels, plane, sign > 0));
        expect(relativeError(ourRows, scaled(directRows(rows, sign), share))).toBeLessThan(limit);
        const ourCols = after(cols, (plane) => fftColumns(kernels, plane, sign > 0));
        expect(relativeError(ourCols, scaled(directColumns(cols, sign), share))).toBeLessThan(limit);
      }
    },
  );

  it('a span leaves the rest alone', () => {
    const values = randomMatrix(7, 50, 1);
    const rows = after(values, (plane) => fftRows(kernels, plane, false, 2, 3));
    const direct = directRows(values);
    for (let y = 0; y < 7; y++) {
      const expected = y >= 2 && y < 5 ? direct : values;
      for (const part of ['re', 'im'] as const) {
        const ours = rows[part].subarray(y * 50, (y + 1) * 50);
        ours.forEach((v, x) => expect(v).toBeCloseTo(expected[part][y * 50 + x]!, 5));
      }
    }
    const columns = after(values, (plane) => fftColumns(kernels, plane, false, 1, 2));
    const directDown = directColumns(values);
    columns.re.forEach((v, i) => {
      const inside = i % 50 >= 16 && i % 50 < 48;
      expect(v).toBeCloseTo((inside ? directDown : values).re[i]!, 5);
    });
  });
});

describe('planes', () => {
  it.each(
    someOf([
      [16, 16],
      [17, 31],
      [30, 48],
      [45, 20],
      [125, 64],
      [96, 250],
      [128, 160],
    ]),
  )('%i × %i agrees with the definition', (rows, cols) => {
    const values = randomMatrix(rows, cols, rows * cols);
    const direct = directColumns(directRows(values));
    expect(relativeError(forward(values), direct)).toBeLessThan(allowed(rows, cols));
  });

  // by definition it takes the cube of a side
  const max = thorough ? 300 : 120;
  it(`any size from 16 to ${max} agrees with the definition and comes back`, () => {
    const side = fc.integer({ min: 16, max });
    fc.assert(
      fc.property(side, side, fc.integer(), (rows, cols, seed) => {
        const values = randomMatrix(rows, cols, seed);
        const limit = allowed(rows, cols);
        const spectrum = forward(values);
        expect(relativeError(spectrum, directColumns(directRows(values)))).toBeLessThan(limit);
        expect(relativeError(inverse(spectrum), values)).toBeLessThan(2 * limit);
      }),
      { numRuns: 12, seed: 1 },
    );
  });

  it.each(
    oneIn(
      3,
      [
        [1080, 1920],
        [1024, 1024],
        [1081, 977],
      ],
      2,
    ),
  )('%i × %i: a wave is one point, and energy and the field come back', (rows, cols) => {
    const wave = matrix(rows, cols);
    const [v, u] = [rows - 3, 5];
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < cols; x++) {
        const turns = ((u * x) % cols) / cols + ((v * y) % rows) / rows;
        wave.re[y * cols + x] = Math.cos(2 * Math.PI * turns);
        wave.im[y * cols + x] = Math.sin(2 * Math.PI * turns);
      }
    }
    const point = matrix(rows, cols);
    point.re[v * cols + u] = rows * cols;
    expect(relativeError(forward(wave), point)).toBeLessThan(allowed(rows, cols));

    const values = randomMatrix(rows, cols, 3);
    const spectrum = forward(values);
    expect(energy(spectrum) / (energy(values) * rows * cols)).toBeCloseTo(1, 6);
    expect(relativeError(inverse(spectrum), values)).toBeLessThan(2 * allowed(rows, cols));
  });
});

const energy = (values: Matrix) =>
  values.re.reduce((sum, re, i) => sum + re * re + values.im[i]! * values.im[i]!, 0);

describe('theorems', () => {
  it('is linear', () => {
    const [a, b] = [randomMatrix(40, 36, 5), randomMatrix(40, 36, 6)];
    const sum = { ...a, re: a.re.map((v, i) => v + 3 * b.re[i]!), im: a.im.map((v, i) => v + 3 * b.im[i]!) };
    const [A, B] = [forward(a), forward(b)];
    const expected = {
      ...A,
      re: A.re.map((v, i) => v + 3 * B.re[i]!),
      im: A.im.map((v, i) => v + 3 * B.im[i]!),
    };
    expect(relativeError(forward(sum), expected)).toBeLessThan(SMOOTH_ERROR);
  });

  it('turns a shift into a phase', () => {
    const [rows, cols, dy, dx] = [48, 45, 5, 7];
    const values = randomMatrix(rows, cols, 7);
    const shifted = matrix(rows, cols);
    const expected = forward(values);
    const spectrum = { ...expected, re: expected.re.slice(), im: expected.im.slice() };
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < cols; x++) {
        const to = ((y + dy) % rows) * cols + ((x + dx) % cols);
        const at = y * cols + x;
        shifted.re[to] = values.re[at]!;
        shifted.im[to] = values.im[at]!;
        const angle = -2 * Math.PI * ((x * dx) / cols + (y * dy) / rows);
        expected.re[at] = spectrum.re[at]! * Math.cos(angle) - spectrum.im[at]! * Math.sin(angle);
        expected.im[at] = spectrum.re[at]! * Math.sin(angle) + spectrum.im[at]! * Math.cos(angle);
      }
    }
    expect(relativeError(forward(shifted), expected)).toBeLessThan(2 * SMOOTH_ERROR);
  });

  it('gives the same bits whatever was transformed in between', () => {
    const values = randomMatrix(60, 34, 8);
    const before = forward(values);
    for (let n = 16; n < 60; n++) forward(randomMatrix(n, n + 1, n));
    expect(forward(values)).toEqual(before);
  });
});
