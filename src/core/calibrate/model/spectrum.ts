import { fastSize } from '../../fft/fast-size.ts';
import { fft2, fftColumns, fftRows, ifft2 } from '../../fft/fft2.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { partOf } from '../../kernel/plane.ts';

/** Complex samples, row-major, outside the kernels' memory. */
export interface Complex {
  readonly re: Float32Array;
  readonly im: Float32Array;
}

export function emptyComplex(count: number): Complex {
  return { re: new Float32Array(count), im: new Float32Array(count) };
}

/** A sum, in the first one's place. */
export function added(to: Complex, more: Complex): Complex {
  for (let i = 0; i < to.re.length; i += 1) {
    to.re[i]! += more.re[i]!;
    to.im[i]! += more.im[i]!;
  }
  return to;
}

/** Samples beyond the last one that the kernels may touch. */
const SPARE = 3;

/** Parts of a transform in the kernels' memory, row-major; good until the kernels run again. */
export type Parts = (re: Float32Array, im: Float32Array) => void;

/**
 * Transforms what `fill` writes, all of it, and shows the outcome to `take`: no copies but those two make.
 * @param inverse scaled by 1 / (rows · cols)
 */
export function transformParts(
  kernels: Kernels,
  [rows, cols]: readonly [number, number],
  inverse: boolean,
  fill: Parts,
  take: Parts,
): void {
  const { wasm } = kernels;
  const count = rows * cols;
  using scope = kernels.scope();
  const plane = scope.complex(rows, cols);
  const [re, im] = [scope.floats(count + SPARE), scope.floats(count + SPARE)];
  fill(kernels.floats(re, count), kernels.floats(im, count));
  wasm.joinParts(re, im, plane);
  (inverse ? ifft2 : fft2)(kernels, plane);
  wasm.splitParts(plane, re, im);
  // the transform may have moved the memory
  take(kernels.floats(re, count), kernels.floats(im, count));
}

/** Some rows of an inverse transform: the others are not made. */
export function inverseRows(
  kernels: Kernels,
  [rows, cols]: readonly [number, number],
  { first, count }: { readonly first: number; readonly count: number },
  fill: Parts,
  take: Parts,
): void {
  const { wasm } = kernels;
  using scope = kernels.scope();
  const plane = scope.complex(rows, cols);
  const [re, im] = [scope.floats(rows * cols + SPARE), scope.floats(rows * cols + SPARE)];
  fill(kernels.floats(re, rows * cols), kernels.floats(im, rows * cols));
  wasm.joinParts(re, im, plane);
  fftColumns(kernels, plane, true);
  fftRows(kernels, plane, true, first, count);
  wasm.splitParts(partOf(plane, { row: first, col: 0 }, count, cols), re, im);
  take(kernels.floats(re, count * cols), kernels.floats(im, count * cols));
}

/** The two-dimensional transform of samples, or its inverse; the arrays given stay as they are. */
export function transformed(
  kernels: Kernels,
  { re, im }: { readonly re: ArrayLike<number>; readonly im: ArrayLike<number> | null },
  rows: number,
  cols: number,
  inverse = false,
): Complex {
  const fill: Parts = (toRe, toIm) => {
    toRe.set(re);
    if (im === null) toIm.fill(0);
    else toIm.set(im);
  };
  return transformedFrom(kernels, [rows, cols], inverse, fill);
}

/** The same of what `fill` writes. */
export function transformedFrom(
  kernels: Kernels,
  size: readonly [number, number],
  inverse: boolean,
  fill: Parts,
): Complex {
  let out = emptyComplex(0);
  transformParts(kernels, size, inverse, fill, (re, im) => {
    out = { re: re.slice(), im: im.slice() };
  });
  return out;
}

/** Cycles per sample of index `k` of `count`, −½ to ½. */
export function frequencyOf(k: number, count: number): number {
  return (2 * k < count ? k : k - count) / count;
}

/** A size at least `count` that transforms fast and divides by `multiple`. */
export function fastMultiple(count: number, multiple: number): number {
  return multiple * fastSize(Math.ceil(count / multiple));
}
