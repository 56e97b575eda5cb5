import { readFile } from 'node:fs/promises';
import { parseOrigin } from '../core/calibrate-request/parse-origin.ts';
import { parseProfile } from '../core/calibrate-request/parse-profile.ts';
import type { CalibratedRig } from '../core/rig/calibrated-rig.ts';

/** @param profile a file @param origin where on the calibrated frame others begin @throws Problem; what reading throws */
export async function rigFrom(profile: string, origin: string | undefined): Promise<CalibratedRig> {
  const rig = parseProfile(await readFile(profile, 'utf8'));
  return origin === undefined ? rig : { ...rig, origin_px: parseOrigin(origin) };
}
