import { parabolaVertex } from '../../../focus/extremum.ts';
import type { Kernels } from '../../../kernel/kernels.ts';
import type { DepthAt } from '../metrics/search-range.ts';
import type { ChoiceSettings } from './model-settings.ts';
import { factorFor, trialGrid, wholeFrame, type TrialSetup } from './trials.ts';

/** Samples a side of the grid: the most that keeps samples times distances within the budget, which is time alone. */
const SIDES = [192, 160, 128, 112, 96, 80, 64];
const BUDGET = 1e6;

/** What phase retrieval has to pay at distances all over the range, nearest first. */
export interface CostScan {
  /** µm */
  readonly zs: readonly number[];
  readonly costs: readonly number[];
}

/** On a coarse grid: this finds objects so near to the sensor, so strong or so smooth that no focus metric shows them. */
export function scanByModel(kernels: Kernels, setup: TrialSetup): CostScan {
  const box = wholeFrame(setup.full);
  for (const side of SIDES) {
    using scope = kernels.scope();
    const factor = factorFor(box, side);
    const { frame, depth } = trialGrid(kernels, scope, setup, box, factor);
    const zs = coarseDistances(setup, depth);
    const samples = frame.amplitude.rows * frame.amplitude.cols;
    if (zs.length * samples > BUDGET && side !== SIDES.at(-1)) continue;
    return { zs, costs: zs.map((z) => setup.cost(frame, z)) };
  }
  return { zs: [], costs: [] };
}

/** From the nearest distance that has a field of its own to the end of the range. */
export function coarseDistances(
  { range, metrics }: Pick<TrialSetup, 'range' | 'metrics'>,
  depth: DepthAt,
): number[] {
  const { nearest, step } = metrics.sweep;
  const zs: number[] = [];
  let z = Math.max(range.from, nearest * depth(range.from));
  for (; z < range.to; z += Math.min(metrics.longest * z, step * depth(z))) zs.push(z);
  return [...zs, range.to];
}

/**
 * Distances at which phase retrieval explains the hologram best, cheapest first, µm: minima; where there is none, the cheapest
 * end. The far end counts only where nothing else does: light from outside the frame makes large distances cheap.
 */
export function cheapest(
  { zs, costs }: CostScan,
  { mostFinalists }: Pick<ChoiceSettings, 'mostFinalists'>,
): number[] {
  const all = costs.map((cost, k) => ({ cost, k }));
  const inner = all.filter(
    ({ cost, k }) => k < zs.length - 1 && cost <= (costs[k - 1] ?? Infinity) && cost < costs[k + 1]!,
  );
  const sorted = (inner.length > 0 ? inner : all).sort((a, b) => a.cost - b.cost);
  return sorted.slice(0, inner.length > 0 ? mostFinalists : 1).map(({ k }) => parabolaVertex(zs, costs, k));
}
