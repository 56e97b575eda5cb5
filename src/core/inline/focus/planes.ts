import type { Finalist } from './model/choose-by-model.ts';
import type { Followed } from './metrics/follow-candidate.ts';
import { UNCERTAIN, type Settled } from './settle.ts';
import type { LocalFocus } from './metrics/local-foci.ts';

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
