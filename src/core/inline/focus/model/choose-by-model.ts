import type { Kernels } from '../../../kernel/kernels.ts';
import { retrievalSettings } from '../../retrieve/retrieval-settings.ts';
import { modelFrame, type FramePart, type ModelFrame } from './model-cost.ts';
import { caughtReach, type DepthAt } from '../metrics/search-range.ts';
import { cheapest, type CostScan } from './scan-by-model.ts';
import type { ChoiceSettings, GridSettings } from './model-settings.ts';
import {
  descend,
  factorFor,
  trialGrid,
  wholeFrame,
  type Trial,
  type TrialGrid,
  type TrialSetup,
} from './trials.ts';
import { distinct, type FocusCandidate, type ObjectKind } from '../metrics/foci.ts';

/** Beyond the first three trials, of the one that is chosen: a depth of field, by which cut short ones may be off. */
const LAST_STEPS = 8;

/** A candidate after phase retrieval was tried around it. */
export interface Finalist {
  /** z is where the cost is least */
  readonly candidate: FocusCandidate;
  /** µm, where the cost is least even where the metrics' distance is the better known; null: it hardly changes */
  readonly cheapest: number | null;
  /** over the least of all */
  readonly relativeCost: number;
  /** whether the cost rises on both sides of z, and by what share of it over a third of the depth of field */
  readonly inside: boolean;
  readonly rise: number;
  /** whether that grid was fine enough to correct the metrics' distance */
  readonly resolves: boolean;
  /** µm, depth of field of the grid that this was found on */
  readonly depth: number;
  /** µm by which z may be off as trials that were cut short and those that were not differ */
  readonly open: number;
}

export interface ChoiceInput {
  /** of the focus metrics, strongest first */
  readonly found: readonly FocusCandidate[];
  readonly scan: CostScan;
  /** depth of field at which the metrics were swept */
  readonly sweptDepth: DepthAt;
  /** moves a candidate to where it is sharpest: a trial half a depth of field off would say nothing */
  readonly sharpen: (candidate: FocusCandidate) => number;
  /** the box of a side (px) that holds most of what is sharp at a distance */
  readonly boxAt: (z: number, side: number) => FramePart;
}

/**
 * Decides between the candidates of the metrics and those of a coarse scan by what a phase retrieval has to pay at
 * each: first on the whole frame, then the best few on the finest grid that still holds their fringes. The focus comes
 * first, then its rivals.
 */
export function chooseByModel(kernels: Kernels, setup: TrialSetup, input: ChoiceInput): Finalist[] {
  using scope = kernels.scope();
  const { choice, grid: grids } = setup.model;
  const whole = wholeFrame(setup.full);
  const grid = trialGrid(kernels, scope, setup, whole, factorFor(whole, grids.side));
  const close = firstRound(setup, grid, input);
  const finest = finalGrid(kernels, scope, setup, close[0]!.z, grid, input.boxAt);
  const finalists = close.map((candidate) => {
    const trial = descend(setup, finest, candidate.z);
    const resolves = mayMove(setup, finest, candidate, input.sweptDepth);
    const at = trial.inside && resolves ? trial.z : candidate.z;
    const cheapest = trial.inside && trial.rise > setup.metrics.extrema.flat ? trial.z : null;
    return {
      ...trial,
      candidate: { ...candidate, z: at },
      cheapest,
      resolves,
      depth: finest.depth(candidate.z),
      open: 0,
    };
  });
  const least = Math.min(...finalists.map((one) => one.cost));
  // the costs of weak holograms do not speak against what the metrics show clearly
  const shown = isWeak(setup) ? setup.metrics.strength.clear : Infinity;
  const best = strongestOfCheap(finalists, shown, choice);
  const first = best.inside && best.resolves ? atLast(setup, finest, best) : best;
  return [first, ...farFrom(finalists, first)].map(
    ({ cost, candidate, cheapest, inside, rise, resolves, depth, open }) => ({
      ...{ candidate, cheapest, inside, rise, resolves, depth, open },
      relativeCost: cost / least,
    }),
  );
}

