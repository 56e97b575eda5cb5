import { useEffect, useState } from 'preact/hooks';
import type { Session, SessionControls } from '../account/session.ts';
import { Refused } from '../api/problem.ts';
import { followRun, type Run } from '../api/runs.ts';
import { findSequence, forgetSequence, type Sequence } from '../api/sequences.ts';
import { OfferSignIn } from '../result/offer-sign-in.tsx';
import { Progress } from '../result/progress.tsx';
import { Confirm } from '../shell/confirm.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { goTo, replaceAddress } from '../shell/route.ts';
import { useAnswer } from '../shell/use-answer.ts';
import { ResumeSending } from './resume-sending.tsx';
import { sender, type SendingState } from './sender.ts';
import { SendingProgress } from './sending-progress.tsx';

export interface SequenceAtServiceProps {
  readonly id: string;
  readonly session: Session | null;
  readonly signIn: SessionControls['signIn'];
  readonly sending: SendingState;
}

/** A sequence by its address, from its first frame to its result. */
export function SequenceAtService({ id, session, signIn, sending }: SequenceAtServiceProps) {
  return (
    <>
      <h1>Sequence</h1>
      {session === null ? (
        <OfferSignIn what="sequence" signIn={signIn} />
      ) : (
        <OfAccount {...{ id, sending, apiKey: session.apiKey }} />
      )}
    </>
  );
}

interface OfAccountProps extends Pick<SequenceAtServiceProps, 'id' | 'sending'> {
  readonly apiKey: string;
}

function OfAccount({ id, sending, apiKey }: OfAccountProps) {
  const mine = sending.phase !== 'idle' && sending.sequenceId === id;
  const { answer, error, again } = useAnswer(
    () => findSequence(id, apiKey),
    `${id} ${mine && sending.phase}`,
  );
  if (mine && sending.phase === 'sending') return <SendingProgress sending={sending} />;
  if (mine && sending.phase === 'failed') {
    return (
      <>
        <ProblemNotice error={sending.error} again={() => sender.again(apiKey)} />
        <p>What is there stays there: trying again goes on where it stopped.</p>
        {answer ? <Found {...{ apiKey, again }} sequence={answer} /> : <Forget {...{ id, apiKey }} />}
      </>
    );
  }
  if (sending.phase === 'idle' && sending.note && error) return <Gone note={sending.note} />;
  if (error) return <ProblemNotice error={error} again={again} />;
  if (!answer) return <p class="waiting">Looking for it …</p>;
  return <Found key={answer.run_id} {...{ apiKey, again }} sequence={answer} />;
}

function Gone({ note }: { readonly note: string }) {
  return (
    <p role="status">
      {note} <a href="#/sequence/new">To the form</a>
    </p>
  );
}

interface FoundProps {
  readonly sequence: Sequence;
  readonly apiKey: string;
  readonly again: () => void;
}

function Found({ sequence, apiKey, again }: FoundProps) {
  const { sequence_id: id, status, frames, received, run_id } = sequence;
  if (status === 'open') {
    return (
      <>
        <p>
          {received.count.toLocaleString('en')} of {frames.toLocaleString('en')} frames are there.
        </p>
        <ResumeSending {...{ sequence, apiKey, again }} />
        <Forget {...{ id, apiKey }} />
      </>
    );
  }
  if (status === 'expired')
    return <Gone note="It was not started for too long, and its frames were deleted: begin another one." />;
  return <Following {...{ runId: run_id!, id, apiKey }} />;
}

interface FollowingProps {
  readonly runId: string;
  readonly id: string;
  readonly apiKey: string;
}

/** The run of a sequence, to its player. */
function Following({ runId, id, apiKey }: FollowingProps) {
  const { run, began, error, connected } = useRun(runId, apiKey);
  const [cancelling, setCancelling] = useState(false);
  const result = run.evidence_report_id;
  useEffect(() => {
    if (result) replaceAddress(`#/sequence/${result}`);
  }, [result]);
  const cancel = (): void => {
    setCancelling(true);
    forgetSequence(id, apiKey).then(
      () => sender.forgotten(id),
      () => setCancelling(false),
    );
  };
  if (error) return <ProblemNotice error={error} />;
  if (run.problem) {
    return (
      <>
        <ProblemNotice error={new Refused(run.problem)} />
        <p>
          <a href="#/sequence/new">To the form</a>
        </p>
      </>
    );
  }
  if (run.status === 'cancelled') return <Gone note="Cancelled: nothing was kept." />;
  return (
    <>
      <p class="lead">
        It goes on when this page is closed; its address brings it back. The player takes its place here.
      </p>
      <Progress job={{ phase: 'running', began, run, connected, cancelling }} onCancel={cancel} />
    </>
  );
}

function useRun(runId: string, apiKey: string) {
  const queued: Run = { run_id: runId, status: 'queued', progress: { stage: null, fraction: 0 } };
  const [run, setRun] = useState(queued);
  const [began, setBegan] = useState(() => performance.now());
  const [error, setError] = useState<Error | null>(null);
  const [connected, setConnected] = useState(true);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const told = (cause: Error): void => {
      if (!signal.aborted) setError(cause);
    };
    const onRun = (heard: Run, accepted: number | null): void => {
      setRun(heard);
      if (accepted !== null) setBegan(accepted);
    };
    followRun(runId, { apiKey, signal, onRun, onConnection: setConnected }).then(setRun, told);
    return () => leaving.abort();
  }, [runId, apiKey]);
  return { run, began, error, connected };
}

/** Ends what was begun, with all that was sent. */
function Forget({ id, apiKey }: { readonly id: string; readonly apiKey: string }) {
  const [error, setError] = useState<Error | null>(null);
  const forget = async (): Promise<void> => {
    setError(null);
    try {
      await forgetSequence(id, apiKey);
      sender.forgotten(id);
      goTo('#/sequence/new');
    } catch (cause) {
      setError(cause as Error);
    }
  };
  return (
    <>
      <Confirm action="Cancel and delete its frames" confirm="Delete them" onConfirm={forget}>
        <h2>Cancel this sequence?</h2>
        <p>The frames that the service has of it are deleted; yours stay where they are.</p>
      </Confirm>
      {error && <ProblemNotice error={error} />}
    </>
  );
}
