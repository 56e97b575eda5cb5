import { mediumWavelength, samplePixelSize } from '../../rig/geometry.ts';
import type { Recipe } from '../../recipe/values.ts';
import type { Flag } from '../../reconstruction/reconstruction.ts';

/**
 * Distances in the sample that were sent as those on the sensor's side: there they are M² times as long. Nearer than
 * p² / λ not even what two pixels p resolve diffracts by an eighth of a turn (πλz|f|² at f = 1 / 2p).
 */
export function nearTheSensor(recipe: Recipe): Flag[] {
  if (recipe.pixel_pitch_basis === 'object_space' || recipe.magnification === 1) return [];
  const { z_mm, z_min_mm, z_max_mm, stack_z_mm } = recipe;
  const given = stack_z_mm ?? [z_mm, z_min_mm, z_max_mm].filter((z) => z !== null);
  const far = given.length > 0 ? Math.max(...given.map(Math.abs)) : Infinity;
  if (1000 * far > (recipe.pixel_pitch_um * recipe.pixel_pitch_um) / mediumWavelength(recipe)) return [];
  const detail = `Distances are taken on the sensor’s side of the optics, where up to ${far} mm nothing that the pixels resolve diffracts. Where they are distances in the sample, send pixel_pitch_basis=object_space with the pitch there, ${samplePixelSize(recipe)} µm.`;
  return [{ code: 'distances_on_sensor_side', level: 'needs_review', detail }];
}
