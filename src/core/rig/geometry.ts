import type { Recipe } from '../recipe/values.ts';

/** Size of one camera pixel in the sample, µm: the pitch itself in object space, else the sensor's over the magnification. */
export function samplePixelSize(recipe: Recipe): number {
  return recipe.pixel_pitch_basis === 'object_space'
    ? recipe.pixel_pitch_um
    : recipe.pixel_pitch_um / recipe.magnification;
}

/** Wavelength (µm) where light propagates from the sample to its image: λ / n of what lies between. */
export function mediumWavelength({ wavelength_um, refractive_index_immersion: n }: Light): number {
  return wavelength_um / n;
}

/**
 * µm, √(λ|z|): so far the first zone of Fresnel reaches in a plane z (µm) from the sensor, in the space of z and the pitch. Nearer to
 * the frame's edge than that, what lies beyond the frame has as much of a say as what lies within.
 */
export function firstZone(light: Light, z: number): number {
  return Math.sqrt(mediumWavelength(light) * Math.abs(z));
}

type Light = Pick<Recipe, 'wavelength_um' | 'refractive_index_immersion'>;

const NM_PER_UM = 1000;

/**
 * Height (nm) per radian of phase: λ / (2π (n_sample − n_medium)) in transmission, λ / 4π in reflection; null in
 * transmission without refractive indices, or where the two are equal. λ is that in vacuum, whatever the immersion.
 */
export function heightPerRadian(recipe: Recipe): number | null {
  if (recipe.sample_type === 'reflection') return (recipe.wavelength_um * NM_PER_UM) / (4 * Math.PI);
  if (recipe.refractive_index_sample === null || recipe.refractive_index_medium === null) return null;
  const contrast = recipe.refractive_index_sample - recipe.refractive_index_medium;
  return contrast === 0 ? null : (recipe.wavelength_um * NM_PER_UM) / (2 * Math.PI * contrast);
}
