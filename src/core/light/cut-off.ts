import type { CameraImage } from '../field/camera.ts';
import type { Kernels } from '../kernel/kernels.ts';

/**
 * Mean rank among all counts, from 0 to 1, that the pixels around a place at the camera's largest value have at least where
 * light was cut off there: halfway between any pixels and the brightest. Of twelve pixels around a drawn spot the mean lies
 * within ½ ± 0.08.
 */
const BRIGHT = 0.75;

/**
 * Which of the pixels at the camera's largest value hold light that is brighter. Light that was cut off is bright around as well;
 * around what was drawn in, and around broken pixels, is any light.
 * @param full places of the pixels at the largest value, in an array of `pitch` floats a row
 * @returns those of them that hang together and are light
 */
export function cutOffAmong(
  kernels: Kernels,
  { plane }: Pick<CameraImage, 'plane'>,
  full: readonly number[],
  pitch: number,
): number[] {
  if (full.length === 0) return [];
  const { rows, cols } = plane;
  const counts = kernels.floats(plane.ptr, rows * plane.pitch);
  const isFull = new Uint8Array(rows * pitch);
  for (const at of full) isFull[at] = 1;
  const rank = ranks(counts, plane);
  const left = new Set(full);
  const light: number[] = [];
  for (const first of full) {
    if (!left.delete(first)) continue;
    const spot = [first];
    let [sum, beside] = [0, 0];
    for (let k = 0; k < spot.length; k += 1) {
      const [y, x] = [Math.floor(spot[k]! / pitch), spot[k]! % pitch];
      for (let j = Math.max(0, y - 1); j <= Math.min(rows - 1, y + 1); j += 1)
        for (let i = Math.max(0, x - 1); i <= Math.min(cols - 1, x + 1); i += 1) {
          const other = j * pitch + i;
          if (left.delete(other)) spot.push(other);
          else if (!isFull[other]) {
            sum += rank(counts[j * plane.pitch + i]!);
            beside += 1;
          }
        }
    }
    if (sum >= BRIGHT * beside && beside > 0) light.push(...spot);
  }
  return light;
}

/** The share of all counts that lie below one. */
function ranks(counts: Float32Array, { rows, cols, pitch }: CameraImage['plane']): (count: number) => number {
  const sorted = new Float32Array(rows * cols);
  for (let y = 0; y < rows; y += 1) sorted.set(counts.subarray(y * pitch, y * pitch + cols), y * cols);
  sorted.sort();
  return (count) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! < count) low = middle + 1;
      else high = middle;
    }
    return low / sorted.length;
  };
}
