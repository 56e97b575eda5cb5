import { fastSize } from '../../fft/fast-size.ts';
import { fft2, ifft2 } from '../../fft/fft2.ts';
import { floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import { bytesIn, type ComplexPlane, type RealPlane } from '../../kernel/plane.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';

/** A sample that has gone farther is another one by now. */
const FARTHEST_PX = 32;

/** Whole pixels, right and down. */
export interface WholeShift {
  readonly x: number;
  readonly y: number;
}

/**
 * By how much the content of one frame lies elsewhere than that of another: where their contrasts, amplitudes less 1,
 * correlate best.
 * @param before amplitudes, row by row without gaps
 */
export function wholeShift(kernels: Kernels, before: Float32Array, now: RealPlane): WholeShift {
  const { rows, cols } = now;
  using scratch = kernels.scope();
  const values = kernels.floats(now.ptr, rows * now.pitch);
  const one = contrastSpectrum(kernels, scratch, now, (row, col) => values[row * now.pitch + col]!);
  const other = contrastSpectrum(kernels, scratch, now, (row, col) => before[row * cols + col]!);
  const stride = floatsPerRow(one);
  const [a, b] = [one, other].map((plane) => kernels.floats(plane.ptr, plane.rows * stride)) as [
    Float32Array,
    Float32Array,
  ];
  for (let row = 0; row < one.rows; row++)
    for (let col = 0; col < one.cols; col++) {
      const k = row * stride + inRow(col);
      const [re, im] = [a[k]!, a[k + TO_IMAGINARY]!];
      a[k] = re * b[k]! + im * b[k + TO_IMAGINARY]!;
      a[k + TO_IMAGINARY] = im * b[k]! - re * b[k + TO_IMAGINARY]!;
    }
  ifft2(kernels, one);
  const likeness = kernels.floats(one.ptr, one.rows * stride);
  const wrap = (index: number, count: number) => (index + count) % count;
  let best = { x: 0, y: 0, value: -Infinity };
  for (let y = -FARTHEST_PX; y <= FARTHEST_PX; y++)
    for (let x = -FARTHEST_PX; x <= FARTHEST_PX; x++) {
      const value = likeness[wrap(y, one.rows) * stride + inRow(wrap(x, one.cols))]!;
      if (value > best.value) best = { x, y, value };
    }
  return { x: best.x, y: best.y };
}

/** With room beside it, so that what leaves on one side does not come in on the other. @param scope owns it */
function contrastSpectrum(
  kernels: Kernels,
  scope: Scope,
  { rows, cols }: Pick<RealPlane, 'rows' | 'cols'>,
  amplitude: (row: number, col: number) => number,
): ComplexPlane {
  const plane = scope.complex(fastSize(rows + FARTHEST_PX), fastSize(cols + FARTHEST_PX));
  kernels.wasm.fillBytes(plane.ptr, { value: 0, bytes: bytesIn(plane) });
  const stride = floatsPerRow(plane);
  const values = kernels.floats(plane.ptr, plane.rows * stride);
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) values[row * stride + inRow(col)] = amplitude(row, col) - 1;
  fft2(kernels, plane);
  return plane;
}

/** Moves the content of a plane by a shift; what leaves on one side comes in on the other. */
export function rollPlane(kernels: Kernels, plane: ComplexPlane, { x, y }: WholeShift): void {
  const { rows, cols } = plane;
  const stride = floatsPerRow(plane);
  const values = kernels.floats(plane.ptr, rows * stride);
  const before = values.slice();
  const from = Int32Array.from({ length: cols }, (_, col) => inRow((col - x + cols) % cols));
  const to = Int32Array.from({ length: cols }, (_, col) => inRow(col));
  for (let row = 0; row < rows; row++) {
    const source = ((row - y + rows) % rows) * stride;
    const target = row * stride;
    for (let col = 0; col < cols; col++) {
      values[target + to[col]!] = before[source + from[col]!]!;
      values[target + to[col]! + TO_IMAGINARY] = before[source + from[col]! + TO_IMAGINARY]!;
    }
  }
}
