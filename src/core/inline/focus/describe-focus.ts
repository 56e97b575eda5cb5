import type { FocusCurve } from '../../reconstruction/reconstruction.ts';
import type { ContrastSpectrum } from '../optics/contrast-spectrum.ts';
import type { RegionCurves } from './metrics/foci.ts';
import type { Followed } from './metrics/follow-candidate.ts';
import type { SearchRange } from './metrics/search-range.ts';
import type { Finalist } from './model/choose-by-model.ts';
import type { FocusSettings } from './focus-settings.ts';
import type { FurtherPlane, Settled } from './planes.ts';
import { isAsSharp, mostMore } from './undecided.ts';

/**
 * Reasons to look at a focus before believing it.
 * @param beyond whether a distance beyond the range stands out far more
 */
export function focusDoubts(
  contrast: ContrastSpectrum,
  range: SearchRange,
  main: Settled,
  rivals: readonly Finalist[],
  local: readonly FurtherPlane[],
  beyond: boolean,
  settings: FocusSettings,
): string[] {
  const doubts: string[] = [];
  const mm = (z: number) => `${((range.sign * z) / 1000).toFixed(4)} mm`;
  if (contrast.signalShare < settings.doubts.leastSignal) {
    doubts.push('the hologram holds hardly anything but noise: there is nothing to focus on');
  } else if (!main.certain) {
    doubts.push(
      'no distance stands out: the focus metrics and phase retrieval hardly change, or do not agree',
    );
  } else if (main.byParts) {
    doubts.push(
      'no distance stands out in the frame as a whole, but parts of it, each alone, agree on this one',
    );
  }
  const half = 0.5 * main.depthOfField;
  const atEnd = main.z < range.from + half || main.z > range.to - half;
  if (beyond || (range.to - range.from > main.depthOfField && atEnd)) {
    doubts.push('the focus lies at an end of the search range or beyond it: widen the range');
  }
  if (main.depthOfField > main.z / 2) {
    doubts.push('the depth of field is more than half of the distance: the hologram hardly depends on it');
  }
  if (range.bothSides) {
    doubts.push(
      'an in-line hologram does not tell whether the sample lies before or behind the sensor plane',
    );
  }
  for (const { candidate, relativeCost } of rivalsOf(main, rivals, local, settings)) {
    const more = (100 * (relativeCost - 1)).toFixed(1);
    doubts.push(
      `another distance, ${mm(candidate.z)}, explains the hologram nearly as well (${more} % worse)`,
    );
  }
  for (const { z } of local.filter((one) => !one.certain))
    doubts.push(`parts of the frame may be in focus at ${mm(z)}: only some of the evidence is for it`);
  return doubts;
}

/** Those that could as well be the focus. */
export function rivalsOf(
  main: Settled,
  rivals: readonly Finalist[],
  local: readonly Followed[],
  settings: FocusSettings,
): readonly Finalist[] {
  if (main.byRings) return [];
  return rivals.filter((rival) => {
    const { candidate, relativeCost } = rival;
    if (relativeCost > 1 + mostMore(main, rival, settings)) return false;
    if (main.byMetrics && !isAsSharp(main, rival, settings)) return false;
    return local.every((one) => Math.abs(one.z - candidate.z) >= one.depthOfField);
  });
}

/** The metrics of the first sweep and of the neighbourhood of the focus, for the report. */
export function focusCurves(sweep: RegionCurves, main: Followed, range: SearchRange): FocusCurve[] {
  const { kind } = main;
  const curve = (metric: string, extremum: 'min' | 'max', from: RegionCurves, value: readonly number[]) =>
    focusCurve(metric, extremum, from.z, value, range.sign, main.z);
  return [
    curve('edge density of the object, were it phase only', 'min', sweep, sweep.phase),
    curve('edge density of the object, were it absorbing only', 'min', sweep, sweep.absorbing),
    curve(
      'share of the edges seen in the amplitude',
      kind === 'phase' ? 'min' : 'max',
      sweep,
      sweep.amplitudeShare,
    ),
    curve('edge density near the focus', 'min', main.near, main.near[kind]),
    curve('peakedness of the edges near the focus', 'max', main.near, main.near.peakedness),
  ];
}

/** `best_z_mm`: the metric's own extremum, of those inside the curve the one nearest the focus found; else the end. */
function focusCurve(
  metric: string,
  extremum: 'min' | 'max',
  z: readonly number[],
  value: readonly number[],
  sign: number,
  focus: number,
): FocusCurve {
  const towards = extremum === 'min' ? 1 : -1;
  const at = (k: number) => towards * (value[k] ?? Infinity);
  const extrema = z
    .map((_, k) => k)
    .filter((k) => k > 0 && k < z.length - 1 && at(k) <= at(k - 1) && at(k) < at(k + 1));
  const ends = [0, z.length - 1];
  const nearest = (extrema.length > 0 ? extrema : ends).reduce((a, b) =>
    Math.abs(z[b]! - focus) < Math.abs(z[a]! - focus) ? b : a,
  );
  const order = z.map((_, k) => k).sort((a, b) => sign * (z[a]! - z[b]!));
  return {
    metric,
    extremum,
    z_mm: order.map((k) => (sign * z[k]!) / 1000),
    value: order.map((k) => value[k]!),
    best_z_mm: (sign * z[nearest]!) / 1000,
  };
}
