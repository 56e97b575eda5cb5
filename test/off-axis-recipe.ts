import type { Recipe } from '../src/core/recipe/values.ts';
import { parseRecipe } from '../src/core/recipe/recipe.ts';

/** What a request with these fields means, on the rig that simulations have by default. */
export function offAxisRecipe(given: Partial<Recipe> = {}): Recipe {
  const rig = { holography_mode: 'off-axis', wavelength_um: 0.6328, pixel_pitch_um: 3.45 };
  return parseRecipe({ ...rig, ...given });
}
