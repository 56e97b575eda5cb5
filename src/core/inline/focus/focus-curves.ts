import type { FocusCurve } from '../../reconstruction/reconstruction.ts';
import type { Followed } from './metrics/follow-candidate.ts';
import type { SearchRange } from './metrics/search-range.ts';
import type { RegionCurves } from './metrics/foci.ts';

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
