import { scorePhase } from '../../../bench/accuracy/score.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { reconstruct } from '../reconstruct.ts';
import type { Truth } from '../simulate/truth.ts';

/** How far the phase of a frame is from the truth, rad, and what a flag says of the frame; undefined: nothing. */
export function sentFrame(
  kernels: Kernels,
  sent: Frame,
  truth: Truth,
  flag: string,
): { readonly rmse: number; readonly words: string | undefined } {
  const recipe = offAxisRecipe({});
  const { phase, rows, cols, flags } = reconstruct(kernels, { hologram: sent, background: null }, recipe);
  const { rmse } = scorePhase(phase.data, truth.unwrappedPhase.data, rows, cols, { border: 0.1 });
  return { rmse, words: flags.find(({ code }) => code === flag)?.detail };
}
