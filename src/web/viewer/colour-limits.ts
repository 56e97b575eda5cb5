import type { Limits } from '../../formats/preview/robust-limits.ts';

const UNCERTAIN = ['phase_uncertainty', 'phase_noise', 'temporal_std'];
/** Of the usual uncertainty: places that are worse by far, as faded edges and unknown turns, would leave all else black. */
const MOST_TIMES = 10;

/** What the colours of a map of uncertainties span; of other maps the limits themselves. */
export function colourLimits(key: string, { min, max }: Limits, median: number): Limits {
  if (!UNCERTAIN.includes(key) || !(median > min)) return { min, max };
  return { min, max: Math.min(max, MOST_TIMES * median) };
}
