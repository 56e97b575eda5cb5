import type { Recipe } from '../../src/core/recipe/values.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import type { SimulationSpec } from '../../src/core/simulate/simulation-spec.ts';

/** What somebody who knows the rig but not the sample would ask for. */
export function recipeOf(spec: SimulationSpec, given: Readonly<Record<string, unknown>> = {}): Recipe {
  const { wavelength_um, pixel_pitch_um, z_mm } = spec;
  return parseRecipe({ holography_mode: 'off-axis', wavelength_um, pixel_pitch_um, z_mm, ...given });
}
