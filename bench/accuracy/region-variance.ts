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
