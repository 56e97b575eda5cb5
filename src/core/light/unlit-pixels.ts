import { UNLIT } from '../field/recorded-part.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';

/** The mean of equal parts, in which each counts as much as its light: that of the lit ones, however few they are. */
export function meanOfLight(light: Float64Array): number {
  const [sum, squares] = light.reduce(([s, q], v) => [s + v, q + v * v], [0, 0]);
  return sum > 0 ? squares / sum : 0;
}

/** Counts below which a place is not lit (behind a stop, beside the end of a fibre) and nothing is measured, by the light of equal parts. */
export function leastLit(light: Float64Array): number {
  return UNLIT * meanOfLight(light);
}

/** Of the values of equal parts those whose light is enough: all, where all are lit. */
export function ofLit(values: Float64Array, light: Float64Array): Float64Array {
  const least = leastLit(light);
  return values.filter((_, t) => light[t]! >= least);
}

/** Gives an amplitude 1, as beside a sample, at the marked pixels, and returns their places among its floats. */
export function fillMarked(kernels: Kernels, marks: Uint8Array, amplitude: RealPlane): number[] {
  const { rows, cols, pitch } = amplitude;
  const values = kernels.floats(amplitude.ptr, rows * pitch);
  const unlit: number[] = [];
  for (let pixel = 0; pixel < marks.length; pixel += 1) {
    if (!marks[pixel]) continue;
    const at = Math.floor(pixel / cols) * pitch + (pixel % cols);
    unlit.push(at);
    values[at] = 1;
  }
  return unlit;
}

/**
 * Gives an amplitude 1, as beside a sample, where its background frame is not lit.
 * @param light of equal parts of the background frame: where all are lit nothing is looked for
 * @returns places among the amplitude's floats
 */
export function fillUnlit(
  kernels: Kernels,
  background: RealPlane,
  amplitude: RealPlane,
  light: Float64Array,
): number[] {
  const least = leastLit(light);
  if (light.every((value) => value >= least)) return [];
  const { rows, cols, pitch } = amplitude;
  const counts = kernels.floats(background.ptr, rows * background.pitch);
  const values = kernels.floats(amplitude.ptr, rows * pitch);
  const unlit: number[] = [];
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < cols; x += 1) {
      if (counts[y * background.pitch + x]! >= least) continue;
      unlit.push(y * pitch + x);
      values[y * pitch + x] = 1;
    }
  return unlit;
}
