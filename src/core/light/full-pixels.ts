import type { CameraImage } from '../field/camera.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';

/** An amplitude that nothing was measured of: it is at least 0. A lower number v stands for one that is at least −1 − v. */
export const UNKNOWN = -1;
/** px, each way, that are full together in a spot */
const SPOT = 3;

/**
 * Places among an amplitude's floats of the pixels that the camera's range cut off: none where few sit at the largest
 * value, unless nine of them lie side by side as no noise leaves them: the spot that a cell gathers its light in is small,
 * and decides on the cell.
 */
export function fullPixels(
  kernels: Kernels,
  { plane, maximum, fractionAtMaximum }: Pick<CameraImage, 'plane' | 'maximum' | 'fractionAtMaximum'>,
  { pitch }: RealPlane,
  most: number,
): number[] {
  const { rows, cols } = plane;
  if (!(fractionAtMaximum > most) && Math.round(fractionAtMaximum * rows * cols) < SPOT * SPOT) return [];
  const counts = kernels.floats(plane.ptr, rows * plane.pitch);
  const isFull = (x: number, y: number) => counts[y * plane.pitch + x]! >= maximum;
  const full: number[] = [];
  let spots = 0;
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < cols; x += 1)
      if (isFull(x, y)) {
        full.push(y * pitch + x);
        if (x + SPOT <= cols && y + SPOT <= rows && isSpot(isFull, x, y)) spots += 1;
      }
  return fractionAtMaximum > most || spots > 0 ? full : [];
}

function isSpot(isFull: (x: number, y: number) => boolean, x: number, y: number): boolean {
  for (let j = 0; j < SPOT; j += 1) for (let i = 0; i < SPOT; i += 1) if (!isFull(x + i, y + j)) return false;
  return true;
}

/** Places among an amplitude's floats of pixels that nothing was measured of. */
export function unmeasured({
  full,
  unlit,
  empty,
}: Readonly<Record<'full' | 'unlit' | 'empty', readonly number[]>>): readonly number[] {
  return unlit.length + empty.length === 0 ? full : full.concat(unlit, empty);
}

/**
 * An amplitude without what was not measured of it; of light that the camera's range cut off it is known that it is as bright at least.
 * @param scope owns the other one, if there is one
 * @param cutOff those of the full pixels that are light, see {@link cutOffAmong}
 */
export function asMeasured(
  kernels: Kernels,
  scope: Scope,
  amplitude: RealPlane,
  { cutOff, ...pixels }: Readonly<Record<'full' | 'cutOff' | 'unlit' | 'empty', readonly number[]>>,
): RealPlane {
  const known = withoutPixels(kernels, scope, amplitude, unmeasured(pixels));
  const { pitch } = amplitude;
  const [from, to] = [amplitude, known].map((plane) => kernels.floats(plane.ptr, plane.rows * plane.pitch));
  for (const at of cutOff) to![Math.floor(at / pitch) * known.pitch + (at % pitch)] = UNKNOWN - from![at]!;
  return known;
}

/**
 * An amplitude without pixels of which nothing is known.
 * @param scope owns the other one, if there is one
 * @param full places among its floats
 * @param moved px, right and down, that its content was moved by since: pixels on either side of such a place are left out
 */
export function withoutPixels(
  kernels: Kernels,
  scope: Scope,
  amplitude: RealPlane,
  full: readonly number[],
  moved: { readonly x: number; readonly y: number } = { x: 0, y: 0 },
): RealPlane {
  if (full.length === 0) return amplitude;
  const { rows, cols, pitch } = amplitude;
  const kept = scope.real(rows, cols);
  const [from, to] = [amplitude, kept].map(({ ptr, pitch: by }) => kernels.floats(ptr, rows * by));
  for (let y = 0; y < rows; y += 1) to!.set(from!.subarray(y * pitch, y * pitch + cols), y * kept.pitch);
  const [left, right] = [Math.floor(moved.x), Math.ceil(moved.x)];
  const [up, down] = [Math.floor(moved.y), Math.ceil(moved.y)];
  for (const at of full) {
    const [x, y] = [at % pitch, Math.floor(at / pitch)];
    for (let j = Math.max(0, y + up); j <= Math.min(rows - 1, y + down); j += 1)
      for (let i = Math.max(0, x + left); i <= Math.min(cols - 1, x + right); i += 1)
        to![j * kept.pitch + i] = UNKNOWN;
  }
  return kept;
}
