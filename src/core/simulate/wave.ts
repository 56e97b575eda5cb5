import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';

/** Complex samples in double precision, row-major: a wave outside the kernels' memory. */
export interface Wave {
  readonly rows: number;
  readonly cols: number;
  readonly re: Float64Array;
  readonly im: Float64Array;
}

export function emptyWave(rows: number, cols: number): Wave {
  return { rows, cols, re: new Float64Array(rows * cols), im: new Float64Array(rows * cols) };
}

/** The plane's floats and where the real part of sample (row, col) lies among them. */
export function planeSamples(kernels: Kernels, plane: ComplexPlane) {
  const perRow = floatsPerRow(plane);
  const floats = kernels.floats(plane.ptr, floatsIn(plane));
  return { floats, at: (row: number, col: number) => row * perRow + inRow(col) };
}

/** Writes a wave into the upper left corner of a plane at least as large; the rest becomes 0. */
export function toPlane(kernels: Kernels, wave: Wave, plane: ComplexPlane): void {
  const { floats, at } = planeSamples(kernels, plane);
  floats.fill(0);
  for (let row = 0; row < wave.rows; row += 1) {
    for (let col = 0; col < wave.cols; col += 1) {
      const to = at(row, col);
      floats[to] = wave.re[row * wave.cols + col]!;
      floats[to + TO_IMAGINARY] = wave.im[row * wave.cols + col]!;
    }
  }
}

/** Reads the upper left corner of a plane. */
export function fromPlane(kernels: Kernels, plane: ComplexPlane, rows: number, cols: number): Wave {
  const wave = emptyWave(rows, cols);
  const { floats, at } = planeSamples(kernels, plane);
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const from = at(row, col);
      wave.re[row * cols + col] = floats[from]!;
      wave.im[row * cols + col] = floats[from + TO_IMAGINARY]!;
    }
  }
  return wave;
}
