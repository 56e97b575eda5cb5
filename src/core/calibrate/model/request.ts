import type { Recipe } from '../../recipe/recipe.ts';
import type { Certificate } from '../../targets/target-model.ts';
import type { Target } from '../../targets/target.ts';

/** What a person says about a frame that shows a target: which one it is, and the rig as they believe it to be. */
export interface CalibrationRequest {
  readonly target: Target;
  /** of the very part in hand; replaces the nominal size and tolerance */
  readonly certificate?: Certificate | undefined;
  /** a validated recipe whose pitch and distance (or range of distances) are best guesses */
  readonly recipe: Recipe;
}
