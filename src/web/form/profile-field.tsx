import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../account/session.ts';
import { listProfiles, type Profile } from '../api/calibration.ts';
import type { FormState } from './form-state.ts';

export interface ProfileFieldProps {
  readonly session: Session;
  /** profile_id; null: none */
  readonly chosen: string | null;
  readonly change: (change: Partial<FormState>) => void;
}

/** Which of the account's calibration profiles corrects the request. */
export function ProfileField({ session: { apiKey }, chosen, change }: ProfileFieldProps) {
  const [profiles, setProfiles] = useState<readonly Profile[]>([]);
  useEffect(() => {
    let gone = false;
    // without a list there is nothing to choose from, and nothing else is lost
    listProfiles(apiKey).then(
      ({ items }) => gone || setProfiles(items),
      () => {},
    );
    return () => void (gone = true);
  }, [apiKey]);
  if (profiles.length === 0) return null;
  return (
    <div class="field">
      <label for="calibration_profile_id">Calibration profile</label>
      <select
        id="calibration_profile_id"
        value={chosen ?? ''}
        aria-describedby="calibration_profile_id-help"
        onChange={(event) => change({ profileId: event.currentTarget.value || null })}
      >
        <option value="">none</option>
        {profiles.map((profile) => (
          <option key={profile.profile_id} value={profile.profile_id}>
            {profile.name ?? profile.target_id} · {profile.holography_mode} · {profile.nominal.wavelength_um}{' '}
            µm
          </option>
        ))}
      </select>
      <span class="help" id="calibration_profile_id-help">
        Of the same camera, mode and wavelength; the evidence report lists every correction.
      </span>
    </div>
  );
}
