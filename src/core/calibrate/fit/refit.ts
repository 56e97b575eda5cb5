import type { Measured } from '../../rig/calibration.ts';
import { changed } from '../model/state.ts';
import { extended, type RefitLimits } from './extended.ts';
import { passedRadius } from './pupil.ts';
import type { FinalFit } from './final-fit.ts';
import { middleOf } from './fit-scene.ts';
import type { RefitSettings } from './fit-settings.ts';
import {
  refitted,
  ridged,
  solved,
  unit,
  type Disturbance,
  type Group,
  type KnownDisturbance,
  type Refitted,
} from './linear-refit.ts';
import type { Normal, Scattered } from './normal-equations.ts';
import { disagreementOf, splitsOf, type Split } from './splits.ts';
import { unseenLens } from './unseen-lens.ts';

/** What a fit comes to with everything in it that it took for perfect. */
export interface Refit extends Refitted {
  /** by which each unknown would move beyond that with a lens that the frame does not ask for */
  readonly unasked: Float64Array;
  /** what parts of the frame tell apart from each other */
  readonly splits: readonly Split[];
  /**
   * one σ of what the lens's astigmatism adds to zeta along one axis and takes from it along the other, and the same of
   * both diagonals: what was found of it, and what remains unknown
   */
  readonly astigmatism: readonly [axes: number, diagonals: number];
  /**
   * Off-axis: how the frame's parts scatter about it. A lens's aberrations are the same in all of them, and stand in the
   * residuals of a fit that takes it for perfect. In-line an intensity hardly tells them, and the scatter stays the fit's own.
   */
  readonly scattered: Scattered;
  /** one σ of zeta: what a lens adds of which no frame shows more than the inner part */
  readonly unseen: number;
  /**
   * one σ of how light may bend where it meets a lens, before the frame, as where the disc lies has it: by so much its frequency
   * changes from one camera pixel to the next, cycles per pixel
   */
  readonly bend: number;
  /** the same of light that comes through the rim of the disc at half the frame's longer side: more bends only a reference */
  readonly mostBend: number;
  /**
   * Always looked for, and not among the disturbances: of curved light a lens makes the same, and what is not there would
   * take knowledge of the scale away. Null: there is no lens.
   */
  readonly distortion: Distorted | null;
  /**
   * Looked for in the same way: the share by which pixels are wider than high as light diffracts, beyond what they are as a part is seen. That is the
   * part's own, whose lengths along its axes differ from what is drawn. In-line: off-axis it looks like an astigmatism. Null: the target tells none, or the frame does not.
   */
  readonly oblong: Measured | null;
}

export interface Distorted extends KnownDisturbance {
  /** larger than noise would make it */
  readonly isThere: boolean;
  /** by which each unknown of the state would move with it */
  readonly shifts: Float64Array;
}

/**
 * Refits with more unknowns, as far as one step of Gauss and Newton goes: the fit is at its best already. Each of them is
 * as large as such things are unless the frame says otherwise; what it cannot tell of them stays so.
 */
export function refitOf(final: FinalFit, settings: RefitLimits, onStep: () => void = () => {}): Refit {
  const { normal, groups, base } = extended(final, settings, onStep);
  const { fit, measured } = final;
  const variance = fit.meanSquare / (measured.im === null ? 1 : 2);
  const white = variance * clustered(final, normal, base, variance);
  const rest = groups.filter(({ name }) => name !== 'distortion' && name !== 'oblong');
  const count = fit.unknowns.length;
  // halves that disagree say less of disturbances than their noise alone would let them
  const refitWith = (those: readonly Group[]) => {
    const splits = splitsOf(normal, base, those, white, count);
    const noise = white * Math.max(1, disagreementOf(splits, count));
    return { splits, noise, ...refitted(normal, base, those, noise, count) };
  };
  const { splits, noise, moves: withLens, disturbances, leftOf } = refitWith(rest);
  const moves =
    measured.im === null || asksForLens(rest, disturbances)
      ? withLens
      : refitted(
          normal,
          base,
          rest.filter(({ name }) => name !== 'lens'),
          noise,
          count,
        ).moves;
  const among = (name: Disturbance) => groups.filter((one) => one.name === name);
  const oblong = among('oblong');
  const solution = measured.im && ridged(normal, rest, noise, base);
  const own = {
    ...{ splits, moves, disturbances, leftOf },
    unasked: withLens.map((value, k) => value - moves[k]!),
    scattered: (solution && normal.after?.(solution, base)) || fit,
    astigmatism: astigmatismOf(final, disturbances, settings.refit),
    unseen: unseenLens(final, disturbances, settings),
    bend: settings.refit.offCentre * mostBend(final),
    mostBend: mostBend(final),
    oblong: oblong.length > 0 ? oblongIn(refitted(normal, base, [...rest, ...oblong], noise, count)) : null,
  };
  if (among('distortion').length === 0) return { ...own, distortion: null };
  const all = refitWith([...rest, ...among('distortion')]);
  const found = all.disturbances.find(({ name }) => name === 'distortion');
  if (!found) return { ...own, distortion: null };
  const isThere = isSeen(found, settings.final.worthATerm);
  const without = refitted(normal, base, rest, all.noise, count);
  const shifts = all.moves.map((value, k) => value - without.moves[k]!);
  return { ...own, distortion: { ...found, isThere, shifts } };
}

