import { limits } from '../../../core/limits/limits.ts';
import { checkFrameSize } from '../samples/frame-size.ts';
import { unsupported } from '../samples/refusals.ts';

/** How the pixels of one frame lie in an n-dimensional array. */
export interface FrameLayout {
  readonly width: number;
  readonly height: number;
  /** 3 or 4 where the last axis is colour, else 1 */
  readonly channels: number;
}

/** (h, w), with any number of axes of length 1 before or after, or (h, w, 3 or 4) as image readers return it. */
export function frameLayout(shape: readonly number[], what: string): FrameLayout {
  const axes = withoutUnitAxes(shape);
  const [height, width, channels] = axes;
  if (height === undefined || width === undefined || axes.length > 3) throw notOneFrame(shape, what);
  if (channels !== undefined && channels !== 3 && channels !== 4) throw notOneFrame(shape, what);
  checkFrameSize(width, height);
  return { width, height, channels: channels ?? 1 };
}

/** Whether the shape alone makes the array a candidate for the hologram among others in its file. */
export function isFrameShape(shape: readonly number[]): boolean {
  const axes = withoutUnitAxes(shape);
  // MATLAB keeps every number and every list as an array of two axes
  return axes.length === 2 && axes.every((side) => side >= limits.frame_side_px.min);
}

function withoutUnitAxes(shape: readonly number[]): number[] {
  const axes = [...shape];
  while (axes.length > 2 && axes[0] === 1) axes.shift();
  while (axes.length > 2 && axes.at(-1) === 1) axes.pop();
  return axes;
}

function notOneFrame(shape: readonly number[], what: string): Error {
  const found = shape.length === 0 ? 'a single number' : `of shape (${shape.join(', ')})`;
  return unsupported(
    `${what} is ${found}. One frame is read: save a two-dimensional array of rows and columns.`,
  );
}

/** Column-major to row-major samples, in blocks so that both sides stay within the processor's cache. */
export function transposed<T extends Uint8Array | Uint16Array | Int32Array | Float32Array | Float64Array>(
  columns: T,
  width: number,
  height: number,
): T {
  const rows = columns.slice();
  const block = 32;
  for (let top = 0; top < height; top += block) {
    for (let left = 0; left < width; left += block) {
      for (let y = top; y < Math.min(top + block, height); y++) {
        for (let x = left; x < Math.min(left + block, width); x++)
          rows[y * width + x] = columns[x * height + y]!;
      }
    }
  }
  return rows as T;
}
