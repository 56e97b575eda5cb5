import { useState } from 'preact/hooks';
import { readOpenIdLink, unlinkOpenId } from '../api/account.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { useServiceFacts } from '../shell/service-facts.ts';
import { useAnswer } from '../shell/use-answer.ts';
import { leaveForProvider } from './openid.tsx';

interface OpenIdLinkProps {
  readonly apiKey: string;
  /** see Session */
  readonly keyId: string | null;
}

/** Whether the account can be signed in to over the provider of OpenID Connect; nothing where the service has none. */
export function OpenIdLink(props: OpenIdLinkProps) {
  const name = useServiceFacts()?.sign_in_with ?? null;
  return name === null ? null : <Link {...props} name={name} />;
}

function Link({ apiKey, keyId, name }: OpenIdLinkProps & { readonly name: string }) {
  const about = useAnswer(() => readOpenIdLink(apiKey), apiKey);
  const [error, setError] = useState<Error | null>(null);
  const linked = about.answer?.linked ?? null;
  const change = (): void => {
    setError(null);
    const done = linked
      ? unlinkOpenId(apiKey).then(() => about.replace({ linked: false }))
      : leaveForProvider({ hash: location.hash, keep: false, link: { apiKey, keyId } });
    done.catch(setError);
  };
  return (
    <section>
      <h2>Sign in with {name}</h2>
      <p role="status">
        {linked === true && `You can sign in to this account with ${name}.`}
        {linked === false && `You can have ${name} open this account as well as your password.`}
      </p>
      {linked !== null && (
        <button type="button" class="second" onClick={change}>
          {linked ? `No longer sign in with ${name}` : `Link to ${name}`}
        </button>
      )}
      {(error ?? about.error) && <ProblemNotice error={(error ?? about.error)!} />}
    </section>
  );
}
