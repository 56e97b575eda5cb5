import { listProfiles } from '../api/calibration.ts';
import { timeInWords } from '../shell/amounts.ts';
import { useAnswer } from '../shell/use-answer.ts';

/** What the account has measured already. */
export function ProfileList({ apiKey }: { readonly apiKey: string }) {
  const { answer } = useAnswer(() => listProfiles(apiKey), apiKey);
  if (!answer || answer.items.length === 0) return null;
  return (
    <section aria-label="Your profiles">
      <h2>Your profiles</h2>
      <ul>
        {answer.items.map(({ profile_id, name, target_id, holography_mode, created_at, quality }) => (
          <li key={profile_id}>
            <a href={`#/calibrate/${profile_id}`}>{name ?? target_id}</a> · {holography_mode} ·{' '}
            {timeInWords(created_at)}
            {quality === 'needs_review' && ' · needs a look'}
          </li>
        ))}
      </ul>
    </section>
  );
}
