import { useState } from 'preact/hooks';
import { changePassword } from '../api/account.ts';
import { byField } from '../api/field-errors.ts';
import { Refused } from '../api/problem.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { TextField } from '../shell/text-field.tsx';

/** A new password for the account, from somebody who knows the present one. */
export function ChangePassword({ apiKey }: { readonly apiKey: string }) {
  const [current, setCurrent] = useState('');
  const [wanted, setWanted] = useState('');
  const [revoke, setRevoke] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [changed, setChanged] = useState(false);
  const errors = error instanceof Refused ? byField(error.problem.errors ?? []) : new Map<string, string>();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setError(null);
    setChanged(false);
    try {
      await changePassword(apiKey, {
        ...{ current_password: current, new_password: wanted, revoke_other_keys: revoke },
      });
      setCurrent('');
      setWanted('');
      setChanged(true);
    } catch (cause) {
      setError(cause as Error);
    }
  };
  return (
    <section>
      <h2>Password</h2>
      <form
        class="narrow"
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-label="Change the password"
      >
        <TextField
          {...{ id: 'current_password', label: 'Present password', value: current, type: 'password' }}
          autocomplete="current-password"
          error={errors.get('current_password')}
          onInput={setCurrent}
        />
        <TextField
          {...{ id: 'new_password', label: 'New password', value: wanted, type: 'password' }}
          autocomplete="new-password"
          help="At least 10 characters"
          error={errors.get('new_password')}
          onInput={setWanted}
        />
        <label class="check">
          <input
            type="checkbox"
            id="revoke_other_keys"
            checked={revoke}
            onChange={(event) => setRevoke(event.currentTarget.checked)}
          />
          Revoke every API key but the one that this page works with
        </label>
        {error && <ProblemNotice error={error} elsewhere={new Set(errors.keys())} />}
        <button type="submit">Change the password</button>
        <p role="status">{changed ? 'The password is changed.' : ''}</p>
      </form>
    </section>
  );
}
