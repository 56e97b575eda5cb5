import type { NominalRig } from '../../core/rig/calibrated-rig.ts';
import type { Recipe } from '../../core/recipe/recipe.ts';
import type { Certificate } from '../../core/targets/target-model.ts';
import type { ReceivedFile } from '../reconstruction/received-file.ts';
import type { ProfileContent } from './profile.ts';

/** One calibration with everything it needs: it can be sent to another thread as it is. */
export interface CalibrationRun {
  readonly hologram: ReceivedFile;
  readonly background: ReceivedFile | null;
  readonly target_id: string;
  readonly certificate: Certificate | null;
  readonly recipe: Recipe;
}

export interface CalibrationResult {
  readonly found: Pick<ProfileContent, 'corrections' | 'fit' | 'quality' | 'warnings' | 'frame'>;
  /** PNG: what was found, and the model as it was fitted, on the amplitude */
  readonly overlay: Uint8Array<ArrayBuffer>;
  /** how long each stage took, ms */
  readonly stages: Readonly<Record<string, number>>;
}

/** The rig as it was described. */
export function nominalOf(recipe: Recipe): NominalRig {
  const { holography_mode, wavelength_um, pixel_pitch_um, pixel_pitch_basis, magnification } = recipe;
  const { z_mm, z_min_mm, z_max_mm } = recipe;
  const light = { holography_mode, wavelength_um, pixel_pitch_um, pixel_pitch_basis, magnification };
  return { ...light, z_mm, z_min_mm, z_max_mm };
}
