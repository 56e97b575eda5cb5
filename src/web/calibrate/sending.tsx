import { useRef, useState } from 'preact/hooks';
import { requestCalibration } from '../api/calibration.ts';
import { Cancelled } from '../api/problem.ts';
import { cancelRun, type Run } from '../api/runs.ts';
import { Underway } from '../shell/underway.tsx';

/** Share of the upload, and then the run. */
interface Sending {
  readonly share: number;
  readonly run: Run | null;
}

/** Sends a frame and follows its run; told of the profile once there is one. */
export function useSendingTarget(onMade: (profileId: string) => void) {
  const [sending, setSending] = useState<Sending | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const current = useRef<{ readonly abort: AbortController; readonly apiKey: string; runId?: string }>(null);
  const send = (form: FormData, apiKey: string): void => {
    const mine: NonNullable<typeof current.current> = { abort: new AbortController(), apiKey };
    current.current = mine;
    setError(null);
    setSending({ share: 0, run: null });
    const onRun = (run: Run): void => {
      mine.runId = run.run_id;
      setSending({ share: 1, run });
    };
    const onSent = (share: number): void => setSending({ share, run: null });
    requestCalibration(form, { apiKey, onSent, onRun, signal: mine.abort.signal }).then(
      onMade,
      (cause: Error) => {
        setSending(null);
        setError(cause instanceof Cancelled ? null : cause);
      },
    );
  };
  const cancel = (): void => {
    const { abort, apiKey, runId } = current.current!;
    // one that has just ended has its answer on the way
    if (runId !== undefined) cancelRun(runId, apiKey).catch(() => {});
    else abort.abort();
  };
  return { send, cancel, sending, error };
}

interface ButtonsProps {
  /** null: nothing is */
  readonly sending: Sending | null;
  /** what there has to be first; null: nothing */
  readonly missing: string | null;
  readonly onBack: () => void;
  readonly cancel: () => void;
}

/** What begins, and while it goes on how far it is and what ends it. */
export function SendButtons({ sending, missing, onBack, cancel }: ButtonsProps) {
  if (sending === null) {
    return (
      <p class="row">
        <button type="submit" disabled={missing !== null}>
          Calibrate
        </button>
        <button type="button" class="second" onClick={onBack}>
          Back
        </button>
        {missing && <span class="small">{missing}</span>}
      </p>
    );
  }
  return <Underway {...describe(sending)} stop="Cancel" onStop={cancel} />;
}

/** What the service calls the stages of a calibration, for people. */
const stages: Readonly<Record<string, string>> = {
  prepare: 'Reading the frame',
  search: 'Looking for the target',
  fit: 'Fitting the target',
  judge: 'Judging the fit',
  distance: 'Looking for other distances that fit as well',
  overlay: 'Drawing the target over the frame',
};

function describe({ share, run }: Sending): { readonly text: string; readonly share: number | null } {
  if (run === null) return share < 1 ? { text: 'Sending the frame', share } : { text: 'Sent', share: null };
  const { status, progress } = run;
  if (status === 'queued') return { text: waitingBehind(progress.runs_ahead), share: null };
  const text = stages[progress.stage ?? ''] ?? 'Fitting the target';
  return { text, share: progress.fraction > 0 ? progress.fraction : null };
}

function waitingBehind(ahead = 0): string {
  if (ahead === 0) return 'Next in the queue';
  return ahead === 1 ? 'Waiting in the queue behind one run' : `Waiting in the queue behind ${ahead} runs`;
}
