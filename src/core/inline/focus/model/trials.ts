import { parabolaVertex } from '../../../focus/extremum.ts';
import type { Kernels, Scope } from '../../../kernel/kernels.ts';
import { modelFrame, type FramePart, type ModelFrame } from './model-cost.ts';
import { resolvedDepth, type DepthAt, type SearchRange } from '../metrics/search-range.ts';
import type { SweepSetup } from '../metrics/sweep.ts';
import type { ModelSettings } from './model-settings.ts';

/** What the trials of one search have in common. */
export interface TrialSetup extends SweepSetup {
  readonly model: ModelSettings;
  /** cycles per sample that a grid carries */
  readonly highest: number;
  /** what phase retrieval has to pay for a frame at a distance: {@link modelCost}, or {@link settledCost} */
  readonly cost: (frame: ModelFrame, z: number, settled?: boolean) => number;
  readonly full: ModelFrame;
  readonly range: SearchRange;
}

/** Part of the hologram on a grid for trials, and the depth of field that it resolves. */
export interface TrialGrid {
  readonly frame: ModelFrame;
  readonly depth: DepthAt;
  /** whether it holds the fringes of its middle half */
  readonly holdsFringes: (z: number) => boolean;
}

/** Where a walk downhill ended. */
export interface Trial {
  /** µm */
  readonly z: number;
  readonly cost: number;
  /** whether the cost rises on both sides */
  readonly inside: boolean;
  /** by what share of the cost it rises on the side where it rises less, over one step */
  readonly rise: number;
  /** µm, standard deviation of the distances that cost alike; 0: of one alone */
  readonly open: number;
}

export function wholeFrame({ amplitude }: ModelFrame): FramePart {
  return { x: 0, y: 0, width: amplitude.cols, height: amplitude.rows };
}

/** Pixels a side to average, so that a box has about side² samples. */
export function factorFor({ width, height }: FramePart, side: number): number {
  return Math.max(1, Math.round(Math.sqrt(width * height) / side));
}

/** @param scope owns the grid */
export function trialGrid(
  kernels: Kernels,
  scope: Scope,
  setup: TrialSetup,
  box: FramePart,
  factor: number,
): TrialGrid {
  const { full, highest } = setup;
  const { pitchX, pitchY } = full.sampling;
  const own = resolvedDepth(setup, highest / (factor * Math.max(pitchX, pitchY)));
  const width = Math.min(box.width * pitchX, box.height * pitchY);
  // λ / NA² for the aperture of the box, NA = width / 2z
  const ofBox = (z: number) => (4 * full.wavelength * z * z) / (width * width);
  return {
    frame: modelFrame(kernels, scope, full, box, factor),
    depth: (z) => Math.max(own(z), ofBox(z)),
    holdsFringes: (z) => 4 * ofBox(z) <= own(z),
  };
}

/** Steps of a walk towards lower cost, beyond its first three trials. */
const MOST_STEPS = 4;

/** Times as many are taken where the last step still gained more than costs that are alike differ by: a bound on time. */
const GOING_ON = 3;

/** How a walk is taken. */
interface Steps {
  /** depths of field */
  readonly step: number;
  /** beyond the first three trials */
  readonly most: number;
  /** whether each trial takes its time */
  readonly settled: boolean;
  /** share of the cost, default 0: what costs no more beyond the least does not end the walk */
  readonly alike?: number;
}

/** Walks from z towards lower cost; depths of field are the grid's. */
export function descend(
  setup: TrialSetup,
  { frame, depth }: TrialGrid,
  z: number,
  steps: Steps = { step: setup.metrics.step, most: MOST_STEPS, settled: false },
): Trial {
  const { range, metrics } = setup;
  return walk((at) => setup.cost(frame, at, steps.settled), z, {
    step: Math.min(steps.step * depth(z), metrics.longest * z),
    farthest: range.to + metrics.sweep.beyond * depth(range.to),
    most: steps.most,
    alike: steps.alike ?? 0,
  });
}

/** What a walk keeps to: µm, and steps beyond the first three trials. */
interface Bounds {
  readonly step: number;
  readonly farthest: number;
  readonly most: number;
  readonly alike?: number;
}

export function walk(
  cost: (z: number) => number,
  z: number,
  { step, farthest, most, alike = 0 }: Bounds,
): Trial {
  const zs = [z - step, z, z + step];
  const costs = zs.map(cost);
  for (let walked = 0; walked < GOING_ON * most; walked++) {
    const least = Math.min(...costs);
    const [lowest, last] = [costs.indexOf(least), zs.length - 1];
    const besides = lowest === 0 ? costs[1]! : costs[last - 1]!;
    const falls = (lowest === 0 || lowest === last) && besides > (1 + alike) * least;
    if (walked >= most && !(alike > 0 && falls)) break;
    const isOpen = (k: number) => k === lowest || costs[k]! < (1 + alike) * least;
    const before = isOpen(0) && zs[0]! > 2 * step;
    const after = isOpen(last) && zs[last]! + step < farthest;
    if (before && !(after && costs[last]! < costs[0]!)) {
      zs.unshift(zs[0]! - step);
      costs.unshift(cost(zs[0]!));
    } else if (after) {
      zs.push(zs[last]! + step);
      costs.push(cost(zs[last + 1]!));
    } else break;
  }
  const best = costs.indexOf(Math.min(...costs));
  const inside = best > 0 && best < costs.length - 1;
  return {
    z: parabolaVertex(zs, costs, best),
    cost: costs[best]!,
    inside,
    open: spreadOfAlike(zs, costs, alike),
    rise: inside ? Math.min(costs[best - 1]!, costs[best + 1]!) / costs[best]! - 1 : 0,
  };
}

/** Standard deviation of the distances that cost no more than `alike` beyond the least. */
function spreadOfAlike(zs: readonly number[], costs: readonly number[], alike: number): number {
  const enough = (1 + alike) * Math.min(...costs);
  const left = zs.filter((_, k) => costs[k]! <= enough);
  const mean = left.reduce((sum, z) => sum + z, 0) / left.length;
  return Math.sqrt(left.reduce((sum, z) => sum + (z - mean) * (z - mean), 0) / left.length);
}
