import type { Reconstruction } from '../../src/core/reconstruction/reconstruction.ts';
import { overRegion } from '../../src/core/uncertainty/mean-variance.ts';
import type { Rectangle } from './sample-free.ts';

/** rad², what a result states for the mean phase of a rectangle, as the page and the Python client state it. */
export function regionVariance(found: Reconstruction, [left, top, width, height]: Rectangle): number {
  const { rows, cols, pixel_size_um: pixel, uncertainty, phase_uncertainty: sigma } = found;
  const over = overRegion(uncertainty)!;
  const kept = over.kept(width * pixel.x * height * pixel.y);
  let sum = 0;
  for (let j = top; j < top + height; j += 1)
    for (let i = left; i < left + width; i += 1) {
      const lasts = over.lasts((j + 0.5) / rows, (i + 0.5) / cols);
      sum += sigma.data[j * cols + i]! ** 2 * (lasts + kept * (1 - lasts));
    }
  return sum / (width * height);
}

/**
 * |difference of two regions' mean errors| over what is stated for it, of neighbours in a list of squares without pixels that are not
 * known.
 * @param between a number between two, by chance: where the squares lie, 5 % of the frame left out at each side
 */
export function differencesOfRegions(
  found: Reconstruction,
  error: Float32Array,
  known: (at: number) => boolean,
  { side, count }: { readonly side: number; readonly count: number },
  between: (from: number, to: number) => number,
): number[] {
  const { rows, cols } = found;
  const means: { readonly mean: number; readonly variance: number }[] = [];
  for (let k = 0; k < count; k += 1) {
    const place = (pixels: number) => Math.floor(between(0.05 * pixels, 0.95 * pixels - side));
    const [top, left] = [place(rows), place(cols)];
    let [sum, whole] = [0, true];
    for (let j = top; j < top + side; j += 1)
      for (let i = left; i < left + side; i += 1) {
        sum += error[j * cols + i]!;
        whole &&= known(j * cols + i);
      }
    if (whole)
      means.push({ mean: sum / side ** 2, variance: regionVariance(found, [left, top, side, side]) });
  }
  return means
    .slice(1)
    .map(
      ({ mean, variance }, k) => Math.abs(mean - means[k]!.mean) / Math.sqrt(variance + means[k]!.variance),
    );
}
