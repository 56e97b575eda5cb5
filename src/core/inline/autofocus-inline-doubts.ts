import type { Followed } from './autofocus-inline-follow.ts';
import type { SearchRange } from './autofocus-inline-range.ts';
import type { ContrastSpectrum } from './autofocus-inline-spectrum.ts';

/** Extrema shallower than this may be chance. */
const LEAST_STRENGTH = 0.1;
/** A rival this strong, relative to the best, could as well be the focus. */
const RIVAL = 0.75;
/** Less signal than this share of the frame's power is no hologram to focus. */
const LEAST_SIGNAL = 0.005;

/** Reasons to look at a focus before believing it. */
export function focusDoubts(
  contrast: ContrastSpectrum,
  range: SearchRange,
  main: Followed,
  rivals: readonly Followed[],
  local: readonly Followed[],
): string[] {
  const doubts: string[] = [];
  const mm = (z: number) => `${((range.sign * z) / 1000).toFixed(4)} mm`;
  if (contrast.signalShare < LEAST_SIGNAL) {
    doubts.push('the hologram holds hardly anything but noise: there is nothing to focus on');
  } else if (main.strength < LEAST_STRENGTH) {
    doubts.push('no distance stands out: the focus metrics hardly change, or do not agree');
  }
  const half = 0.5 * main.depthOfField;
  if (range.to - range.from > main.depthOfField && (main.z < range.from + half || main.z > range.to - half)) {
    doubts.push('the focus lies at an end of the search range or beyond it: widen the range');
  }
  if (main.depthOfField > main.z) {
    doubts.push('the depth of field is larger than the distance: the hologram hardly depends on it');
  }
  if (range.bothSides) {
    doubts.push(
      'an in-line hologram does not tell whether the sample lies before or behind the sensor plane',
    );
  }
  for (const rival of rivals) {
    if (rival.strength < RIVAL * main.strength) continue;
    if (local.some((one) => Math.abs(one.z - rival.z) < one.depthOfField)) continue;
    const share = Math.round((100 * rival.strength) / main.strength);
    doubts.push(`another distance, ${mm(rival.z)}, is nearly as likely (${share} % as strong)`);
  }
  return doubts;
}
