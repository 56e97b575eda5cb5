import { useState } from 'preact/hooks';
import { createKey, listKeys, revokeKey, SCOPES, type ApiKey, type ScopeName } from '../api/account.ts';
import { timeInWords } from '../shell/amounts.ts';
import { Confirm } from '../shell/confirm.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { useList } from '../shell/use-answer.ts';
import { CreateKey, scopeWords, type NewKeyWishes } from './create-key.tsx';
import { NewKey } from './new-key.tsx';

export interface KeysProps {
  readonly apiKey: string;
  /** of the key that this page works with, where it was made for it */
  readonly ownKeyId: string | null;
}

/** The account's keys: for scripts, other people, other machines. */
export function Keys({ apiKey, ownKeyId }: KeysProps) {
  const list = useList((cursor) => listKeys(apiKey, cursor), apiKey);
  const [made, setMade] = useState<string | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const create = async (wishes: NewKeyWishes): Promise<void> => {
    setError(null);
    try {
      const { api_key, ...key } = await createKey(apiKey, wishes);
      setMade(api_key);
      list.change((items) => [key, ...items]);
    } catch (cause) {
      setError(cause as Error);
    }
  };
  const revoke = async (id: string): Promise<void> => {
    setError(null);
    try {
      await revokeKey(apiKey, id);
      list.change((items) => items.filter(({ key_id }) => key_id !== id));
    } catch (cause) {
      setError(cause as Error);
    }
  };
  return (
    <section aria-label="API keys">
      {/* one at a time: the key is shown once, and a second click would replace it unseen */}
      {made === null ? (
        <CreateKey onCreate={create} />
      ) : (
        <NewKey apiKey={made} onSeen={() => setMade(null)} />
      )}
      {(error ?? list.error) && <ProblemNotice error={(error ?? list.error)!} />}
      <KeyTable keys={list.items ?? []} ownKeyId={ownKeyId} onRevoke={revoke} />
      {list.more && (
        <button type="button" class="second" onClick={list.more}>
          Earlier keys
        </button>
      )}
    </section>
  );
}

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly ownKeyId: string | null;
  readonly onRevoke: (id: string) => Promise<void>;
}

function KeyTable({ keys, ownKeyId, onRevoke }: KeyTableProps) {
  return (
    <div class="wide" tabIndex={0} role="region" aria-label="Table of keys">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">For</th>
            <th scope="col">Made</th>
            <th scope="col">Valid until</th>
            <th scope="col">Revoke</th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ key_id, name, created_at, expires_at, scopes }) => (
            <tr key={key_id}>
              <td>
                {name ?? 'no name'}
                {key_id === ownKeyId && ' (this page)'}
              </td>
              <td>{forWhat(scopes)}</td>
              <td>{timeInWords(created_at)}</td>
              <td>{expires_at === null ? 'it is revoked' : timeInWords(expires_at)}</td>
              <td>
                <Confirm
                  {...{ action: 'Revoke', label: `Revoke ${name ?? key_id}`, confirm: 'Revoke it' }}
                  onConfirm={() => onRevoke(key_id)}
                >
                  <h2>Revoke the key {name ?? key_id}?</h2>
                  <p>
                    Whatever works with it stops at once
                    {key_id === ownKeyId && ', this page too: you are signed out'}. It can’t be brought back;
                    a new key can be made.
                  </p>
                </Confirm>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function forWhat(scopes: readonly ScopeName[]): string {
  if (scopes.length === SCOPES.length) return 'everything';
  return scopes.map((scope) => scopeWords[scope]).join(', ');
}
