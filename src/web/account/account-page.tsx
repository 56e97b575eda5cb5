import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { readAccount } from '../api/account.ts';
import { Refused } from '../api/problem.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { useAnswer } from '../shell/use-answer.ts';
import { Keys } from './keys.tsx';
import { NewKey } from './new-key.tsx';
import { Overview } from './overview.tsx';
import type { SessionControls } from './session.ts';
import { SignIn } from './sign-in.tsx';
import { Usage } from './usage.tsx';

export interface AccountPageProps {
  readonly account: SessionControls;
  /** which part of it */
  readonly place: readonly string[];
  /** its results, which are no part of this folder */
  readonly results: (apiKey: string) => ComponentChildren;
}

/** Everything an account has, or the way to one. */
export function AccountPage({ account, place, results }: AccountPageProps) {
  const { session } = account;
  if (session === null) return <SignIn signIn={account.signIn} title="Account" />;
  return (
    <>
      {session.newKey && <NewKey apiKey={session.newKey} onSeen={account.keySeen} />}
      <SignedIn {...{ account, place, results, apiKey: session.apiKey }} />
    </>
  );
}

const parts = [
  ['', 'Results', '#/account'],
  ['settings', 'Data and settings', '#/account/settings'],
  ['keys', 'API keys', '#/account/keys'],
  ['usage', 'Usage', '#/account/usage'],
] as const;

function SignedIn({ account, place, results, apiKey }: AccountPageProps & { readonly apiKey: string }) {
  const about = useAnswer(() => readAccount(apiKey), apiKey);
  const here = place[0] ?? '';
  const keyId = account.session?.keyId ?? null;
  const invalid = about.error instanceof Refused && about.error.problem.code === 'INVALID_API_KEY';
  useEffect(() => {
    if (invalid) void account.signOut();
  }, [invalid]);
  if (about.error) return <ProblemNotice error={about.error} again={about.again} />;
  return (
    <>
      <div class="result-head">
        <h1>{about.answer?.email ?? 'Account'}</h1>
        <button type="button" class="second" onClick={() => void account.signOut()}>
          Sign out
        </button>
      </div>
      <nav class="tabs" aria-label="Account">
        {parts.map(([part, label, address]) => (
          <a key={part} href={address} aria-current={here === part ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      {here === '' && results(apiKey)}
      {here === 'settings' && about.answer && (
        <Overview {...{ apiKey, keyId, about: about.answer, reload: about.again }} />
      )}
      {here === 'keys' && <Keys apiKey={apiKey} ownKeyId={keyId} />}
      {here === 'usage' && <Usage apiKey={apiKey} />}
    </>
  );
}
