import type { Kernels, Scope } from '../../kernel/kernels.ts';
import type { RealPlane } from '../../kernel/plane.ts';

/** Pixels along a side that are looked at, amid a frame: thousands of fringes' samples, in a few milliseconds. */
const SIDE = 384;

/** A copy of the middle of a frame. */
export function middleOfFrame(
  kernels: Kernels,
  scope: Scope,
  { ptr, rows, cols, pitch }: RealPlane,
): RealPlane {
  const part = scope.real(Math.min(SIDE, rows), Math.min(SIDE, cols));
  const [top, left] = [(rows - part.rows) >> 1, (cols - part.cols) >> 1];
  const from = kernels.floats(ptr, rows * pitch);
  // what lies past its columns is read, too
  const to = kernels.floats(part.ptr, part.rows * part.pitch).fill(0);
  for (let y = 0; y < part.rows; y++) {
    const start = (top + y) * pitch + left;
    to.set(from.subarray(start, start + part.cols), y * part.pitch);
  }
  return part;
}
