import { createHash } from 'node:crypto';
import { reportSettings } from '../../core/calibrate/report/report-settings.ts';
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
    Pick<
      CalibrationJob,
      'target_id' | 'certificate' | 'wavelength_tolerance_nm' | 'repeatability' | 'recipe'
    >,
    Pick<CalibrationResult, 'found' | 'overlay'>,
    Pick<Row<'profiles'>, 'profile_id' | 'name' | 'input_sha256'> {
  readonly created: Date;
  readonly software: PackageContext['software'];
}

/** What a certificate would say of where its lengths come from. */
function traceabilityOf({
  target_id,
  certificate,
  wavelength_tolerance_nm: nm,
  recipe,
}: MeasuredRig): string {
  const { number, k, maker, part_tolerance: share, feature_tolerance_um: um } = certificate ?? {};
  const stated = share !== undefined ? `±${share} of every length` : um !== undefined ? `±${um} µm` : null;
  const of = stated === null ? '' : `, ${stated}${k === undefined ? ' as a limit' : ` with k = ${k}`}`;
  const part =
    number === undefined
      ? `Lengths rest on the dimensions of ${target_id}${stated === null ? ` as ${maker ?? 'its maker'} states them` : ' as its owner states them'}${of}; no certificate was named, so they are not traceable.`
      : `Lengths are traceable through certificate ${number} of the part (${target_id})${of}, as its owner states it.`;
  const light =
    nm === null
      ? `±1 % of ${recipe.wavelength_um} µm, which nobody stated`
      : `${recipe.wavelength_um} µm ± ${nm} nm, as stated`;
  const { temperature, tilt } = reportSettings;
  const lies = `The part is taken to be within ±${temperature} K of the temperature that its lengths are stated for, and to lie square to the light within ±${Number(tilt.toPrecision(2))} rad.`;
  return `${part} Distances rest on the wavelength, ${light}. ${lies}`;
}

/** The profile as it is kept, but for whose it is and where its overlay lies. */
export function newProfile(rig: MeasuredRig): Omit<Row<'profiles'>, 'account_id' | 'blob_key'> {
  const { profile_id, name, target_id, certificate, recipe, input_sha256, found, overlay, software } = rig;
  const { wavelength_tolerance_nm, repeatability } = rig;
  const content: ProfileContent = {
    ...{ nominal: nominalRigOf(recipe), certificate, wavelength_tolerance_nm, repeatability, ...found },
    traceability: traceabilityOf(rig),
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
