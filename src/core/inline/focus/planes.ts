import type { Finalist } from './model/choose-by-model.ts';
import { BEST_SHARE, type Followed } from './metrics/follow-candidate.ts';
import type { LocalFocus } from './metrics/local-foci.ts';

/** The main focus, as the metrics and phase retrieval have it together. */
export interface Settled extends Followed {
  /** whether one of the two tells the distance clearly */
  readonly certain: boolean;
  /** whether the metrics do */
  readonly byMetrics: boolean;
  /** whether the rings of the spectrum do, which leaves no rival */
  readonly byRings?: boolean;
}

/** A cost that rises by this share over a third of the depth of field tells the distance. */
const CLEAR_RISE = 0.02;
/** With less, the metrics must have found the same, in depths of field. */
const SOME_RISE = 0.012;
const SAME = 0.1;
/** A grid that resolves less than this, in depths of field, leaves the last digits to the metrics. */
const COARSE = 1.7;
/** The metrics tell the distance where they are this strong, agree this well, and the object is this sharp. */
const STRONG = 0.1;
const AGREEING = 0.2;
const SHARP = 0.3;
/** They must mean the minimum of the cost, in depths of field of its grid. */
const SAME_MINIMUM = 0.75;
/** Phase objects of more rms contrast bias the metrics: then they must agree better, in depths of field. */
const WEAK = 0.04;
const SAME_STRONG = 0.25;
/** Where nothing is clear, metrics this strong are still the better guess. */
const BETTER_THAN_NOTHING = 0.05;
/** In depths of field, of a distance that is certain and of one that is not. */
const MOST_UNCERTAIN = 0.125;
export const UNCERTAIN = 0.5;

/**
 * The metrics take the object to be weak and sharp; phase retrieval does not, but on its grid it may resolve less. The
 * one that is clear has the last word.
 * @param contrast rms of the hologram's
 */
export function settle(found: Followed, first: Finalist, contrast: number): Settled {
  const { depthOfField, strength } = found;
  const chosen = first.candidate.z;
  const apart = Math.abs(found.z - chosen);
  const byModel = isModelClear(found, first);
  const strong = found.kind === 'phase' && contrast > WEAK;
  const near = strong ? SAME_STRONG * depthOfField : SAME_MINIMUM * first.depth;
  const byMetrics = areMetricsClear(found) && apart < near;
  const certain = byModel || byMetrics;
  const guess = !first.inside || strength > BETTER_THAN_NOTHING ? found.z : chosen;
  const uncertainty = certain
    ? Math.min(Math.max(BEST_SHARE * depthOfField, apart / 2), MOST_UNCERTAIN * depthOfField)
    : Math.max(UNCERTAIN * depthOfField, apart / 2);
  return { ...found, z: byModel ? chosen : byMetrics ? found.z : guess, uncertainty, certain, byMetrics };
}

function isModelClear(found: Followed, first: Finalist): boolean {
  const { depthOfField, strength } = found;
  if (!first.inside || !first.resolves || first.depth > COARSE * depthOfField) return false;
  const same = strength > STRONG && Math.abs(found.z - first.candidate.z) < SAME * depthOfField;
  return first.rise > (same ? SOME_RISE : CLEAR_RISE);
}

function areMetricsClear({ disagreement, depthOfField, strength, z }: Followed): boolean {
  const agree = disagreement !== null && disagreement < AGREEING * depthOfField;
  return agree && strength > STRONG && depthOfField < SHARP * z;
}

/** A plane of its own lies this many depths of field from the main one. */
const APART = 1.5;
/** Local foci with this share of the light leave the frame's own no part. */
const MOSTLY = 0.6;
/** A cost that rises by less than this over a third of the depth of field, of metrics no stronger than this, says nothing. */
const NO_RISE = 0.002;
const NO_STRENGTH = 0.03;

/** Whether neither phase retrieval nor the metrics of the whole frame prefer any distance. */
export function saysNothing({ rise, candidate }: Finalist): boolean {
  return rise < NO_RISE && candidate.strength < NO_STRENGTH;
}

/** Planes of a frame: the main one, and what else is in focus. */
export interface Planes {
  readonly main: Settled;
  readonly others: readonly Followed[];
}

/** Whether two foci are planes of their own. */
export function apartFrom(one: Followed, main: Followed): boolean {
  return Math.abs(one.z - main.z) > APART * Math.max(one.depthOfField, main.depthOfField);
}

/**
 * Local foci that, followed to the end, are still not the main one. Where nothing stands out for the frame as a whole
 * and parts that hold most of it are in focus elsewhere, it was a compromise between them: the largest takes its place.
 */
export function planesOf(whole: Settled, local: readonly Followed[]): Planes {
  const others = local.filter((one) => apartFrom(one, whole));
  const share = others.reduce((sum, one) => sum + one.share, 0);
  const [largest, ...rest] = others;
  if (whole.certain || !largest || share < MOSTLY) return { main: whole, others };
  return { main: { ...largest, certain: true, byMetrics: true }, others: rest };
}

/**
 * Where the whole frame says nothing, what most of its parts speak for is the best guess, and no more than that.
 * Following it to a finer resolution would add chance: there the metrics have many extrema.
 * @param followed the guess at the finest resolution
 */
export function guessedPlane(voted: LocalFocus, followed: Followed, sweptDepth: number): Planes {
  const { z } = voted.candidate;
  const main = { ...followed, z, uncertainty: UNCERTAIN * sweptDepth, certain: false, byMetrics: false };
  return { main, others: [] };
}
