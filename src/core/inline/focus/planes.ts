import { openFocus } from './metrics/metrics-settings.ts';
import type { Finalist } from './model/choose-by-model.ts';
import type { FocusSettings } from './focus-settings.ts';
import type { Followed } from './metrics/follow-candidate.ts';
import type { LocalFocus } from './metrics/local-foci.ts';
import type { MetricsSettings } from './metrics/metrics-settings.ts';

/** What could be the distance as well as the one that is stated, which has the weight 1. */
export interface Undecided {
  readonly others: readonly Alternative[];
  /** of any distance of the range; Infinity: nothing speaks for the one that is stated */
  readonly anywhere: number;
}

export interface Alternative {
  /** µm */
  readonly z: number;
  readonly weight: number;
}

/** The main focus, as the metrics and phase retrieval have it together. */
export interface Settled extends Followed {
  /** whether one of the two tells the distance clearly */
  readonly certain: boolean;
  /** whether the metrics do */
  readonly byMetrics: boolean;
  /** whether the rings of the spectrum do, which leaves no rival */
  readonly byRings?: boolean;
  /** whether only parts that agree do, which is stated as a doubt */
  readonly byParts?: boolean;
  /** where neither metrics nor phase retrieval chose it: what is as likely */
  readonly undecided?: Undecided;
}

/**
 * The metrics take the object to be weak and sharp; phase retrieval does not, but on its grid it may resolve less. The
 * one that is clear has the last word.
 * @param contrast rms of the hologram's
 */
export function settle(found: Followed, first: Finalist, contrast: number, settings: FocusSettings): Settled {
  const { step, extrema, uncertainty: depths, strength: rules } = settings.metrics;
  const { depthOfField, disagreement, strength } = found;
  const chosen = first.candidate.z;
  const apart = Math.abs(found.z - (first.cheapest ?? chosen));
  const byModel = isModelClear(found, first, settings);
  const strong = found.kind === 'phase' && contrast > settings.model.weakContrast;
  const near = strong ? step * depthOfField : extrema.same * first.depth;
  const byMetrics = areMetricsClear(found, settings) && apart < near;
  const certain = byModel || byMetrics;
  // where metrics are clear they are better than nothing, too
  const guess = !first.inside || strength > rules.clear / rules.clearer ? found.z : chosen;
  // of the two metrics, of these and phase retrieval, each half of what lies between them: a ball gathers light, and where its
  // own light is sharpest lies beside it, nobody knows which of them it draws away
  const together = rootOfSquares(depths.least * depthOfField, apart / 2, (disagreement ?? 0) / 2, first.open);
  const uncertainty = certain ? together : Math.max(openFocus(settings.metrics) * depthOfField, apart / 2);
  return { ...found, z: byModel ? chosen : guess, uncertainty, certain, byMetrics };
}

function rootOfSquares(...parts: readonly number[]): number {
  return Math.sqrt(parts.reduce((sum, part) => sum + part * part, 0));
}

function isModelClear(
  { depthOfField }: Followed,
  first: Finalist,
  { metrics, model }: FocusSettings,
): boolean {
  if (!first.inside || !first.resolves || first.depth > metrics.follow.finer * depthOfField) return false;
  return first.rise > model.choice.asCheap;
}

function areMetricsClear(
  { disagreement, depthOfField, strength, z }: Followed,
  { metrics }: FocusSettings,
): boolean {
  const agree = disagreement !== null && disagreement < metrics.step * depthOfField;
  return agree && strength > metrics.strength.clear && depthOfField < metrics.longest * z;
}

/** Whether neither phase retrieval nor the metrics of the whole frame prefer any distance. */
export function saysNothing({ rise, candidate }: Finalist, { extrema, strength }: MetricsSettings): boolean {
  return rise < extrema.flat && candidate.strength < strength.clear / strength.clearer;
}

