import type { Kernels } from '../../../kernel/kernels.ts';
import { RetrievalLevels } from '../../retrieve/retrieval-levels.ts';
import { retrievalSettings } from '../../retrieve/retrieval-settings.ts';
import { solveCoarse } from '../../retrieve/solve-coarse.ts';
import { weightOf, type ModelFrame } from './model-cost.ts';

/**
 * What phase retrieval has to pay at a distance where it takes its time as it does in the end, at every resolution. Cut short, trials tell
 * which distance it is, but not where within a third of a depth of field: the more is left to do, the nearer to the sensor costs seem least.
 * @param onIteration called after every iteration; may throw to cancel
 */
export function settledCost(
  kernels: Kernels,
  onIteration: () => void,
  { amplitude, noiseSigma, ...optics }: ModelFrame,
  z: number,
): number {
  using scope = kernels.scope();
  const settings = retrievalSettings;
  const { rows, cols } = amplitude;
  const lambda = weightOf(noiseSigma, settings);
  const frames = [{ amplitude, z }];
  const asked = { ...optics, rows, cols, frames, noiseSigma, lambda, triesAbsorbing: false, evenLight: null };
  using levels = new RetrievalLevels(kernels, () => {}, settings);
  const { finest } = solveCoarse(kernels, scope, levels, asked, settings, onIteration);
  const { maxIterations, tolerance } = settings.fine;
  const limits = { maxIterations, tolerance };
  const { solution } = levels.solve(finest, { lambda, noiseSigma }, limits, onIteration);
  // with momentum the last is not the least
  return Math.min(...solution.objective);
}
