import { createHash } from 'node:crypto';
import type { PackageContext } from '../../formats/report/package-context.ts';
import type { CalibrationJob, CalibrationResult } from '../ports/compute.ts';
import type { Row } from '../ports/database.ts';
import { nominalRigOf } from './nominal-rig.ts';
import type { ProfileContent } from './profile.ts';

/** A year, as calibration laboratories recommend where nothing is known of drift. */
const VALID_MS = 365 * 24 * 60 * 60 * 1000;

/** What a calibration found, and what from. */
export interface MeasuredRig
  extends
    Pick<CalibrationJob, 'target_id' | 'certificate' | 'wavelength_tolerance_nm' | 'recipe'>,
    Pick<CalibrationResult, 'found' | 'overlay'>,
    Pick<Row<'profiles'>, 'profile_id' | 'name' | 'input_sha256'> {
  readonly created: Date;
  readonly software: PackageContext['software'];
}

/** The profile as it is kept, but for whose it is and where its overlay lies. */
export function newProfile(rig: MeasuredRig): Omit<Row<'profiles'>, 'account_id' | 'blob_key'> {
  const { profile_id, name, target_id, certificate, recipe, input_sha256, found, overlay, software } = rig;
  const { wavelength_tolerance_nm } = rig;
  const content: ProfileContent = {
    ...{ nominal: nominalRigOf(recipe), certificate, wavelength_tolerance_nm, ...found },
    ...{ valid_until: new Date(rig.created.getTime() + VALID_MS).toISOString(), software },
  };
  return {
    ...{ profile_id, name, target_id, holography_mode: recipe.holography_mode, input_sha256 },
    profile: JSON.stringify(content),
    sha256: createHash('sha256').update(overlay).digest('hex'),
    bytes: overlay.byteLength,
    created_at: rig.created.toISOString(),
  };
}