/** Planes of a frame: the main one, and what else is in focus. */
export interface Planes {
  readonly main: Settled;
  readonly others: readonly FurtherPlane[];
}

/** A plane that parts of the frame are in focus in. */
export interface FurtherPlane extends Followed {
  /** whether more than the votes of these parts speaks for it */
  readonly certain: boolean;
}

/**
 * Parts vote at many distances, so that some agree by chance. A plane of theirs is certain where, followed to the end, both metrics
 * have it as they must have a main one, and phase retrieval does not deny it; or where phase retrieval excludes the main one from
 * those parts. Of weak objects metrics and phase retrieval see the same: there it must be the latter. What phase retrieval says
 * of the parts alone it has to say with all around them as well.
 * @param of by what share those parts, and all of the frame that is not in focus at the main distance, cost more there
 */
export function furtherPlane(
  found: Followed,
  of: { readonly more: number; readonly beside: number },
  contrast: number,
  settings: FocusSettings,
): FurtherPlane {
  const { model, metrics } = settings;
  const more = Math.min(of.more, of.beside);
  const isSharp = contrast >= model.weakContrast && areMetricsClear(found, settings);
  const certain = more > (isSharp ? model.choice.asCheap : model.choice.excluded);
  const open = openFocus(metrics) * found.depthOfField;
  return { ...found, certain, uncertainty: certain ? found.uncertainty : Math.max(found.uncertainty, open) };
}

/**
 * Whether a plane that parts vote for explains more than the main one does: where all around them costs no more at the main distance, a box
 * round the parts has cut their fringes, and there is no such plane.
 */
export function explainsMore({ beside }: { readonly beside: number }): boolean {
  return beside > 0;
}

/**
 * What neither metrics nor phase retrieval of the whole frame tell is certain where the parts of the frame agree on the same
 * distance by another measure: it lies between the two.
 * @param agreed µm, of {@link agreedFocus}
 * @param depth µm, depth of field of the sweep
 */
export function confirmedByParts(
  { main, others }: Planes,
  agreed: number,
  depth: number,
  metrics: MetricsSettings,
): Planes {
  const apart = Math.abs(agreed - main.z);
  if (main.certain || apart > metrics.extrema.same * depth) return { main, others };
  const { undecided: _, ...rest } = main;
  const z = (agreed + main.z) / 2;
  const uncertainty = rootOfSquares(openFocus(metrics) * depth, apart / 2);
  return { main: { ...rest, z, uncertainty, certain: true, byMetrics: true, byParts: true }, others };
}

/** Whether two foci are planes of their own: farther from each other than the depth of either. */
export function apartFrom(one: Followed, main: Followed): boolean {
  return Math.abs(one.z - main.z) > Math.max(one.depthOfField, main.depthOfField);
}

/**
 * Local foci that, followed to the end, are still not the main one. Where nothing stands out for the frame as a whole
 * and parts that hold most of it are in focus elsewhere, it was a compromise between them: the largest takes its place.
 */
export function planesOf(whole: Settled, local: readonly FurtherPlane[]): Planes {
  const others = local.filter((one) => apartFrom(one, whole));
  const share = others.reduce((sum, one) => sum + one.share, 0);
  const [largest, ...rest] = others;
  if (whole.certain || !largest || share < 1 / 2) return { main: whole, others };
  return { main: { ...largest, byMetrics: largest.certain }, others: rest };
}

/**
 * Where the whole frame says nothing, what most of its parts speak for is the best guess, and no more than that.
 * Following it to a finer resolution would add chance: there the metrics have many extrema.
 * @param followed the guess at the finest resolution
 * @param uncertainty µm
 */
export function guessedPlane(voted: LocalFocus, followed: Followed, uncertainty: number): Planes {
  const { z } = voted.candidate;
  const undecided = { others: [], anywhere: Infinity };
  const main = { ...followed, z, uncertainty, certain: false, byMetrics: false, undecided };
  return { main, others: [] };
}
