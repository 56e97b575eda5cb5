import type { NominalRig } from '../../core/rig/calibrated-rig.ts';
import { defaults } from '../../core/recipe/defaults.ts';
import type { Recipe } from '../../core/recipe/values.ts';

/** The rig as it was described. */
export function nominalRigOf(recipe: Recipe): NominalRig {
  const { holography_mode, wavelength_um, pixel_pitch_um, pixel_pitch_basis, magnification } = recipe;
  const { z_mm, z_min_mm, z_max_mm } = recipe;
  const light = { holography_mode, wavelength_um, pixel_pitch_um, pixel_pitch_basis, magnification };
  const immersion = recipe.refractive_index_immersion;
  const medium =
    immersion === defaults.refractive_index_immersion ? {} : { refractive_index_immersion: immersion };
  return { ...light, ...medium, z_mm, z_min_mm, z_max_mm };
}
