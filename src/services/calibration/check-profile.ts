import { compareProfiles, type QuantityDrift } from '../../core/calibrate-apply/compare-profiles.ts';
import { findTarget } from '../../core/targets/catalogue.ts';
import { parseProfile } from '../../core/calibrate-request/parse-profile.ts';
import { Problem, type ProblemCode } from '../../core/problem/problem.ts';
import { invalidInput } from '../../core/recipe/recipe.ts';
import type { Profile } from './profile.ts';

/** A profile with what it was measured from. @throws Problem INVALID_INPUT */
export function wholeProfile(text: string): Profile {
  parseProfile(text);
  const profile = JSON.parse(text) as Partial<Profile>;
  if (typeof profile.target_id === 'string' && Array.isArray(profile.budget)) return profile as Profile;
  const message = 'is no whole profile: what was measured, and with which target, is missing';
  throw invalidInput([{ pointer: '/check', message }]);
}

/** The request that a profile came from, as texts; what is given besides goes before it. */
export function fieldsOfProfile(
  { target_id, nominal, certificate, wavelength_tolerance_nm }: Profile,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const { number, k, ...part } = certificate ?? {};
  const known = {
    ...{ target_id, ...nominal, ...part, certificate: number, certificate_k: k, wavelength_tolerance_nm },
  };
  const texts = Object.entries(known).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)] as const],
  );
  return { ...Object.fromEntries(texts), ...given };
}

/** What a check came to. */
export interface ProfileCheck {
  readonly profile_id: string;
  readonly checked_at: string;
  readonly input_sha256: string;
  readonly quantities: readonly QuantityDrift[];
  /** one of its frames is one that the profile was measured from: what that says of the rig since is nothing */
  readonly same_frame: boolean;
  /** the profile is past its date */
  readonly due: boolean;
  /** why the frame tells nothing of the rig; null: it was measured */
  readonly refused: { readonly code: ProblemCode; readonly reason: string } | null;
  readonly pass: boolean;
}

/** What a frame is refused for rather than a file or a request. */
const ofFrame: ReadonlySet<ProblemCode> = new Set(['TARGET_NOT_RECOGNISED', 'SIDEBAND_NOT_FOUND']);

/** A check that came to nothing, which a record of the rig must not be silent of; null where no frame was looked at. */
export function refusedCheck(
  profile: Profile,
  fresh: Pick<Profile, 'input_sha256' | 'created_at'> & Files,
  cause: unknown,
): ProfileCheck | null {
  if (!(cause instanceof Problem && ofFrame.has(cause.code))) return null;
  const { input_sha256, created_at } = fresh;
  return {
    ...{ profile_id: profile.profile_id, checked_at: created_at, input_sha256, quantities: [] },
    same_frame: shareFrame(profile, fresh),
    due: isDue(profile, created_at),
    refused: { code: cause.code, reason: cause.message },
    pass: false,
  };
}

/** What a calibration was measured from; the first alone in profiles from before several frames could be sent. */
type Files = Pick<Profile, 'input_sha256'> & {
  readonly frames?: readonly { readonly input_sha256: string }[] | undefined;
};

function shareFrame(profile: Files, fresh: Files): boolean {
  const filesOf = ({ input_sha256, frames = [] }: Files) =>
    [input_sha256].concat(frames.map((one) => one.input_sha256));
  const known = new Set(filesOf(profile));
  return filesOf(fresh).some((one) => known.has(one));
}

function isDue({ valid_until }: Profile, at: string): boolean {
  return (valid_until as string | undefined) !== undefined && at > valid_until;
}

export function checkOf(profile: Profile, fresh: Profile): ProfileCheck {
  const model = findTarget(profile.target_id)?.model(profile.certificate ?? undefined);
  const quantities = compareProfiles(profile, fresh, model?.lattices.length === 0);
  const due = isDue(profile, fresh.created_at);
  const agrees = quantities.length > 0 && quantities.every((one) => one.agrees);
  return {
    ...{ profile_id: profile.profile_id, checked_at: fresh.created_at, input_sha256: fresh.input_sha256 },
    same_frame: shareFrame(profile, fresh),
    ...{ quantities, due, refused: null, pass: agrees && !due },
  };
}