/**
 * The one that is chosen, in small steps, each trial as long as the retrieval itself. Cut short, clear cells cost least up to a fifth of a
 * depth of field nearer to the sensor, and what absorbs as well up to two fifths. Costs that differ by less than what a retrieval is
 * content with do not end the walk, and leave the distance open between them. But the longer the fringes of most places may come from outside the frame, the more of them do, which
 * is the cheaper the farther away: then it is half way between the two, which leaves as much open.
 */
function atLast<Tried extends Omit<Finalist, 'relativeCost'>>(
  setup: TrialSetup,
  grid: TrialGrid,
  best: Tried,
): Tried {
  const { z } = best.candidate;
  const { tolerance: alike } = retrievalSettings.fine;
  const steps = { step: setup.metrics.step / 2, most: LAST_STEPS, settled: true, alike };
  const last = descend(setup, grid, z, steps);
  const { at, open } = whereLast(last, z, grid.holdsFringes(z));
  return last.inside
    ? { ...best, candidate: { ...best.candidate, z: at }, cheapest: at, open }
    : { ...best, open };
}

/**
 * Where the last trials leave a distance, and what stays open of it (µm). A walk that does not end says how far off the distance
 * is at least.
 * @param z where they began
 * @param holdsFringes whether most places' fringes lie within the frame
 */
export function whereLast(
  { inside, z: last, open: alike }: Pick<Trial, 'inside' | 'z' | 'open'>,
  z: number,
  holdsFringes: boolean,
): { readonly at: number; readonly open: number } {
  const way = Math.abs(last - z);
  if (!inside) return { at: z, open: Math.max(alike, way) };
  return holdsFringes ? { at: last, open: alike } : { at: (last + z) / 2, open: Math.max(alike, way / 2) };
}

type Costing = Pick<Trial, 'cost'> & { readonly candidate: FocusCandidate };

/**
 * Of those whose costs do not decide, the one that is strongest for its distance.
 * @param shown what is stronger goes with them, whatever it costs
 */
export function strongestOfCheap<Tried extends Costing>(
  tried: readonly Tried[],
  shown: number,
  { asCheap }: Pick<ChoiceSettings, 'asCheap'>,
): Tried {
  const least = Math.min(...tried.map((one) => one.cost));
  const rank = ({ candidate }: Tried) => candidate.strength / candidate.z;
  return tried
    .filter(({ cost, candidate }) => candidate.strength > shown || cost <= (1 + asCheap) * least)
    .sort((a, b) => rank(b) - rank(a) || a.cost - b.cost)[0]!;
}

/** What is more than half a depth of field away from the first, cheapest first. */
export function farFrom<Tried extends Costing>(
  tried: readonly Tried[],
  { candidate, depth }: { readonly candidate: FocusCandidate; readonly depth: number },
): Tried[] {
  return tried
    .filter((one) => Math.abs(one.candidate.z - candidate.z) > depth / 2)
    .sort((a, b) => a.cost - b.cost);
}

/** Whether costs are trusted less than what metrics or rings show. */
export function isWeak({ contrast, model }: Pick<TrialSetup, 'model'> & WithContrast): boolean {
  return contrast.strength < model.weakContrast;
}

interface WithContrast {
  readonly contrast: Pick<TrialSetup['contrast'], 'strength'>;
}

/** Whether a grid may correct a candidate: one of the scan has nothing better. */
export function mayMove(
  setup: Pick<TrialSetup, 'metrics' | 'model'> & WithContrast,
  { depth }: Pick<TrialGrid, 'depth'>,
  { z, strength }: FocusCandidate,
  sweptDepth: DepthAt,
) {
  if (isWeak(setup) && strength > setup.metrics.strength.clear) return false;
  return strength === 0 || depth(z) <= setup.metrics.follow.finer * sweptDepth(z);
}

