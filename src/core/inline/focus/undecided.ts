import type { FocusDoubtSettings, FocusSettings } from './focus-settings.ts';
import type { SearchRange } from './metrics/search-range.ts';
import type { Finalist } from './model/choose-by-model.ts';
import type { Settled } from './planes.ts';

/**
 * Standard deviation (µm) about the distance that is stated, of all that the hologram leaves open: that distance with its
 * own uncertainty, what explains the hologram nearly as well, and where nothing tells, any distance of the range alike.
 */
export function spreadOf(
  main: Settled,
  first: Finalist,
  rivals: readonly Finalist[],
  range: SearchRange,
  settings: FocusSettings,
): number {
  if (main.byRings) return main.uncertainty;
  const square = (of: number) => of * of;
  const length = range.to - range.from;
  const ofRange = square(length) / 12 + square(main.z - range.from - length / 2);
  const { others, anywhere } = main.undecided ?? {
    others: rivals.map((one) => ({
      z: one.candidate.z,
      weight: rivalWeight(main, one, settings.doubts),
    })),
    anywhere: 0,
  };
  if (anywhere === Infinity) return Math.sqrt(ofRange);
  const flat = main.certain || main.undecided ? 0 : flatness(first, settings);
  const own = Math.max(square(main.uncertainty), Math.min(square(flat), ofRange));
  const inRange = others.filter(({ z }) => z >= range.from && z <= range.to);
  const apart = inRange.reduce((sum, { z, weight }) => sum + weight * square(z - main.z), 0);
  const weights = inRange.reduce((sum, { weight }) => sum + weight, 1 + anywhere);
  return Math.sqrt((own + apart + anywhere * ofRange) / weights);
}

/** Whether the metrics show a rival about as well as the distance that is stated. */
export function isAsSharp(
  { strength }: Settled,
  { candidate }: Finalist,
  { rivalStrength }: FocusDoubtSettings,
): boolean {
  return candidate.strength > rivalStrength * strength && strength > 0;
}

/** Up to how much more than the cheapest a rival may cost, as a share. */
export function mostMore(main: Settled, rival: Finalist, settings: FocusDoubtSettings): number {
  return isAsSharp(main, rival, settings) ? settings.asGoodIfSharp : settings.asGood;
}

/** 1 for a rival that costs no more than the cheapest, falling to 0 where it is none any more. */
function rivalWeight(main: Settled, rival: Finalist, settings: FocusDoubtSettings): number {
  return Math.max(0, 1 - (rival.relativeCost - 1) / mostMore(main, rival, settings));
}

/**
 * Standard deviation (µm) of a distance that may lie anywhere where the cost has not yet risen by as much as costs must
 * differ to tell two distances apart.
 */
function flatness({ candidate, depth, inside, rise }: Finalist, { doubts, model }: FocusSettings): number {
  if (!inside || !(rise > 0)) return Infinity;
  const step = Math.min(model.walk.second.step * depth, model.walk.longestStep * candidate.z);
  return step * Math.sqrt(doubts.asGood / rise / 3);
}
