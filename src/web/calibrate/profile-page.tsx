import { inPageWords } from '../fields/page-words.ts';
import { useEffect, useState } from 'preact/hooks';
import { Confirm } from '../shell/confirm.tsx';
import { deleteProfile, readOverlay, readProfile, type Profile } from '../api/calibration.ts';
import type { FormControls } from '../form/form-state.ts';
import { Copyable } from '../shell/copyable.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { goTo } from '../shell/route.ts';
import { useAnswer } from '../shell/use-answer.ts';
import { ProfileCertificate } from './profile-certificate.tsx';
import { DriftCharts } from './drift-charts.tsx';
import { ResidualMap } from './residual-map.tsx';
import { correctionRows, formOf } from './profile-values.ts';

export interface ProfilePageProps {
  readonly apiKey: string;
  readonly profileId: string;
  readonly form: FormControls;
}

/** A profile: the target as it was found, what was measured, and the way to use it. */
export function ProfilePage({ apiKey, profileId, form }: ProfilePageProps) {
  const { answer: profile, error, again } = useAnswer(() => readProfile(apiKey, profileId), profileId);
  const [failure, setFailure] = useState<Error | null>(null);
  if (error) return <ProblemNotice error={error} again={again} />;
  if (!profile) return <p class="waiting">Loading the profile …</p>;
  const use = (): void => {
    form.change(formOf(profile, form.state.values));
    goTo('#/');
  };
  const remove = async (): Promise<void> => {
    try {
      await deleteProfile(apiKey, profileId);
      goTo('#/calibrate');
    } catch (cause) {
      setFailure(cause as Error);
    }
  };
  return (
    <section aria-label="Profile" class="columns">
      <div class="column">
        <Numbers profile={profile} />
        {failure && <ProblemNotice error={failure} />}
        <p class="row">
          <button type="button" onClick={use}>
            Use it
          </button>
          <Confirm action="Delete" confirm="Delete it" onConfirm={remove}>
            <h2>Delete this profile?</h2>
            <p>Results made with it stay; new reconstructions can’t use it any more.</p>
          </Confirm>
          <a href="#/calibrate">Calibrate again</a>
        </p>
        <ProfileCertificate profile={profile} />
      </div>
      <div class="column">
        <Overlay {...{ apiKey, profileId }} />
        <ResidualMap profile={profile} />
        <DriftCharts {...{ apiKey, profile }} />
      </div>
    </section>
  );
}

function Numbers({ profile }: { readonly profile: Profile }) {
  const { name, target_id, holography_mode, fit, warnings, quality } = profile;
  return (
    <div>
      <h2>{name ?? target_id}</h2>
      <p class="small">
        <Copyable text={profile.profile_id} what="the identifier of the profile" />
      </p>
      <p class={`notice ${quality === 'good' ? 'right' : 'review'}`}>
        {quality === 'good'
          ? 'The fit is good. Look at the overlay: the drawn target should lie on the one in the picture.'
          : 'Read the warnings and look at the overlay before you use it.'}
      </p>
      {warnings.length > 0 && (
        <ul>
          {warnings.map((warning) => (
            <li key={warning}>{inPageWords(warning)}</li>
          ))}
        </ul>
      )}
      <table>
        <caption class="hidden">What was measured</caption>
        <thead>
          <tr>
            <th scope="col">{holography_mode}</th>
            <th scope="col" class="no-wrap">
              given
            </th>
            <th scope="col">measured, ± one standard uncertainty</th>
          </tr>
        </thead>
        <tbody>
          {correctionRows(profile).map(({ label, given, measured }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td class="no-wrap">{given}</td>
              <td>{measured}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="small">
        {fit.features_found} of {fit.features_expected} features found; they lie{' '}
        {Number(fit.residual_px.toPrecision(2))} px (root mean square) from the fitted model.
      </p>
    </div>
  );
}

function Overlay({ apiKey, profileId }: { readonly apiKey: string; readonly profileId: string }) {
  const { answer, error, again } = useAnswer(() => readOverlay(apiKey, profileId), profileId);
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    if (!answer) return;
    const made = URL.createObjectURL(answer);
    setSource(made);
    return () => URL.revokeObjectURL(made);
  }, [answer]);
  if (error) return <ProblemNotice error={error} again={again} />;
  if (source === null) return <p class="waiting">Loading the overlay …</p>;
  return <img class="overlay" src={source} alt="The target’s model, drawn over the reconstructed frame" />;
}
