import { parabolaVertex } from '../../../focus/extremum.ts';
import type { Kernels } from '../../../kernel/kernels.ts';
import { modelCost } from './model-cost.ts';
import type { DepthAt, SearchRange } from '../metrics/search-range.ts';
import { factorFor, trialGrid, wholeFrame, type TrialSetup } from './trials.ts';

/** Samples a side of the grid: the most that keeps samples times distances within the budget. */
const SIDES = [192, 160, 128, 112, 96, 80, 64];
const BUDGET = 1e6;
/** Steps, as a share of the depth of field of that grid, and of the distance. */
const STEP = 0.4;
const LONGEST_STEP = 0.25;
/** Nearer to the sensor than this share of the depth of field nothing is told. */
const NEAREST = 0.3;
/** Minima that may be the focus: so many, and none that costs this much more than the best. */
const MOST = 3;
const WORTH_TRYING = 1.15;

/**
 * Distances all over the range at which phase retrieval on a coarse grid explains the hologram best, cheapest first,
 * µm. This finds objects so near to the sensor, so strong or so smooth that no focus metric shows them. The far
 * end counts only where nothing else does: light from outside the frame makes large distances cheap.
 */
export function scanByModel(kernels: Kernels, setup: TrialSetup): number[] {
  const { full, range, onIteration } = setup;
  const box = wholeFrame(full);
  for (const side of SIDES) {
    using scope = kernels.scope();
    const factor = factorFor(box, side);
    const { frame, depth } = trialGrid(kernels, scope, setup, box, factor);
    const zs = distances(range, depth);
    const samples = frame.amplitude.rows * frame.amplitude.cols;
    if (zs.length * samples > BUDGET && side !== SIDES.at(-1)) continue;
    return minima(
      zs,
      zs.map((z) => modelCost(kernels, frame, z, onIteration)),
    );
  }
  return [];
}

function distances(range: SearchRange, depth: DepthAt): number[] {
  const zs: number[] = [];
  let z = Math.max(range.from, NEAREST * depth(range.from));
  for (; z < range.to; z += Math.min(LONGEST_STEP * z, STEP * depth(z))) zs.push(z);
  return zs.length > 0 ? [...zs, range.to] : [range.to];
}

function minima(zs: readonly number[], costs: readonly number[]): number[] {
  const all = costs.map((cost, k) => ({ cost, k }));
  const inner = all.filter(
    ({ cost, k }) => k < zs.length - 1 && cost <= (costs[k - 1] ?? Infinity) && cost < costs[k + 1]!,
  );
  const sorted = (inner.length > 0 ? inner : all).sort((a, b) => a.cost - b.cost);
  return sorted
    .slice(0, inner.length > 0 ? MOST : 1)
    .filter(({ cost }) => cost < WORTH_TRYING * sorted[0]!.cost)
    .map(({ k }) => parabolaVertex(zs, costs, k));
}
