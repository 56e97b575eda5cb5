import { parabolaVertex } from '../focus/extremum.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { modelCost, modelFrame, type Box, type ModelFrame } from './autofocus-inline-model.ts';
import type { DepthAt } from './autofocus-inline-range.ts';
import type { Candidate } from './foci.ts';

/** Candidates that phase retrieval decides between. */
const MOST = 4;
const MOST_WEAK = 6;
/** A candidate weaker than this share of the strongest is not tried; of a weak one, less suffices. */
const WORTH_TRYING = 0.5;
const OF_A_WEAK_ONE = 0.3;
const WEAK = 0.12;
/**
 * Costs this near each other do not decide: from farther away, more of the light may come from outside the frame, which
 * makes distances that are too large (twice, three times the right one) a little cheap. Of such the strongest for its
 * distance is taken.
 */
const NEARLY_AS_CHEAP = 1.08;
/** Samples a side of the hologram that the trial runs on. */
const TRIAL_SIDE = 260;
const REFINE_SIDE = 300;
/** Cycles per sample that the signal may reach on a trial's grid. */
const TRIAL_REACH = 0.45;

/** A local focus must make its part of the frame this much cheaper to explain. */
const CLEARLY = 0.97;
/** Depths of field between trials of one focus. */
const REFINE_STEP = 0.4;
/** Steps that a refinement may walk downhill. */
const MOST_STEPS = 4;

/** A candidate and what phase retrieval has to pay there, over the least of all tried. */
export interface Tried {
  readonly candidate: Candidate;
  readonly relativeCost: number;
}

/**
 * Tries the strongest candidates where more than one is left; the one that explains the hologram best comes first.
 * @param sharpen moves a candidate to where it is sharpest: a trial half a depth of field off would say nothing
 */
export function chooseByModel(
  kernels: Kernels,
  full: ModelFrame,
  found: readonly Candidate[],
  sharpen: (candidate: Candidate) => number,
  onIteration: () => void,
): Tried[] {
  const strongest = found[0]?.strength ?? 0;
  const least = strongest * (strongest < WEAK ? OF_A_WEAK_ONE : WORTH_TRYING);
  const tried = found.slice(0, strongest < WEAK ? MOST_WEAK : MOST).filter((c) => c.strength >= least);
  if (tried.length < 2) return tried.map((candidate) => ({ candidate, relativeCost: 1 }));
  using scope = kernels.scope();
  const box = wholeOf(full);
  const frame = modelFrame(kernels, scope, full, box, factorFor(box, TRIAL_SIDE));
  const costs = tried.map((candidate) => {
    return modelCost(kernels, frame, sharpen(candidate), onIteration);
  });
  const lowest = Math.min(...costs);
  const ranked = tried.map((candidate, k) => ({ candidate, relativeCost: costs[k]! / lowest }));
  const cheap = ranked.filter((one) => one.relativeCost < NEARLY_AS_CHEAP);
  const rank = ({ candidate }: Tried) => candidate.strength / candidate.z;
  const best = cheap.reduce((a, b) => (rank(b) > rank(a) ? b : a));
  return [best, ...ranked.filter((one) => one !== best).sort((a, b) => a.relativeCost - b.relativeCost)];
}

/** Whether a part of the frame is explained better at one distance than at another. */
export function explainsBetter(
  kernels: Kernels,
  full: ModelFrame,
  box: Box,
  distance: number,
  than: number,
  onIteration: () => void,
): boolean {
  using scope = kernels.scope();
  const frame = modelFrame(kernels, scope, full, box, factorFor(box, TRIAL_SIDE));
  const cost = (z: number) => modelCost(kernels, frame, z, onIteration);
  return cost(distance) < CLEARLY * cost(than);
}

/**
 * The distance of least cost around one that the focus metrics disagree on.
 * @param reach cycles/µm
 * @returns µm, or null where the cost has no minimum within the window
 */
export function refineByModel(
  kernels: Kernels,
  full: ModelFrame,
  z: number,
  depth: DepthAt,
  reach: number,
  onIteration: () => void,
): number | null {
  using scope = kernels.scope();
  const pitch = Math.max(full.sampling.pitchX, full.sampling.pitchY);
  const factor = Math.max(1, Math.floor(TRIAL_REACH / (reach * pitch)));
  const frame = modelFrame(kernels, scope, full, middleOf(full, REFINE_SIDE * factor), factor);
  const step = REFINE_STEP * depth(z);
  const cost = (at: number) => modelCost(kernels, frame, at, onIteration);
  const zs = [z - step, z, z + step];
  const costs = zs.map(cost);
  for (let walked = 0; walked < MOST_STEPS; walked++) {
    const lowest = costs.indexOf(Math.min(...costs));
    if (lowest === 0) {
      zs.unshift(zs[0]! - step);
      costs.unshift(cost(zs[0]!));
    } else if (lowest === zs.length - 1) {
      zs.push(zs[lowest]! + step);
      costs.push(cost(zs[lowest + 1]!));
    } else break;
  }
  const best = costs.indexOf(Math.min(...costs));
  return best > 0 && best < costs.length - 1 ? parabolaVertex(zs, costs, best) : null;
}

function wholeOf({ amplitude }: ModelFrame): Box {
  return { x: 0, y: 0, width: amplitude.cols, height: amplitude.rows };
}

function middleOf({ amplitude }: ModelFrame, side: number): Box {
  const width = Math.min(side, amplitude.cols);
  const height = Math.min(side, amplitude.rows);
  return { x: (amplitude.cols - width) >> 1, y: (amplitude.rows - height) >> 1, width, height };
}

/** Pixels a side to average, so that a box has about side² samples. */
function factorFor({ width, height }: Box, side: number): number {
  return Math.max(1, Math.round(Math.sqrt(width * height) / side));
}
