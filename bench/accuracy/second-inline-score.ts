import type { Reconstruction } from '../../src/core/reconstruction/reconstruction.ts';

/** The phase as it comes out, nothing taken off, against the truth, where σ says that it is known; sides of the frame that were left out count as not known. */
export interface InlineScore {
  /** root mean square, rad */
  readonly error: number;
  /** root mean square of error over σ, over all, and where the sample is */
  readonly ratio: number;
  readonly inside: number;
  readonly beside: number;
  readonly withinTwo: number;
  readonly sigma: number;
  /** share of the frame whose σ is above a radian */
  readonly unknown: number;
  /** share of the pixels that are off by more than a quarter of a radian and five σ */
  readonly silent: number;
}

const BORDER = 0.05;
/** Below this amplitude a phase means little. */
const LEAST_AMPLITUDE = 0.3;
const KNOWN = 1;

export function scoreInline(
  { phase_wrapped, phase_uncertainty, crop_px: crop }: Reconstruction,
  truth: Float64Array,
  { width: cols, height: rows }: { readonly width: number; readonly height: number },
): InlineScore {
  const sums = { error: 0, all: 0, inside: 0, beside: 0, two: 0, sigma: 0, silent: 0 };
  const counts = { known: 0, inside: 0, beside: 0, unknown: 0 };
  for (let y = Math.ceil(BORDER * rows); y < rows - BORDER * rows; y += 1) {
    for (let x = Math.ceil(BORDER * cols); x < cols - BORDER * cols; x += 1) {
      const [re, im] = [truth[2 * (y * cols + x)]!, truth[2 * (y * cols + x) + 1]!];
      if (Math.hypot(re, im) < LEAST_AMPLITUDE) continue;
      const isLeftOut = x < crop.x || y < crop.y || x >= crop.x + crop.width || y >= crop.y + crop.height;
      const at = (y - crop.y) * crop.width + x - crop.x;
      const sigma = isLeftOut ? Infinity : phase_uncertainty.data[at]!;
      if (!(sigma < KNOWN)) {
        counts.unknown += 1;
        continue;
      }
      const difference = phase_wrapped.data[at]! - Math.atan2(im, re);
      const error = difference - 2 * Math.PI * Math.round(difference / (2 * Math.PI));
      const over = error / sigma;
      const part = Math.hypot(re - 1, im) > 0.1 ? 'inside' : 'beside';
      sums.error += error * error;
      sums.sigma += sigma * sigma;
      sums.all += over * over;
      sums[part] += over * over;
      counts[part] += 1;
      counts.known += 1;
      if (Math.abs(over) < 2) sums.two += 1;
      if (Math.abs(over) > 5 && Math.abs(error) > 0.25) sums.silent += 1;
    }
  }
  const root = (sum: number, count: number) => Math.sqrt(sum / count);
  const { known, unknown } = counts;
  return {
    error: root(sums.error, known),
    ratio: root(sums.all, known),
    inside: root(sums.inside, counts.inside),
    beside: root(sums.beside, counts.beside),
    withinTwo: sums.two / known,
    sigma: root(sums.sigma, known),
    unknown: unknown / (known + unknown),
    silent: sums.silent / known,
  };
}
