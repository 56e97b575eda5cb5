import { lowPass } from '../../demodulate/low-pass.ts';
import type { NativeField } from '../../demodulate/demodulate.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import type { SmoothBackground } from '../../phase/background.ts';
import { legendreTerms } from '../../phase/legendre.ts';
import type { SmoothPhase } from '../../phase/smooth-phase.ts';
import { steepestSlope } from '../../phase/smooth-series.ts';
import { ringStep } from '../../sideband/bandwidth.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import type { TakenBackground } from '../flatten/flatten.ts';
import { findRim, holdsWhole } from './find-rim.ts';
import type { RimSettings } from './pupil-settings.ts';

/** A field less its smooth background, and the filter it went through. */
export interface FlatField {
  readonly field: NativeField;
  readonly sideband: Sideband;
  readonly taken: TakenBackground;
  /** the surface that the carrier was bent by; null: it was straight */
  readonly bentBy: SmoothPhase | null;
  /** whether a lens's rim was seen to end it; absent: it was not */
  readonly endsSharply?: boolean;
}

/**
 * The field of a carrier that a surface bends, less that surface, its background taken out again; what was taken in all.
 */
export type DemodulateBent = (surface: SmoothPhase) => Pick<FlatField, 'field' | 'taken'>;

/**
 * Filters a field again whose smooth phase was taken out. A curved reference widens the sideband, as the carrier runs with
 * it: without that curvature what the optics passed lies within one circle, the pupil, whose rim shows in the field's own
 * spectrum. Where the first filter, around a carrier that is straight, has cut into it, the frame is demodulated again with the
 * carrier bent.
 * @param wide changed: scratch, unless it is what comes back
 * @param surface the reference's own phase, as far as it is known
 * @returns `wide` itself where no rim shows and the filter does not hold the whole sideband
 */
export function toPupil(
  kernels: Kernels,
  scope: Scope,
  wide: FlatField,
  surface: SmoothPhase | null,
  demodulateBent: DemodulateBent,
  frame: { readonly rows: number; readonly cols: number },
  { settings, sameGrid }: { readonly settings: RimSettings; readonly sameGrid: boolean },
): FlatField {
  const { sideband, taken } = wide;
  if (!taken.fit) return wide;
  const { passRadius } = sideband;
  const rimOf = ({ field, taken: { outside } }: Pick<FlatField, 'field' | 'taken'>) =>
    findRim(kernels, field, sideband, outside, settings);
  const { measuredRadius } = sideband;
  const within = ringStep(frame);
  const isWhole = holdsWhole(sideband, settings.extent);
  // the fall that shows within a sideband cut short may be the autocorrelation term's, unless it lies where the cut does
  const reaches = isWhole || passRadius >= measuredRadius - within;
  const fall = reaches ? rimOf(wide) : null;
  // a straight carrier's sideband ended where no more was heard: what fades within it is of the sample
  const straight = fall?.isSharp && (isWhole || fall.radius >= passRadius - within) ? fall.radius : null;
  const sweep = surface ? steepestSlope(surface, wide.field) : 0;
  let found = straight === null ? null : { of: wide, rim: straight, isSharp: true };
  if (
    surface &&
    sweep > Math.max(passRadius - (straight ?? passRadius), settings.pupil.leastSweep * passRadius)
  ) {
    const bent = demodulateBent(surface);
    const its = bent.taken.fit && rimOf(bent);
    // the curvature widened it by no more than it sweeps
    const rim = its && (its.isSharp ? its.radius : Math.max(its.radius, passRadius - sweep));
    // a pupil that stays where it is while the carrier moves looks larger by as much
    const moves = rim !== null && rim < (straight ?? passRadius) + sweep / 2;
    // and where the filter was cut short, the curvature has to explain how wide the sideband was
    if (moves && (isWhole || rim + sweep >= measuredRadius))
      found = { of: { ...wide, ...bent, bentBy: surface }, rim, isSharp: its!.isSharp };
  }
  if (!found && !isWhole) return wide;
  const { of, rim, isSharp } = found ?? { of: wide, rim: passRadius, isSharp: false };
  const filter = { passRadius: rim, stopRadius: rim * (1 + settings.pupil.edge) };
  const field = lowPass(kernels, scope, of.field, frame, filter, of.taken.outside, sameGrid);
  const measured = {
    measuredRadius: found ? rim : sideband.measuredRadius,
    outwardRadius: rim,
  };
  return { ...of, field, sideband: { ...sideband, ...filter, ...measured }, endsSharply: isSharp };
}

/**
 * The background of a field that was fitted again after a first surface was taken out of it: both together. What else the first may have
 * been is no less in doubt than it was, for the second finds next to nothing left.
 */
export function withFirst(
  first: Pick<SmoothBackground, 'degree' | 'phase' | 'others'>,
  again: SmoothBackground,
): SmoothBackground {
  const left = { degree: again.degree, coefficients: again.phase };
  const { degree, coefficients: phase } = plus({ degree: first.degree, coefficients: first.phase }, left);
  return {
    ...again,
    degree,
    phase,
    others: first.others.map((other) => ({ ...other, ...plus(other, left) })),
  };
}

/** The sum of two surfaces. */
function plus(one: SmoothPhase, other: SmoothPhase): SmoothPhase {
  const degree = Math.max(one.degree, other.degree);
  const sum = legendreTerms(degree).map((_, k) => (one.coefficients[k] ?? 0) + (other.coefficients[k] ?? 0));
  return { degree, coefficients: Float64Array.from(sum) };
}
