import { useEffect, useRef, useState } from 'preact/hooks';
import { beginOpenId, finishOpenId } from '../api/account.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { currentQuery, goTo, replaceAddress } from '../shell/route.ts';
import { useServiceFacts } from '../shell/service-facts.ts';
import type { SessionControls } from './session.ts';

/** What is to be known when the browser comes back from the provider; it goes with the tab. */
const PLACE = 'leith.openid';

interface Leaving {
  /** where in the page the person was */
  readonly hash: string;
  readonly keep: boolean;
}

/** The way over a provider of OpenID Connect, where the service has one. */
export function OpenIdButton({ keep }: { readonly keep: boolean }) {
  const name = useServiceFacts()?.sign_in_with ?? null;
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  if (name === null) return null;
  const leave = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const { authorization_url } = await beginOpenId();
      const leaving: Leaving = { hash: location.hash, keep };
      sessionStorage.setItem(PLACE, JSON.stringify(leaving));
      location.assign(authorization_url);
    } catch (cause) {
      setError(cause as Error);
      setBusy(false);
    }
  };
  return (
    <>
      <p>
        <button type="button" class="second" disabled={busy} onClick={() => void leave()}>
          Sign in with {name}
        </button>
      </p>
      {error && <ProblemNotice error={error} />}
    </>
  );
}

/** Where the provider sends the browser back to: who has come is asked once, and the page goes on where it was. */
export function OpenIdReturn({ signIn }: Pick<SessionControls, 'signIn'>) {
  const [error, setError] = useState<Error | null>(null);
  const begun = useRef(false);
  useEffect(() => {
    // a code is good for one time
    if (begun.current) return;
    begun.current = true;
    const answer = currentQuery();
    const left = leftBehind();
    replaceAddress('#/openid');
    finish(answer).then(({ api_key: apiKey, key_id: keyId }) => {
      signIn({ apiKey, keyId, newKey: null }, left.keep);
      replaceAddress(left.hash);
    }, setError);
  }, []);
  if (!error) {
    return (
      <p class="waiting" role="status">
        Signing in …
      </p>
    );
  }
  return (
    <>
      <h1>Sign in</h1>
      <ProblemNotice error={error} />
      <p>
        <button type="button" onClick={() => goTo('#/account')}>
          Begin again
        </button>
      </p>
    </>
  );
}

function finish(answer: URLSearchParams) {
  const [code, state] = [answer.get('code'), answer.get('state')];
  if (code !== null && state !== null) return finishOpenId({ code, state, iss: answer.get('iss') });
  const why = answer.get('error') === 'access_denied' ? ': it was not allowed' : '';
  return Promise.reject(new Error(`The provider has signed nobody in${why}.`));
}

function leftBehind(): Leaving {
  try {
    const { hash, keep } = JSON.parse(sessionStorage.getItem(PLACE) ?? 'null') as Leaving;
    sessionStorage.removeItem(PLACE);
    if (typeof hash === 'string' && hash.startsWith('#/')) return { hash, keep: keep === true };
  } catch {
    // it was begun in another tab
  }
  return { hash: '#/account', keep: false };
}
