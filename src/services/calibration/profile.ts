import type { CalibratedRig, NominalRig } from '../../core/rig/calibrated-rig.ts';
import type { LensDistortion } from '../../core/rig/calibration.ts';
import type { Certificate } from '../../core/targets/target-model.ts';
import type { PackageContext } from '../../formats/report/package-context.ts';
import type { CalibrationResult } from '../ports/compute.ts';
import type { Row } from '../ports/database.ts';
import { Refusal } from '../refusal.ts';

type Found = CalibrationResult['found'];

/** What the table `profiles` keeps as JSON: everything that was found, and what it was found from. */
export interface ProfileContent extends Omit<Found, 'frames' | 'distortion' | 'residuals' | 'coverage'> {
  /** of the lens, as the frames show it; absent in profiles from before it was looked for */
  readonly distortion?: Found['distortion'];
  /** what the fit left over the frame; absent in profiles from before it was kept */
  readonly residuals?: Found['residuals'];
  /** absent in profiles from before it was said */
  readonly coverage?: Found['coverage'];
  /** what each frame tells by itself; absent in profiles from before several could be sent */
  readonly frames?: Found['frames'];
  readonly nominal: NominalRig;
  /** null: the catalogue's values were used */
  readonly certificate: Certificate | null;
  /** ± of the wavelength; null: 1 % of it was taken */
  readonly wavelength_tolerance_nm: number | null;
  /** one σ of the pitch over repeated recordings, a share, as it was stated; null: it was not */
  readonly repeatability?: number | null;
  /** what lengths and distances rest on, in words; absent in profiles from before it was said */
  readonly traceability?: string;
  /** when the rig is to be measured again at the latest */
  readonly valid_until: string;
  readonly software: PackageContext['software'];
}

/** A calibration profile: what a rig was found to be. It never changes. */
export interface Profile extends ProfileContent {
  readonly profile_id: string;
  readonly name: string | null;
  readonly target_id: string;
  readonly holography_mode: string;
  readonly created_at: string;
  readonly input_sha256: string;
  readonly overlay: { readonly sha256: string; readonly bytes: number };
  /** what to do with it, for people */
  readonly next_step: string;
}

export function toProfile(row: Omit<Row<'profiles'>, 'account_id' | 'blob_key'>): Profile {
  const { profile_id, name, target_id, holography_mode, created_at, input_sha256 } = row;
  const { profile, sha256, bytes } = row;
  const content = JSON.parse(profile) as ProfileContent;
  return {
    ...{ profile_id, name, target_id, holography_mode, created_at, input_sha256 },
    ...content,
    overlay: { sha256, bytes },
    next_step: nextStep(profile_id, content),
  };
}

/** What a reconstruction takes of it. */
export function rigOf(profile: Profile): CalibratedRig {
  const { profile_id, nominal, corrections, frame, budget, distortion } = profile;
  // profiles from before there was one have none
  const ofDistance = (budget as typeof budget | undefined)?.filter(({ quantity }) => quantity === 'z_mm');
  return {
    ...{ profile_id, nominal, corrections, frame, budget: ofDistance },
    ...(distortion !== undefined && { distortion: distortion && lensOf(distortion) }),
  };
}

/** Without its map: a reconstruction takes the terms. */
function lensOf(distortion: NonNullable<Found['distortion']>): LensDistortion {
  const { radial, tangential_x, tangential_y, radius_px, significant, linear } = distortion;
  return { radial, tangential_x, tangential_y, radius_px, significant, linear };
}

function nextStep(profileId: string, { quality, nominal }: ProfileContent): string {
  const look =
    quality === 'good'
      ? 'Look at the overlay: the drawn target should lie on the one in the picture.'
      : 'Read the warnings and look at the overlay before you use it.';
  const { pixel_pitch_um, wavelength_um } = nominal;
  return (
    `${look} Then send every frame of this camera to POST /reconstruct_pdhm?calibration_profile_id=${profileId}, with the ` +
    `same best guesses as here (pixel_pitch_um=${pixel_pitch_um}, wavelength_um=${wavelength_um}): the profile corrects ` +
    'them. Record the target again whenever the rig was touched.'
  );
}

export const profileColumns = [
  ...(['profile_id', 'name', 'target_id', 'holography_mode'] as const),
  ...(['input_sha256', 'profile', 'sha256', 'bytes', 'created_at'] as const),
] as const;

export function profileNotFound(): Refusal {
  return new Refusal('PROFILE_NOT_FOUND', 'None of your calibration profiles has this identifier.');
}
