import { useEffect, useState } from 'preact/hooks';
import { fetchPackage } from '../api/results.ts';
import type { Session } from '../account/session.ts';
import type { JobResult } from './use-job.ts';
import { FeedbackForm } from './feedback.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { ResultView } from './result-view.tsx';

export interface ResultPageProps {
  readonly evidenceReportId: string;
  readonly session: Session | null;
}

/** A result by its identifier: one of the account, or one without an account. */
export function ResultPage({ evidenceReportId, session }: ResultPageProps) {
  const [result, setResult] = useState<JobResult | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [share, setShare] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const apiKey = session?.apiKey ?? null;
  useEffect(() => {
    setResult(null);
    setError(null);
    const { signal, abort } = abortable();
    fetchPackage(evidenceReportId, { apiKey, onProgress: setShare, signal }).then(
      (fetched) => {
        const zip = new Blob([fetched.zip], { type: 'application/zip' });
        setResult({ evidenceReportId, zip, ofAccount: fetched.apiKey !== null, hologram: null });
      },
      (cause: Error) => signal.aborted || setError(cause),
    );
    return abort;
  }, [evidenceReportId, apiKey, attempt]);
  if (error) return <ProblemNotice error={error} again={() => setAttempt(attempt + 1)} />;
  if (!result) {
    return (
      <div class="progress">
        <p role="status">Fetching the result</p>
        <progress aria-label="Progress" value={share} max={1} />
      </div>
    );
  }
  return (
    <>
      <ResultView result={result} />
      {result.ofAccount && apiKey !== null && <FeedbackForm {...{ apiKey, evidenceReportId }} />}
    </>
  );
}

function abortable(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
