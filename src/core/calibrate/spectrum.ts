import { fastSize, fft2, ifft2 } from '../fft/fft.ts';
import type { Kernels } from '../kernel/kernels.ts';

/** Complex samples, row-major, outside the kernels' memory. */
export interface Complex {
  readonly re: Float32Array;
  readonly im: Float32Array;
}

export function emptyComplex(count: number): Complex {
  return { re: new Float32Array(count), im: new Float32Array(count) };
}

/** The two-dimensional transform of samples, or its inverse; the arrays given stay as they are. */
export function transformed(
  kernels: Kernels,
  { re, im }: { readonly re: ArrayLike<number>; readonly im: ArrayLike<number> | null },
  rows: number,
  cols: number,
  inverse = false,
): Complex {
  using scope = kernels.scope();
  const plane = scope.complex(rows, cols);
  const perRow = plane.pitchBytes / 4;
  const floats = kernels.floats(plane.ptr, rows * perRow);
  for (let row = 0; row < rows; row += 1) {
    let from = row * cols;
    // blocks of four real parts, then the four imaginary ones
    for (let to = row * perRow, left = cols; left > 0; to += 8, left -= 4) {
      for (let k = 0; k < 4 && k < left; k += 1, from += 1) {
        floats[to + k] = re[from]!;
        floats[to + k + 4] = im === null ? 0 : im[from]!;
      }
    }
  }
  (inverse ? ifft2 : fft2)(kernels, plane);
  const out = emptyComplex(rows * cols);
  const done = kernels.floats(plane.ptr, rows * perRow);
  for (let row = 0; row < rows; row += 1) {
    let to = row * cols;
    for (let from = row * perRow, left = cols; left > 0; from += 8, left -= 4) {
      for (let k = 0; k < 4 && k < left; k += 1, to += 1) {
        out.re[to] = done[from + k]!;
        out.im[to] = done[from + k + 4]!;
      }
    }
  }
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
