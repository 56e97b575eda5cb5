import { openFocus } from './metrics/metrics-settings.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { followCandidate, type Followed } from './metrics/follow-candidate.ts';
import type { FocusSettings, OpinionSettings } from './focus-settings.ts';
import { apartFrom, type Planes, type Settled, type Undecided } from './planes.ts';
import { resolvedDepth, type DepthAt } from './metrics/search-range.ts';
import { sampleAt, sweepGrid } from './metrics/sweep.ts';
import { RingModel, travellingRings } from './rings/ring-model.ts';
import { behindAt, focusByRings, type RingVerdict } from './rings/focus-by-rings.ts';
import { isWeak } from './model/choose-by-model.ts';
import { factorFor, trialGrid, wholeFrame, type TrialSetup } from './model/trials.ts';

/** Twice the parameters of their fit: with fewer rings in the spectrum there is nothing to fit. */
const LEAST_RINGS = 24;
/**
 * Of the beam's modulus: an object whose light is as strong somewhere in focus is not weak, and the rings of a weak one's interference with the beam say
 * nothing of its distance.
 */
const AS_THE_BEAM = 1;
/** Each costs a trial. */
const MOST_RIVALS = 2;

/** What a second opinion is asked with. */
export interface OpinionSetup extends TrialSetup {
  readonly settings: FocusSettings;
  /** called after every step; may throw to cancel */
  readonly onIteration: () => void;
}

/**
 * A second opinion where focus metrics and phase retrieval left a doubt, and of weak objects, of which the two see the same, how
 * sparse edges are: the dark rings of the hologram's spectrum. They confirm the distance, put another in its place, or make a better
 * guess; or say nothing.
 * @param shares of the gradient's energy that each tile of the first sweep holds, noise left out
 */
export function secondOpinion(
  kernels: Kernels,
  setup: OpinionSetup,
  shares: Float64Array,
  planes: Planes,
): Planes {
  const { contrast, wavelength, range, onIteration, metrics } = setup;
  const { opinion } = setup.settings;
  const { main } = planes;
  const rings = travellingRings(contrast.rings, wavelength);
  if (rings.frequency.length < LEAST_RINGS) return alone(setup, planes);
  if (departure(kernels, setup, main.z) > AS_THE_BEAM) return planes;
  const depth = resolvedDepth(setup, contrast.reach);
  const model = new RingModel(rings, wavelength, kernels.wasm, setup.settings.rings);
  const { beyond } = metrics.sweep;
  const [before, after] = [range.from, range.to].map((end) =>
    Math.min(beyond * depth(end), opinion.beyond * end),
  ) as [number, number];
  const from = Math.max(range.from - before, metrics.uncertainty.least * depth(range.from));
  if (from > range.to) return alone(setup, planes);
  const verdict = focusByRings(model, from, range.to + after, depth, metrics, onIteration);
  if (!verdict) return alone(setup, planes);
  const { z } = verdict.foci[0]!;
  if (departure(kernels, setup, z) > AS_THE_BEAM) return planes;
  if (isTooCostly(kernels, setup, verdict, main.z)) return planes;
  const spread = isSpread(shares, opinion);
  const clear = isClear(verdict, depth, setup.settings);
  if (clear && Math.abs(z - main.z) < (spread ? 1 : 0.5) * metrics.step * main.depthOfField) {
    if (main.certain || !spread) return { ...planes, main: confirmed(main, z, metrics.uncertainty.least) };
    return moved(kernels, setup, planes, verdict, true);
  }
  const behind = behindAt(model, verdict, main.z);
  if (main.certain) {
    const disputed = isWeak(setup) && spread && isEvident(verdict.gain, behind, opinion);
    return disputed ? moved(kernels, setup, planes, verdict, false) : alone(setup, planes);
  }
  if ((!spread && !clear) || !isBeyondReach(behind, opinion)) return planes;
  return moved(kernels, setup, planes, verdict, clear && spread);
}

/** What metrics and phase retrieval say of a weak object and rings neither confirm nor deny is no more than a guess. */
function alone(setup: OpinionSetup, { main, others }: Planes): Planes {
  if (!isWeak(setup)) return { main, others };
  const uncertainty = Math.max(main.uncertainty, openFocus(setup.metrics) * main.depthOfField);
  return { main: { ...main, uncertainty, certain: false, byMetrics: false }, others };
}

/** @param least depths of field */
export function confirmed(main: Settled, z: number, least: number): Settled {
  const uncertainty = main.certain
    ? main.uncertainty
    : Math.max(2 * least * main.depthOfField, Math.abs(z - main.z));
  return { ...main, uncertainty, certain: true, byRings: true };
}

