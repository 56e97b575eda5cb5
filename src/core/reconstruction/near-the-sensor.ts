import { mediumWavelength, samplePixelSize } from '../rig/geometry.ts';
import type { Recipe } from '../recipe/values.ts';
import type { Flag } from './reconstruction.ts';

/** No objective collects more, not even through oil. */
const MOST_APERTURE = 1.5;

/**
 * Distances in the sample that were sent as those on the sensor's side: there they are M² times as long. A camera of pitch
 * p behind a lens of aperture A records up to f = min(1 / 2p, A / Mλ₀), and nearer than 1 / 4λf² not even that diffracts by
 * an eighth of a turn (πλz|f|²).
 */
export function nearTheSensor(recipe: Recipe): Flag[] {
  if (recipe.pixel_pitch_basis === 'object_space' || recipe.magnification === 1) return [];
  const { z_mm, z_min_mm, z_max_mm, stack_z_mm } = recipe;
  const given = stack_z_mm ?? [z_mm, z_min_mm, z_max_mm].filter((z) => z !== null);
  const far = given.length > 0 ? Math.max(...given.map(Math.abs)) : Infinity;
  const wavelength = mediumWavelength(recipe);
  const finest = Math.min(
    1 / (2 * recipe.pixel_pitch_um),
    MOST_APERTURE / (recipe.magnification * recipe.wavelength_um),
  );
  if (far === 0 || 1000 * far > 1 / (4 * wavelength * finest * finest)) return [];
  const detail = `Distances are taken on the sensor’s side of the optics, where up to ${far} mm nothing that a lens and the pixels resolve diffracts. Where they are distances in the sample, send pixel_pitch_basis=object_space with the pitch there, ${samplePixelSize(recipe)} µm.`;
  return [{ code: 'distances_on_sensor_side', level: 'needs_review', detail }];
}
