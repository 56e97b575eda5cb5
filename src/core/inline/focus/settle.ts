import type { Finalist } from './model/choose-by-model.ts';
import { BEST_SHARE, type Followed } from './metrics/follow-candidate.ts';

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
