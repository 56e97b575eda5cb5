import { useEffect, useRef, useState } from 'preact/hooks';
import { beginOpenId, finishOpenId, linkOpenId } from '../api/account.ts';
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
  /** whose account is to be opened by who comes back; absent: whoever it is signs in */
  readonly link?: { readonly apiKey: string; readonly keyId: string | null };
}

/** Sends the browser to the provider. */
export async function leaveForProvider(leaving: Leaving): Promise<void> {
  const { authorization_url } = await beginOpenId();
  sessionStorage.setItem(PLACE, JSON.stringify(leaving));
  location.assign(authorization_url);
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
      await leaveForProvider({ hash: location.hash, keep });
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
    // who was signed in is so again, whatever comes of it
    if (left.link) signIn({ ...left.link, newKey: null }, false);
    finish(answer, left).then((made) => {
      if (made) signIn({ ...made, newKey: null }, left.keep);
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
          To the account
        </button>
      </p>
    </>
  );
}

/** @returns who is signed in by it; null: who was so before */
async function finish(query: URLSearchParams, { link }: Leaving) {
  const [code, state] = [query.get('code'), query.get('state')];
  if (code === null || state === null) {
    const why = query.get('error') === 'access_denied' ? ': it was not allowed' : '';
    throw new Error(`The provider has signed nobody in${why}.`);
  }
  const answer = { code, state, iss: query.get('iss') };
  if (link) return linkOpenId(link.apiKey, answer).then(() => null);
  const { api_key: apiKey, key_id: keyId } = await finishOpenId(answer);
  return { apiKey, keyId };
}

function leftBehind(): Leaving {
  try {
    const { hash, keep, link } = JSON.parse(sessionStorage.getItem(PLACE) ?? 'null') as Leaving;
    sessionStorage.removeItem(PLACE);
    if (typeof hash === 'string' && hash.startsWith('#/'))
      return { hash, keep: keep === true, ...(typeof link?.apiKey === 'string' && { link }) };
  } catch {
    // it was begun in another tab
  }
  return { hash: '#/account', keep: false };
}
