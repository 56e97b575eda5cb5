import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../src/core/kernel/complex-layout.ts';
import type { ComplexPlane, RealPlane } from '../src/core/kernel/plane.ts';
import type { Kernels } from '../src/core/kernel/kernels.ts';

/** A complex matrix in double precision, row-major, that tests compare against. */
export interface Matrix {
  readonly rows: number;
  readonly cols: number;
  readonly re: Float64Array;
  readonly im: Float64Array;
}

export function matrix(rows: number, cols: number): Matrix {
  return { rows, cols, re: new Float64Array(rows * cols), im: new Float64Array(rows * cols) };
}

/** Uniform in ±½, the same for the same seed, rounded to single precision. */
export function randomMatrix(rows: number, cols: number, seed: number): Matrix {
  const made = matrix(rows, cols);
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.fround((state >>> 8) / 2 ** 24 - 0.5);
  };
  for (let i = 0; i < made.re.length; i++) {
    made.re[i] = next();
    made.im[i] = next();
  }
  return made;
}

/** Floats from the start of a plane to the real part of a sample. */
function offset(plane: ComplexPlane, y: number, x: number): number {
  return y * floatsPerRow(plane) + inRow(x);
}

/** Fills a plane; everything outside its columns becomes NaN, which no result may depend on. */
export function writeComplex(kernels: Kernels, plane: ComplexPlane, values: Matrix): void {
  const floats = kernels.floats(plane.ptr, floatsIn(plane)).fill(NaN);
  for (let y = 0; y < plane.rows; y++) {
    for (let x = 0; x < plane.cols; x++) {
      const at = offset(plane, y, x);
      floats[at] = values.re[y * plane.cols + x]!;
      floats[at + TO_IMAGINARY] = values.im[y * plane.cols + x]!;
    }
  }
}

/** Fills a real plane with the real part; what lies past its columns becomes NaN. */
export function writeReal(kernels: Kernels, plane: RealPlane, values: Matrix): void {
  const floats = kernels.floats(plane.ptr, plane.rows * plane.pitch).fill(NaN);
  for (let y = 0; y < plane.rows; y++) {
    floats.set(values.re.subarray(y * plane.cols, (y + 1) * plane.cols), y * plane.pitch);
  }
}

export function readComplex(kernels: Kernels, plane: ComplexPlane): Matrix {
  const floats = kernels.floats(plane.ptr, floatsIn(plane));
  const values = matrix(plane.rows, plane.cols);
  for (let y = 0; y < plane.rows; y++) {
    for (let x = 0; x < plane.cols; x++) {
      const at = offset(plane, y, x);
      values.re[y * plane.cols + x] = floats[at]!;
      values.im[y * plane.cols + x] = floats[at + TO_IMAGINARY]!;
    }
  }
  return values;
}

/** Σ f[j] exp(∓2πi jk/n) by its definition, along lines of `n` samples `stride` apart. */
function transformLine(
  from: Matrix,
  to: Matrix,
  start: number,
  stride: number,
  n: number,
  sign: number,
): void {
  const cos = Float64Array.from({ length: n }, (_, k) => Math.cos((2 * Math.PI * k) / n));
  const sin = Float64Array.from({ length: n }, (_, k) => sign * Math.sin((2 * Math.PI * k) / n));
  for (let k = 0; k < n; k++) {
    let re = 0;
    let im = 0;
    for (let j = 0; j < n; j++) {
      const at = start + j * stride;
      const turn = (j * k) % n;
      re += from.re[at]! * cos[turn]! - from.im[at]! * sin[turn]!;
      im += from.re[at]! * sin[turn]! + from.im[at]! * cos[turn]!;
    }
    to.re[start + k * stride] = re;
    to.im[start + k * stride] = im;
  }
}

/** The direct transform of every row (or column) in turn; sign −1 is forward. No scaling. */
export function directRows(values: Matrix, sign = -1): Matrix {
  const out = matrix(values.rows, values.cols);
  for (let y = 0; y < values.rows; y++) transformLine(values, out, y * values.cols, 1, values.cols, sign);
  return out;
}

export function directColumns(values: Matrix, sign = -1): Matrix {
  const out = matrix(values.rows, values.cols);
  for (let x = 0; x < values.cols; x++) transformLine(values, out, x, values.cols, values.rows, sign);
  return out;
}

/** ‖a − b‖ / ‖b‖ */
export function relativeError(a: Matrix, b: Matrix): number {
  let difference = 0;
  let total = 0;
  for (let i = 0; i < b.re.length; i++) {
    difference += (a.re[i]! - b.re[i]!) ** 2 + (a.im[i]! - b.im[i]!) ** 2;
    total += b.re[i]! ** 2 + b.im[i]! ** 2;
  }
  return Math.sqrt(difference / total);
}
