import { createHash } from 'node:crypto';
import type { Corrections } from '../../core/rig/calibration.ts';
import { parseRecipe } from '../../core/recipe/recipe.ts';
import { publishBlobs } from '../archive/publish-blobs.ts';
import type { Storage } from '../archive/storage.ts';
import { mintId } from '../mint-id.ts';
import { nominalRigOf } from './nominal-rig.ts';
import { toProfile, type Profile, type ProfileContent } from './profile.ts';

const nothing: Corrections = {
  ...{ pixel_pitch_um: null, pixel_pitch_x_um: null, pixel_pitch_y_um: null, scale_anisotropy: null },
  ...{ shear_rad: null, z_mm: null, z_offset_mm: null, phase_aberration: null },
  ...{ carrier_cycles_per_px: null, phase_scale: null },
};

/** What a fit could have found on the rig of examples/off-axis.png. */
export function contentOf(corrections: Partial<Corrections> = {}): ProfileContent {
  const light = { holography_mode: 'off-axis', wavelength_um: 0.6328, pixel_pitch_um: 3.45, z_mm: 5 };
  return {
    nominal: nominalRigOf(parseRecipe(light)),
    ...{ certificate: null, wavelength_tolerance_nm: null, valid_until: '2027-01-01T00:00:00.000Z' },
    corrections: { ...nothing, ...corrections },
    fit: {
      ...{ residual_px: 0.05, features_found: 10, features_expected: 12, mirrored: false },
      ...{ rotation_deg: { value: 1, sigma: 0.1 }, shift_um: { x: 1, y: 2 } },
    },
    ...{ budget: [], expanded: { k: 2 }, quality: 'good', warnings: [] },
    frame: { width_px: 768, height_px: 768, crop_px: { x: 0, y: 0, width: 768, height: 768 } },
    software: { name: 'leith', version: '0', kernel_sha256: 'a'.repeat(64) },
  };
}

/** Stores a profile that no target was recorded for. */
export async function makeProfile(
  storage: Storage,
  account_id: string,
  content: ProfileContent = contentOf(),
): Promise<Profile> {
  const time = storage.now();
  const profile_id = mintId('prof', time);
  const overlay = new TextEncoder().encode(`overlay of ${profile_id}`);
  const picture = { sha256: createHash('sha256').update(overlay).digest('hex'), bytes: overlay.byteLength };
  const row = {
    ...{ profile_id, account_id, name: null, target_id: 'usaf-1951', holography_mode: 'off-axis' },
    ...{ input_sha256: 'b'.repeat(64), profile: JSON.stringify(content), ...picture },
    ...{ blob_key: `profile/${profile_id}.png`, created_at: time.toISOString() },
  };
  await publishBlobs(storage, [{ key: row.blob_key, chunks: [overlay], ...picture }], (trx) =>
    trx.insertInto('profiles').values(row).execute(),
  );
  return toProfile(row);
}
