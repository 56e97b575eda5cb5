import { useState } from 'preact/hooks';
import { SCOPES, type ScopeName } from '../api/account.ts';
import { TextField } from '../shell/text-field.tsx';

/** What each scope lets a key do, in the page's words. */
export const scopeWords: Readonly<Record<ScopeName, string>> = {
  reconstruct: 'reconstruct',
  read: 'read results',
  delete: 'delete',
  calibrate: 'calibrate',
};

export interface NewKeyWishes {
  readonly name: string | null;
  readonly scopes: readonly ScopeName[];
}

/** What a new key is called and what it is for: everything, unless somebody takes something away. */
export function CreateKey({ onCreate }: { readonly onCreate: (wishes: NewKeyWishes) => Promise<void> }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ScopeName[]>(SCOPES);
  const [busy, setBusy] = useState(false);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const made = onCreate({ name: name.trim() || null, scopes });
    void made.then(() => setName((now) => (now === name ? '' : now))).finally(() => setBusy(false));
  };
  const change = (scope: ScopeName, on: boolean): void =>
    setScopes((old) => SCOPES.filter((one) => (one === scope ? on : old.includes(one))));
  return (
    <form class="narrow" onSubmit={submit} aria-label="New key">
      <TextField
        {...{ id: 'key_name', label: 'Name of a new key (optional)', value: name, onInput: setName }}
        help="For yourself, to tell your keys apart: microscope 2, for example"
      />
      <fieldset class="kinds" aria-describedby="scopes-help">
        <legend>What it is for</legend>
        {SCOPES.map((scope) => (
          <label key={scope}>
            <input
              type="checkbox"
              name="scope"
              value={scope}
              checked={scopes.includes(scope)}
              onChange={(event) => change(scope, event.currentTarget.checked)}
            />
            {scopeWords[scope]}
          </label>
        ))}
      </fieldset>
      <p class="help" id="scopes-help">
        A key for all four may also change the account: keys, password and settings.
      </p>
      <button type="submit" disabled={scopes.length === 0 || busy}>
        Make a key
      </button>
    </form>
  );
}
