import { mediumWavelength, samplePixelSize } from '../rig/geometry.ts';
import type { Recipe } from '../recipe/values.ts';
import type { Flag } from './reconstruction.ts';

/** No objective collects more, not even through oil. */
const MOST_APERTURE = 1.5;

/**
 * Distances in the sample that were sent as those on the sensor's side: there they are M² times as long. A camera of pitch
 * p behind a lens of aperture A records up to f = min(1 / 2p, A / Mλ₀), and nearer than 1 / 4λf² not even that diffracts by
 * an eighth of a turn (πλz|f|²). Where a distance was searched, the depth of field there tells the same of what is recorded.
 * @param depthOfField µm, where a distance was found; longer than half of the farthest one: it hardly matters
 */
export function nearTheSensor(recipe: Recipe, depthOfField = 0): Flag[] {
  if (recipe.pixel_pitch_basis === 'object_space' || recipe.magnification === 1) return [];
  const { z_mm, z_min_mm, z_max_mm, stack_z_mm } = recipe;
  const given = stack_z_mm ?? [z_mm, z_min_mm, z_max_mm].filter((z) => z !== null);
  const far = given.length > 0 ? Math.max(...given.map(Math.abs)) : Infinity;
  const wavelength = mediumWavelength(recipe);
  const finest = Math.min(
    1 / (2 * recipe.pixel_pitch_um),
    MOST_APERTURE / (recipe.magnification * recipe.wavelength_um),
  );
  const tooNear = Math.max(1 / (4 * wavelength * finest * finest), 2 * depthOfField);
  if (far === 0 || 1000 * far > tooNear) return [];
  const detail = `Distances are taken on the sensor’s side of the optics, where up to ${far} mm what a lens and the pixels resolve hardly diffracts. Where they are distances in the sample, send pixel_pitch_basis=object_space with the pitch there, ${samplePixelSize(recipe)} µm.`;
  return [{ code: 'distances_on_sensor_side', level: 'needs_review', detail }];
}
