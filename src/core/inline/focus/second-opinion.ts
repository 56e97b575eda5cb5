import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { followCandidate, type Followed } from './metrics/follow-candidate.ts';
import { modelCost } from './model/model-cost.ts';
import { apartFrom, UNCERTAIN, type Planes, type Settled } from './planes.ts';
import { resolvedDepth, type DepthAt } from './metrics/search-range.ts';
import { RingModel, travellingRings } from './rings/ring-model.ts';
import { behindAt, focusByRings, type RingVerdict } from './rings/focus-by-rings.ts';
import { sampleAt, sweepGrid } from './metrics/sweep.ts';
import { factorFor, trialGrid, wholeFrame, type TrialSetup } from './model/trials.ts';

/** Rings are looked for this far beyond the range: in depths of field, and in shares of its ends. */
const BEYOND = { depths: 2, before: 0.3, after: 0.15 };
/** Nearer to the sensor than this share of the depth of field there are no rings. */
const NEAREST = 0.05;
/** With fewer rings in the spectrum there is nothing to fit. */
const LEAST_RINGS = 24;
/** The rings decide where they are so much likelier than none and than any other distance, and are nearly all there. */
const CLEAR = { gain: 15, ahead: 8, modulation: 0.75, sigma: 0.125 };
/** Of an uncertain distance so far behind, the best is the better guess. */
const EXCLUDED = 2;
/** Two opinions this near each other are one, in depths of field. */
const SAME = 0.25;
const SAME_IF_SINGLE = 0.1;
/** A refocused object that departs more from the undisturbed beam is not weak, and its rings are no measure. */
const MOST_DEPARTURE = 0.9;
/** A distance that phase retrieval finds this much costlier than the one in doubt, or than a rival, is not taken. */
const COSTLIER = 1.12;
const COSTLIER_THAN_RIVAL = 1.12;
/** Rivals that are compared. */
const RIVALS_BEHIND = 30;
const MOST_RIVALS = 2;
const TRIAL_SIDE = 256;
/** Parts of the frame that would hold all of the light if it were even among them, over all parts; and how many there must be. */
const SPREAD = 0.35;
const LEAST_TILES = 9;
/** Errors of the rings beside chance, in depths of field: objects are not altogether weak. */
const BIAS = 0.05;

/**
 * A second opinion where focus metrics and phase retrieval left a doubt: the dark rings of the hologram's spectrum.
 * They confirm the distance, put another in its place, or make a better guess; or say nothing.
 * @param shares of the gradient's energy that each tile of the first sweep holds
 */
export function secondOpinion(
  kernels: Kernels,
  setup: TrialSetup,
  shares: Float64Array,
  planes: Planes,
): Planes {
  const { contrast, full, range, onIteration } = setup;
  const { main } = planes;
  const tiles = Math.round(Math.sqrt(shares.length));
  const rings = travellingRings(contrast.rings, full.wavelength);
  if (rings.frequency.length < LEAST_RINGS) return planes;
  if (departure(kernels, setup, tiles, main.z) > MOST_DEPARTURE) return planes;
  const depth = resolvedDepth(contrast, full.wavelength, contrast.reach);
  const model = new RingModel(rings, full.wavelength, kernels.run);
  const before = Math.min(BEYOND.depths * depth(range.from), BEYOND.before * range.from);
  const after = Math.min(BEYOND.depths * depth(range.to), BEYOND.after * range.to);
  const from = Math.max(range.from - before, NEAREST * depth(range.from));
  if (from > range.to) return planes;
  const verdict = focusByRings(model, from, range.to + after, depth, onIteration);
  if (!verdict) return planes;
  const { z } = verdict.foci[0]!;
  if (departure(kernels, setup, tiles, z) > MOST_DEPARTURE) return planes;
  if (isTooCostly(kernels, setup, verdict, main.z)) return planes;
  const spread = isSpread(shares);
  const clear = isClear(verdict, depth);
  if (clear && Math.abs(z - main.z) < (spread ? SAME : SAME_IF_SINGLE) * main.depthOfField) {
    if (main.certain || !spread) return { ...planes, main: confirmed(main, z) };
    return moved(kernels, setup, tiles, planes, verdict, true);
  }
  if (main.certain || (!spread && !clear) || behindAt(model, verdict, main.z) < EXCLUDED) return planes;
  return moved(kernels, setup, tiles, planes, verdict, clear && spread);
}

function confirmed(main: Settled, z: number): Settled {
  const uncertainty = main.certain
    ? main.uncertainty
    : Math.max(2 * BIAS * main.depthOfField, Math.abs(z - main.z));
  return { ...main, uncertainty, certain: true, byRings: true };
}

/** Whether many parts of the frame hold the light: a single object's spectrum has dark rings of its own. */
function isSpread(shares: Float64Array): boolean {
  const squares = shares.reduce((sum, share) => sum + share * share, 0);
  return shares.length >= LEAST_TILES && 1 / squares > SPREAD * shares.length;
}

function isClear({ foci, sigma, gain, modulation }: RingVerdict, depth: DepthAt): boolean {
  const ahead = foci[1]?.behind ?? Infinity;
  if (gain < CLEAR.gain || ahead < CLEAR.ahead || modulation < CLEAR.modulation) return false;
  return sigma < CLEAR.sigma * depth(foci[0]!.z);
}

/** The planes with the main one where the rings have it; clear only where no part of the frame has one of its own. */
function moved(
  kernels: Kernels,
  { contrast, full, range, onIteration }: TrialSetup,
  tiles: number,
  { others }: Planes,
  { foci, sigma }: RingVerdict,
  clear: boolean,
): Planes {
  const { z, kind } = foci[0]!;
  const every = Array.from({ length: tiles * tiles }, (_, t) => t);
  const start = { candidate: { z, kind, strength: 0 }, tiles: every, share: 1 };
  const levels = { from: contrast.reach, to: contrast.reach, tiles };
  const followed: Followed = followCandidate(kernels, contrast, full.wavelength, start, levels, onIteration);
  const { depthOfField } = followed;
  const left = others.filter((one) => apartFrom(one, { ...followed, z }));
  const certain = clear && left.length === 0;
  const bias = BIAS * depthOfField;
  const uncertainty = certain ? Math.sqrt(sigma * sigma + bias * bias) : UNCERTAIN * depthOfField;
  const at = Math.min(Math.max(z, range.from), range.to);
  return {
    main: { ...followed, z: at, uncertainty, certain, byMetrics: false, byRings: certain },
    others: left,
  };
}

/** How far the refocused object departs from the undisturbed beam at most: twice its part, as the twin has the other half. */
function departure(kernels: Kernels, { contrast, full }: TrialSetup, tiles: number, z: number): number {
  using scope = kernels.scope();
  const grid = sweepGrid(kernels, scope, contrast, full.wavelength, contrast.reach, tiles);
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
function isTooCostly(kernels: Kernels, setup: TrialSetup, { foci }: RingVerdict, doubted: number): boolean {
  using scope = kernels.scope();
  const whole = wholeFrame(setup.full);
  const grid = trialGrid(kernels, scope, setup, whole, factorFor(whole, TRIAL_SIDE));
  const cost = (z: number) => modelCost(kernels, grid.frame, z, setup.onIteration);
  const best = cost(foci[0]!.z);
  if (best > COSTLIER * cost(doubted)) return true;
  return foci
    .slice(1, 1 + MOST_RIVALS)
    .some(({ z, behind }) => behind < RIVALS_BEHIND && best > COSTLIER_THAN_RIVAL * cost(z));
}
