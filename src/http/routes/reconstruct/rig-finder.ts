import type { CalibratedRig } from '../../../core/rig/calibrated-rig.ts';
import { findProfile } from '../../../services/calibration/find-profile.ts';
import { rigOf } from '../../../services/calibration/profile.ts';
import type { Store } from '../../../services/ports/database.ts';
import type { ProfileAsked } from './check-query.ts';

/** Finds what a profile of the account knows of its rig, once. @throws Refusal PROFILE_NOT_FOUND */
export function rigFinder(
  services: { readonly store: Store },
  accountId: string,
  asked: ProfileAsked | null,
) {
  let found: Promise<CalibratedRig | null> | undefined;
  const find = async () => {
    if (!asked) return null;
    const rig = rigOf(await findProfile(services, accountId, asked.profileId));
    return asked.origin ? { ...rig, origin_px: asked.origin } : rig;
  };
  return () => (found ??= find());
}