/**
 * What a lens does may be all but what a distance does: of a ruling's few orders the frame tells a thousandth of it apart, and there noise
 * and what is drawn to a thousandth stand in for a lens. It is taken out where the frame asks for it, and where the fit has it already.
 */
function asksForLens(groups: readonly Group[], disturbances: readonly KnownDisturbance[]): boolean {
  const found = disturbances.find(({ name }) => name === 'lens');
  const isIn = groups.some(({ name, already }) => name === 'lens' && already);
  // terms as large as what is left unknown of them, in the mean
  return !found || isIn || isSeen(found, 1);
}

function oblongIn({ disturbances }: Refitted): Measured | null {
  const found = disturbances.find(({ name }) => name === 'oblong');
  return found ? { value: found.terms[0]!, sigma: Math.sqrt(found.left[0]!) } : null;
}

/** A disc whose rim lies in the middle of the light at half the frame's longer side. */
function mostBend({ fit: { state }, measured }: FinalFit): number {
  const half = (Math.max(measured.rows, measured.cols) * measured.cell) / 2;
  return passedRadius(state, measured) / half;
}

/** √6 w (u² − v²), of w rad over the disc, along u as a distance: π λ zeta f². */
function astigmatismOf(
  { fit: { state }, subject, measured }: FinalFit,
  disturbances: readonly KnownDisturbance[],
  { lens }: RefitSettings,
): Refit['astigmatism'] {
  if (!subject.hasLens) return [0, 0];
  const radius = passedRadius(state, measured);
  const perRad = Math.sqrt(6) / (Math.PI * subject.medium_wavelength_um * radius * radius);
  const found = disturbances.find(({ name }) => name === 'lens');
  const size = (k: number) => {
    if (!found) return 2 * Math.PI * lens;
    const { terms, left } = found;
    return Math.sqrt(terms[k]! * terms[k]! + left[k * terms.length + k]!);
  };
  // the first two of a lens's terms
  return [perRad * size(0), perRad * size(1)];
}

/** Whether a disturbance's terms are larger than noise would make them. */
function isSeen({ terms, left }: KnownDisturbance, worthATerm: number): boolean {
  const size = terms.length;
  const sum = terms.reduce((total, value, k) => total + (value * value) / left[k * size + k]!, 0);
  return sum > worthATerm * size;
}

/** Where a refit ends. */
export function moved(final: FinalFit, { moves }: Refit): FinalFit {
  const { fit, measured } = final;
  return {
    ...final,
    fit: { ...fit, linear: null, state: changed(fit.state, fit.unknowns, moves, middleOf(measured)) },
  };
}

/** By how much neighbours' residuals go together: variances as the frame's parts scatter over those of white noise. */
function clustered({ fit }: FinalFit, normal: Normal, base: readonly number[], variance: number): number {
  const { covariance, count } = fit;
  if (!covariance) return 1;
  const ratios = fit.unknowns.map((_, k) => {
    const own = solved(normal, base, unit(base.length, k));
    return own ? covariance[k * count + k]! / (variance * own[k]!) : 1;
  });
  const sorted = ratios.filter((ratio) => Number.isFinite(ratio)).sort((a, b) => a - b);
  return Math.max(1, sorted[sorted.length >> 1] ?? 1);
}