/** Whether many parts of the frame hold the light: a single object's spectrum has dark rings of its own. */
export function isSpread(
  shares: Float64Array,
  { spread, leastParts }: Pick<OpinionSettings, 'spread' | 'leastParts'>,
): boolean {
  const squares = shares.reduce((sum, share) => sum + share * share, 0);
  return shares.length >= leastParts && 1 / squares > spread * shares.length;
}

export function isClear(
  { foci, sigma, gain, modulation }: Omit<RingVerdict, 'cost'>,
  depth: DepthAt,
  { opinion, metrics }: FocusSettings,
): boolean {
  const ahead = foci[1]?.behind ?? Infinity;
  if (!isEvident(gain, ahead, opinion) || modulation < opinion.modulation) return false;
  return sigma < 0.5 * metrics.step * depth(foci[0]!.z);
}

/**
 * @param gain over a spectrum without rings, as a logarithm of likelihoods
 * @param ahead over another distance, alike
 */
function isEvident(gain: number, ahead: number, opinion: OpinionSettings): boolean {
  const { proven } = opinion.evidence;
  return isBeyondReach(ahead, opinion) && gain >= (proven * proven) / 2;
}

/** Whether noise does not bring one distance so far ahead of another. */
function isBeyondReach(ahead: number, { evidence }: OpinionSettings): boolean {
  return ahead >= (evidence.reach * evidence.reach) / 2;
}

/** The planes with the main one where the rings have it; clear only where no part of the frame has one of its own. */
function moved(
  kernels: Kernels,
  setup: OpinionSetup,
  { others }: Planes,
  verdict: RingVerdict,
  clear: boolean,
): Planes {
  const { contrast, range, tiles, onIteration, metrics } = setup;
  const { foci, sigma } = verdict;
  const { z, kind } = foci[0]!;
  const every = Array.from({ length: tiles * tiles }, (_, t) => t);
  const start = { candidate: { z, kind, strength: 0 }, tiles: every, share: 1 };
  const levels = { from: contrast.reach, to: contrast.reach };
  const followed: Followed = followCandidate(kernels, setup, start, levels, onIteration);
  const { depthOfField } = followed;
  const left = others.filter((one) => apartFrom(one, { ...followed, z }));
  const certain = clear && left.length === 0;
  const bias = metrics.uncertainty.least * depthOfField;
  const uncertainty = certain ? Math.sqrt(sigma * sigma + bias * bias) : openFocus(metrics) * depthOfField;
  const at = Math.min(Math.max(z, range.from), range.to);
  const main = { ...followed, z: at, uncertainty, certain, byMetrics: false, byRings: certain };
  // of an object that is not weak phase retrieval knows what the rings do not: what it does not exclude stays open
  const isOpen = !certain && !isWeak(setup);
  return { main: isOpen ? main : { ...main, undecided: byLikelihood(kernels, verdict) }, others: left };
}

/** The other distances of the rings, and none at all, by how likely each is over the best. */
export function byLikelihood(
  { wasm }: Pick<Kernels, 'wasm'>,
  { foci, gain }: Pick<RingVerdict, 'foci' | 'gain'>,
): Undecided {
  const others = foci.slice(1).map(({ z, behind }) => ({ z, weight: wasm.exp(-behind) }));
  return { others, anywhere: wasm.exp(-gain) };
}

/** How far the refocused object departs from the undisturbed beam at most: twice its part, as the twin has the other half. */
export function departure(kernels: Kernels, setup: TrialSetup, z: number): number {
  using scope = kernels.scope();
  const grid = sweepGrid(kernels, scope, setup, setup.contrast.reach);
  sampleAt(kernels, grid, z);
  const { work } = grid;
  const values = kernels.floats(work.ptr, floatsIn(work));
  let most = 0;
  for (let row = 0; row < grid.rows; row += 1)
    for (let col = 0; col < grid.cols; col += 1) {
      const i = row * floatsPerRow(work) + inRow(col);
      const [re, im] = [values[i]!, values[i + TO_IMAGINARY]!];
      most = Math.max(most, re * re + im * im);
    }
  return 2 * Math.sqrt(most);
}

/** Whether phase retrieval speaks against the best rings. */
function isTooCostly(kernels: Kernels, setup: OpinionSetup, { foci }: RingVerdict, doubted: number): boolean {
  const { grid: grids, choice } = setup.model;
  using scope = kernels.scope();
  const whole = wholeFrame(setup.full);
  const grid = trialGrid(kernels, scope, setup, whole, factorFor(whole, grids.side));
  const cost = (z: number) => setup.cost(grid.frame, z);
  const best = cost(foci[0]!.z);
  if (best > (1 + choice.excluded) * cost(doubted)) return true;
  return foci.slice(1, 1 + MOST_RIVALS).some(({ z }) => best > (1 + choice.excluded) * cost(z));
}
