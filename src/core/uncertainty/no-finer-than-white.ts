import type { Frequency } from '../field/frequency.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { BlockVariance } from './scatter-components.ts';

/** Standard error of a variance, relative, from the median of n squares of normal deviates: this over √n. */
const MEDIAN_ERROR = 2.3;
/** Points along a filter's radius at which white noise is taken through means over blocks. */
const POINTS = 24;

/**
 * Stray light fills the filter as white noise does or favours what is coarse. What the finer blocks have more than white noise
 * of the coarser ones would is ringing of the sample's edges at the filter's rim: a part of the sample.
 * @param blocks from fine to coarse, the last of them known from `count` means
 */
export function noFinerThanWhite(
  kernels: Kernels,
  blocks: readonly BlockVariance[],
  rim: Frequency,
  count: number,
): BlockVariance[] {
  let most = Infinity;
  return blocks
    .map(({ side, variance }, k) => {
      const error = k === blocks.length - 1 ? MEDIAN_ERROR / Math.sqrt(count) : 0;
      return { side, variance, error, kept: whiteKept(kernels, side, rim) };
    })
    .reverse()
    .map(({ side, variance, error, kept }) => {
      const capped = Math.min(variance, kept * most);
      most = Math.min(most, ((1 + error) * variance) / kept);
      return { side, variance: capped };
    })
    .reverse();
}

/** Share of the variance of white noise within a filter that its means over blocks of side × side keep. */
function whiteKept(kernels: Kernels, side: number, rim: Frequency): number {
  const alongX = Float64Array.from({ length: POINTS }, (_, k) =>
    meanGain(kernels, side, (rim.x * (k + 0.5)) / POINTS),
  );
  const alongY = Float64Array.from({ length: POINTS }, (_, k) =>
    meanGain(kernels, side, (rim.y * (k + 0.5)) / POINTS),
  );
  let [sum, count] = [0, 0];
  for (let j = 0; j < POINTS; j++)
    for (let i = 0; i < POINTS; i++) {
      if ((i + 0.5) * (i + 0.5) + (j + 0.5) * (j + 0.5) > POINTS * POINTS) continue;
      sum += alongX[i]! * alongY[j]!;
      count++;
    }
  return sum / count;
}

/** What of the power at a frequency (cycles per sample) the mean of `side` samples keeps. */
function meanGain({ wasm }: Kernels, side: number, frequency: number): number {
  const half = Math.PI * frequency;
  const gain = wasm.sin(side * half) / (side * wasm.sin(half));
  return gain * gain;
}
