import { useEffect, useRef, useState } from 'preact/hooks';
import { Refused } from '../api/problem.ts';
import { fetchFile, fetchPackage } from '../api/results.ts';
import type { Session, SessionControls } from '../account/session.ts';
import { FeedbackForm } from './feedback.tsx';
import { OfferSignIn } from './offer-sign-in.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { ResultView, type ShownResult } from './result-view.tsx';

export interface ResultPageProps {
  readonly evidenceReportId: string;
  readonly session: Session | null;
  readonly signIn: SessionControls['signIn'];
  /** the frame it was made of, where this page has it */
  readonly hologram: File | null;
}

/** The last one that was fetched: who goes back to it has it at once. */
let kept: (Omit<ShownResult, 'hologram'> & { readonly apiKey: string | null }) | null = null;

/** A result by its identifier: one of the account, or one without an account. */
export function ResultPage({ evidenceReportId, session, signIn, hologram }: ResultPageProps) {
  const apiKey = session?.apiKey ?? null;
  const { result, share, error, again, cancel } = useResult(evidenceReportId, apiKey);
  if (error) {
    const unknown = error instanceof Refused && error.problem.code === 'RESULT_NOT_FOUND';
    return (
      <>
        <h1>Result</h1>
        <ProblemNotice error={error} again={again} />
        {unknown && session === null && <OfferSignIn what="result" signIn={signIn} />}
      </>
    );
  }
  if (!result) return <Fetching {...{ share, evidenceReportId, apiKey }} onCancel={cancel} />;
  return (
    <>
      <ResultView result={{ ...result, hologram }} />
      {result.ofAccount && apiKey !== null && <FeedbackForm {...{ apiKey, evidenceReportId }} />}
    </>
  );
}

interface FetchingProps {
  readonly evidenceReportId: string;
  readonly apiKey: string | null;
  /** null: it was stopped */
  readonly share: number | null;
  readonly onCancel: () => void;
}

/** The package is large; its picture of the phase is not, and is there at once. */
function Fetching({ evidenceReportId, apiKey, share, onCancel }: FetchingProps) {
  const picture = usePicture(evidenceReportId, apiKey);
  return (
    <>
      <h1>Result</h1>
      <div class="progress">
        <p role="status">
          {share === null ? 'Not fetched. It stays at the service.' : 'Fetching the result'}
        </p>
        {share !== null && <progress aria-label="Progress" value={share} max={1} />}
        <p class="row">
          <button type="button" class="second" onClick={onCancel}>
            {share === null ? 'Fetch it' : 'Cancel'}
          </button>
        </p>
      </div>
      {picture && <img class="first-picture" src={picture} alt="The phase, as a picture" />}
    </>
  );
}

/** null: not here yet, or the package has none */
function usePicture(evidenceReportId: string, apiKey: string | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    let made: string | null = null;
    const options = { apiKey, signal: controller.signal };
    fetchFile(evidenceReportId, 'data/preview/phase.png', options).then(
      (png) => {
        if (!controller.signal.aborted) setAddress((made = URL.createObjectURL(png)));
      },
      // what is wrong is said of the package
      () => undefined,
    );
    return () => {
      controller.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [evidenceReportId, apiKey]);
  return address;
}

function useResult(evidenceReportId: string, apiKey: string | null) {
  const ofKept = kept?.evidenceReportId === evidenceReportId && kept.apiKey === apiKey ? kept : null;
  const [result, setResult] = useState(ofKept);
  const [error, setError] = useState<Error | null>(null);
  const [share, setShare] = useState<number | null>(0);
  const [attempt, setAttempt] = useState(0);
  const abort = useRef<AbortController | null>(null);
  const shown = result?.evidenceReportId === evidenceReportId && result.apiKey === apiKey ? result : ofKept;
  useEffect(() => {
    setError(null);
    setShare(0);
    if (shown) return;
    const controller = (abort.current = new AbortController());
    const { signal } = controller;
    fetchPackage(evidenceReportId, { apiKey, onProgress: setShare, signal }).then(
      ({ zip, apiKey: ofKey }) => {
        const blob = new Blob([zip], { type: 'application/zip' });
        kept = { evidenceReportId, zip: blob, ofAccount: ofKey !== null, apiKey };
        setResult(kept);
      },
      (cause: Error) => signal.aborted || setError(cause),
    );
    return () => controller.abort();
  }, [evidenceReportId, apiKey, attempt]);
  const again = (): void => setAttempt(attempt + 1);
  const cancel = (): void => {
    if (share === null) return again();
    abort.current?.abort();
    setShare(null);
  };
  return { result: shown, share, error, again, cancel };
}
