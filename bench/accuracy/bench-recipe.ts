import type { Recipe } from '../../src/core/recipe.ts';
import type { SimulationSpec } from '../../src/core/simulate/simulation-spec.ts';

/** An off-axis recipe with the contract's defaults for everything that is not said. */
export function offAxisRecipe(
  given: Pick<Recipe, 'wavelength_um' | 'pixel_pitch_um'> & Partial<Recipe>,
): Recipe {
  return {
    holography_mode: 'off-axis',
    pixel_pitch_basis: 'sensor',
    magnification: 1,
    z_mm: null,
    z_min_mm: null,
    z_max_mm: null,
    sample_type: 'transmission',
    refractive_index_sample: null,
    refractive_index_medium: null,
    sideband: 'auto',
    carrier_cycles_per_px: null,
    filter_radius_cycles_per_um: null,
    phase_retrieval: 'constrained',
    stack_z_mm: null,
    phase_background: 'auto',
    output_sampling: 'full',
    ...given,
  };
}

/** What somebody who knows the rig but not the sample would ask for. */
export function recipeOf(spec: SimulationSpec, given: Partial<Recipe> = {}): Recipe {
  const { wavelength_um, pixel_pitch_um, z_mm } = spec;
  return offAxisRecipe({ wavelength_um, pixel_pitch_um, z_mm, ...given });
}
