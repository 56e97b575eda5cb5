import type { CameraImage } from '../field/camera.ts';
import type { Quantisation } from '../field/frame.ts';
import { selectInPlace } from '../fit/median.ts';
import { normalBound } from '../fit/normal-bound.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { blockCoefficients } from '../spectrum/block-coefficients.ts';

/** Noise of a frame out of a file with losses, (counts)². */
export interface LossyNoise {
  /** of the frame before it was compressed; an upper bound where the file does not tell any more */
  readonly before: number;
  /** what rounding added to it */
  readonly rounding: number;
}

/** A sample rounded to whole counts has at least this much, (counts)². */
const ROUNDING = 1 / 12;

/**
 * A file with losses keeps of each cosine of its blocks a multiple of a step q. How often that is 0 tells how large the
 * coefficients were, if normally distributed; the calmest hold nothing but noise, and one that is 0 in every block was
 * smaller than its step allows. A coefficient that is kept is off by up to q/2 to either side, q²/12; with one that is not,
 * noise is gone as well, which is not counted as a gain.
 * @returns null for frames without a whole block
 */
export function lossyNoise(
  kernels: Kernels,
  image: Pick<CameraImage, 'plane' | 'crop'>,
  { side, steps }: Quantisation,
): LossyNoise | null {
  const coefficients = blockCoefficients(kernels, image, side);
  const count = coefficients[0]!.length;
  if (count === 0) return null;
  const told: number[] = [];
  let bound = Infinity;
  let rounding = 0;
  coefficients.forEach((values, k) => {
    const multiples = values.map((c) => Math.round(Math.abs(c) / steps[k]!));
    const share = (above: number) => multiples.filter((m) => m > above).length / count;
    rounding += (share(0) * steps[k]! * steps[k]!) / 12;
    // the mean of a block is light
    if (k === 0) return;
    const middle = share(0) > 0.5 ? selectInPlace(multiples.slice(), count >> 1) : 0;
    const sigma = ((middle + 0.5) * steps[k]!) / normalBound(kernels, Math.max(share(middle), 0.5 / count));
    if (share(0) > 0) told.push(sigma * sigma);
    else bound = Math.min(bound, sigma * sigma);
  });
  const calm = told.length > 0 ? selectInPlace(Float64Array.from(told), told.length >> 2) : Infinity;
  return { before: Math.max(ROUNDING, Math.min(calm, bound)), rounding: rounding / (side * side) };
}
