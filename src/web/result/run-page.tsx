import { useEffect, useRef } from 'preact/hooks';
import type { Session } from '../account/session.ts';
import { Refused } from '../api/problem.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { goTo, replaceAddress } from '../shell/route.ts';
import { FirstPicture } from './first-picture.tsx';
import { OfferSignIn, type OfferSignInProps } from './offer-sign-in.tsx';
import { Progress } from './progress.tsx';
import { runOf, type JobControls } from './use-job.ts';

export interface RunPageProps {
  readonly runId: string;
  readonly job: JobControls;
  readonly session: Session | null;
  readonly signIn: OfferSignInProps['signIn'];
}

/** A run by its address: it goes on at the service whether somebody looks or not. */
export function RunPage({ runId, job: { job, follow, cancel }, session, signIn }: RunPageProps) {
  const apiKey = session?.apiKey ?? null;
  const take = (): void => follow(runId, apiKey);
  // what shows the result comes while the run goes on
  useEffect(() => void import('../viewer/viewer.tsx').catch(() => undefined), []);
  useEffect(() => {
    if (runOf(job) !== runId || (job.phase === 'failed' && isUnknown(job.error))) take();
  }, [runId, apiKey]);
  if (job.phase === 'failed' && runOf(job) === runId) {
    return (
      <>
        <h1>Run</h1>
        <ProblemNotice error={job.error} again={job.over ? undefined : take} />
        {session === null && isUnknown(job.error) && <OfferSignIn what="run" signIn={signIn} />}
        <p>
          <a href="#/">To the form</a>
        </p>
      </>
    );
  }
  return (
    <>
      <h1>Run</h1>
      <p class="lead">
        It goes on when this page is closed; its address brings it back. The result takes its place here.
      </p>
      {(job.phase === 'running' || job.phase === 'uploading') && <Progress job={job} onCancel={cancel} />}
      {job.phase === 'running' && <FirstPicture run={job.run} apiKey={apiKey} />}
      {job.phase === 'idle' && job.note && (
        <p role="status">
          {job.note} <a href="#/">To the form</a>
        </p>
      )}
    </>
  );
}

/** What the service says of a run that is another's. */
function isUnknown(error: Error): boolean {
  return error instanceof Refused && [401, 403, 404].includes(error.problem.status);
}

/**
 * The address follows the run that was begun in the form: to it when it is accepted, to its result when that is there,
 * back to the form where there will be none. Whoever goes elsewhere meanwhile is left alone.
 * @returns the run that the form shows itself
 */
export function useRunAddress({ job }: JobControls, [place = '', which]: readonly string[]): string | null {
  const own = useRef<string | null>(null);
  const runId = runOf(job);
  const here = place === 'run' ? which : null;
  useEffect(() => {
    if (job.phase === 'running' && runId !== own.current && (place === '' || place === 'new')) {
      own.current = runId;
      goTo(`#/run/${runId}`);
    }
    if (job.phase === 'done' && here === runId) replaceAddress(`#/result/${job.evidenceReportId}`);
    const over = job.phase === 'idle' || job.phase === 'failed';
    if (over && here !== null && here === own.current) replaceAddress('#/new');
  }, [job.phase, runId, place, here]);
  return own.current;
}
