import { useRef, useState } from 'preact/hooks';
import { setRetention, type Account } from '../api/account.ts';
import { bytesInWords, timeInWords } from '../shell/amounts.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { useServiceFacts } from '../shell/service-facts.ts';
import { Latest } from '../worker/latest.ts';
import { ChangePassword } from './change-password.tsx';
import { DeleteData } from './delete-data.tsx';
import { OpenIdLink } from './openid-link.tsx';
import { RawUploads } from './raw-uploads.tsx';

export interface OverviewProps {
  readonly apiKey: string;
  /** see Session */
  readonly keyId: string | null;
  readonly about: Account;
  readonly reload: () => void;
}

/** What is stored of the account, and what its owner decides about it. */
export function Overview({ apiKey, keyId, about, reload }: OverviewProps) {
  const support = useServiceFacts()?.support_email ?? null;
  return (
    <>
      <dl class="facts">
        <dt>Account</dt>
        <dd>
          <code>{about.account_id}</code>
        </dd>
        <dt>Since</dt>
        <dd>
          {timeInWords(about.created_at)}, plan {about.plan}
        </dd>
        <dt>Stored</dt>
        <dd data-stored>
          {about.stored_packages} {about.stored_packages === 1 ? 'result' : 'results'},{' '}
          {bytesInWords(about.stored_bytes)}. Nothing expires by itself.
        </dd>
      </dl>
      <Retention apiKey={apiKey} retained={about.retain_raw_inputs} />
      <ChangePassword apiKey={apiKey} />
      <OpenIdLink apiKey={apiKey} keyId={keyId} />
      <DeleteData apiKey={apiKey} onDeleted={reload} />
      <section>
        <h2>Close the account</h2>
        <p>
          That is done by the operator
          {support !== null && (
            <>
              : write to <a href={`mailto:${support}`}>{support}</a>
            </>
          )}
          . Delete your data first if it is to go as well.
        </p>
      </section>
    </>
  );
}

function Retention({ apiKey, retained }: { readonly apiKey: string; readonly retained: boolean }) {
  const [on, setOn] = useState(retained);
  const [error, setError] = useState<Error | null>(null);
  const wish = useRef(retained);
  // one after the other: what was switched last is what the service is told last
  const latest = useRef<Latest<boolean> | null>(null);
  latest.current ??= new Latest(async (wanted: boolean) => {
    try {
      const { retain_raw_inputs: now } = await setRetention(apiKey, wanted);
      if (wish.current === wanted) setOn(now);
    } catch (cause) {
      if (wish.current === wanted) setOn(!wanted);
      setError(cause as Error);
    }
  });
  const change = (wanted: boolean): void => {
    setError(null);
    setOn(wanted);
    wish.current = wanted;
    latest.current!.ask(wanted);
  };
  return (
    <section>
      <h2>Raw holograms</h2>
      <label class="check">
        <input
          type="checkbox"
          role="switch"
          id="retain_raw_inputs"
          checked={on}
          aria-describedby="retention-consequence"
          onChange={(event) => change(event.currentTarget.checked)}
        />
        Keep the frames that I send
      </label>
      <p id="retention-consequence" role="status">
        {on
          ? 'On: every frame you send from now on is kept with your account, until you delete it or all your data. Frames sent before were not kept.'
          : 'Off: a frame is deleted as soon as its run ends; only its SHA-256 is recorded. Frames kept while it was on stay until you delete them.'}
      </p>
      {error && <ProblemNotice error={error} />}
      <RawUploads apiKey={apiKey} />
    </section>
  );
}
