import { Refused } from '../api/problem.ts';
import type { Session, SessionControls } from '../account/session.ts';
import { FeedbackForm } from './feedback.tsx';
import { OfferSignIn } from './offer-sign-in.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { ResultView } from './result-view.tsx';
import { useRemoteResult } from './use-remote-result.ts';

export interface ResultPageProps {
  readonly evidenceReportId: string;
  readonly session: Session | null;
  readonly signIn: SessionControls['signIn'];
  /** the frame it was made of, where this page has it */
  readonly hologram: File | null;
}

/** A result by its identifier: one of the account, or one without an account. */
export function ResultPage({ evidenceReportId, session, signIn, hologram }: ResultPageProps) {
  const { opened, apiKey, error, again } = useRemoteResult(evidenceReportId, session?.apiKey ?? null);
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
  if (!opened) {
    return (
      <>
        <h1>Result</h1>
        <p class="waiting" role="status">
          Opening the result …
        </p>
      </>
    );
  }
  return (
    <>
      <ResultView {...{ evidenceReportId, apiKey, opened, hologram }} />
      {apiKey !== null && <FeedbackForm {...{ apiKey, evidenceReportId }} />}
    </>
  );
}
