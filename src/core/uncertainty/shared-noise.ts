import { demodulate, nativeGrid } from '../demodulate/demodulate.ts';
import type { CameraImage } from '../field/camera.ts';
import type { Frequency } from '../field/frequency.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { partOf } from '../kernel/plane.ts';

/** px along the part of large frames that is looked at: a few thousand numbers are enough. */
const MOST_SIDE = 640;

/**
 * How the noise of two frames hangs together, pixel by pixel: 1 for a fixed pattern alone, as of unequal pixels, 0 for noise that
 * each has for itself. Both are looked at where the spectrum is empty.
 * @param at cycles/px, and the radius of the disc there
 * @param proven standard errors below which it is 0
 */
export function sharedNoise(
  kernels: Kernels,
  frames: readonly [CameraImage, CameraImage],
  at: Frequency,
  radius: number,
  proven: number,
): number {
  using scratch = kernels.scope();
  const [rows, cols] = [frames[0].plane.rows, frames[0].plane.cols].map((n) => Math.min(n, MOST_SIDE)) as [
    number,
    number,
  ];
  const from = { row: (frames[0].plane.rows - rows) >> 1, col: (frames[0].plane.cols - cols) >> 1 };
  const taper = Math.floor(Math.min(rows, cols) / 2);
  const filter = { passRadius: 0.85 * radius, stopRadius: radius, taper };
  const grid = nativeGrid(rows, cols, radius);
  const [own, other] = frames.map(({ plane, mean }) => {
    const image = { plane: partOf(plane, from, rows, cols), mean };
    return demodulate(kernels, scratch, image, at, filter, grid).plane;
  }) as [ReturnType<typeof demodulate>['plane'], ReturnType<typeof demodulate>['plane']];
  const [a, b] = [own, other].map((plane) => kernels.floats(plane.ptr, floatsIn(plane))) as [
    Float32Array,
    Float32Array,
  ];
  const pitch = floatsPerRow(own);
  let [across, first, second] = [0, 0, 0];
  for (let y = 0; y < own.rows; y++)
    for (let x = 0; x < own.cols; x++) {
      const k = y * pitch + inRow(x);
      const [ar, ai, br, bi] = [a[k]!, a[k + TO_IMAGINARY]!, b[k]!, b[k + TO_IMAGINARY]!];
      across += ar * br + ai * bi;
      first += ar * ar + ai * ai;
      second += br * br + bi * bi;
    }
  const correlation = across / Math.sqrt(first * second + 1e-300);
  // complex numbers in the disc; the fade leaves a quarter of the frame
  const numbers = (Math.PI * radius * radius * rows * cols) / 4;
  return correlation > proven / Math.sqrt(2 * numbers) ? Math.min(1, correlation) : 0;
}