/** The candidates that are worth a second round, cheapest first. */
function firstRound(
  setup: TrialSetup,
  grid: TrialGrid,
  { found, scan, sweptDepth, sharpen }: ChoiceInput,
): FocusCandidate[] {
  const { contrast, full, metrics, model } = setup;
  const { choice } = model;
  const starts = strongEnough(found, choice).map((one) => ({ ...one, z: sharpen(one) }));
  const kind: ObjectKind = found[0]?.kind ?? 'phase';
  const clear = (found[0]?.strength ?? 0) > metrics.strength.clear;
  for (const z of cheapest(scan, choice)) {
    if (clear && caughtReach(contrast, full.wavelength, z) < choice.leastCaught * contrast.radius) continue;
    if (starts.every((one) => Math.abs(one.z - z) > grid.depth(z) / 2)) starts.push({ z, kind, strength: 0 });
  }
  const tried = starts.map((one) => {
    const trial = descend(setup, grid, one.z);
    const moved = mayMove(setup, grid, one, sweptDepth) ? { ...one, z: trial.z } : one;
    return { candidate: moved, cost: trial.cost };
  });
  const excluded = isWeak(setup) ? Infinity : choice.excluded;
  return goOn(tried, (z) => grid.depth(z) / 2, { excluded, mostFinalists: choice.mostFinalists });
}

/** The first few of the metrics' candidates that come near the strongest. */
export function strongEnough(
  found: readonly FocusCandidate[],
  { most, ofTheStrongest }: Pick<ChoiceSettings, 'most' | 'ofTheStrongest'>,
): FocusCandidate[] {
  const weakest = ofTheStrongest * (found[0]?.strength ?? 0);
  return found.slice(0, most).filter((one) => one.strength >= weakest);
}

/** @param apart µm: of two that are nearer the stronger one is kept */
export function goOn(
  tried: readonly Costing[],
  apart: DepthAt,
  { excluded, mostFinalists }: Pick<ChoiceSettings, 'excluded' | 'mostFinalists'>,
): FocusCandidate[] {
  // of two that have become one, what the metrics found is the better known
  const known = tried.toSorted((a, b) => b.candidate.strength - a.candidate.strength);
  const kept = distinct(
    known.map((one) => one.candidate),
    apart,
  );
  const left = known.filter((one) => kept.includes(one.candidate));
  // one that has become a stronger one may have cost less than any that is left
  const least = Math.min(...left.map((one) => one.cost));
  return left
    .filter((one) => one.cost < (1 + excluded) * least)
    .sort((a, b) => a.cost - b.cost)
    .slice(0, mostFinalists)
    .map((one) => one.candidate);
}

/** A part of the frame on a finer grid; the first round's where the fringes of a distance leave no finer one. */
function finalGrid(
  kernels: Kernels,
  scope: Parameters<typeof trialGrid>[1],
  setup: TrialSetup,
  z: number,
  first: TrialGrid,
  boxAt: ChoiceInput['boxAt'],
): TrialGrid {
  const factor = finalFactor(setup.full, setup.contrast.reach, z, {
    reach: setup.highest,
    ...setup.model.grid,
  });
  const grid = trialGrid(kernels, scope, setup, boxAt(z, setup.model.grid.side * factor), factor);
  return grid.depth(z) < first.depth(z) ? grid : first;
}

/**
 * Pixels a side to average, so that the grid carries what the hologram resolves and its part holds the fringes.
 * @param resolved cycles/µm
 */
export function finalFactor(
  { sampling, wavelength }: Pick<ModelFrame, 'sampling' | 'wavelength'>,
  resolved: number,
  z: number,
  { reach, side }: GridSettings & { readonly reach: number },
): number {
  const pitch = Math.max(sampling.pitchX, sampling.pitchY);
  const carries = Math.max(1, Math.floor(reach / (resolved * pitch)));
  // fringes walk λ z f sideways: with the finest on the grid, from the middle half of the box to its rim
  const holds = Math.sqrt((4 * reach * wavelength * z) / side) / pitch;
  return Math.max(1, Math.min(carries, Math.round(holds)));
}

/**
 * By what share a part of the frame costs more at one distance than at its own; below 0: it costs less there.
 * @param aside parts of it that are not asked
 */
export function costMore(
  kernels: Kernels,
  setup: TrialSetup,
  box: FramePart,
  { at, than }: { readonly at: number; readonly than: number },
  aside: readonly FramePart[] = [],
): number {
  using scope = kernels.scope();
  const { full, model } = setup;
  const frame = modelFrame(kernels, scope, full, box, factorFor(box, model.grid.side), aside);
  return setup.cost(frame, at) / setup.cost(frame, than) - 1;
}
