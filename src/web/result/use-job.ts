import { useRef, useState } from 'preact/hooks';
import { newIdempotencyKey } from '../api/ask.ts';
import { Cancelled, Refused, Unreachable } from '../api/problem.ts';
import { cancelRun, followRun, type Run } from '../api/runs.ts';
import { upload } from '../api/upload.ts';
import { keepSent, type SentFrames } from './sent-frames.ts';

/** How far the request that was sent last has come. */
export type Job =
  | { readonly phase: 'idle'; readonly note?: string }
  | { readonly phase: 'uploading'; readonly began: number; readonly share: number }
  | {
      readonly phase: 'running';
      /** of `performance.now()`: when it was sent, or accepted where another page sent it */
      readonly began: number;
      readonly run: Run;
      readonly connected: boolean;
      readonly cancelling: boolean;
    }
  | {
      readonly phase: 'done';
      readonly runId: string;
      readonly evidenceReportId: string;
    }
  | {
      readonly phase: 'failed';
      readonly runId: string | null;
      readonly error: Error;
      /** the run is over: who asks again is told the same */
      readonly over?: true;
    };

/** The run that a job is about; null: there is none yet, or none any more. */
export function runOf(job: Job): string | null {
  if (job.phase === 'running') return job.run.run_id;
  return 'runId' in job ? job.runId : null;
}

export interface JobRequest {
  readonly fields: Readonly<Record<string, string>>;
  readonly hologram: File;
  readonly background: File | null;
  readonly profileId: string | null;
  /** null: without an account */
  readonly apiKey: string | null;
}

export interface JobControls {
  readonly job: Job;
  readonly start: (request: JobRequest) => void;
  /** takes up a run that was begun before, in this page or in another */
  readonly follow: (runId: string, apiKey: string | null) => void;
  readonly cancel: () => void;
  /** forgets what came of it */
  readonly clear: () => void;
}

/** What a job is steered with while it goes on. */
interface Steering {
  readonly abort: AbortController;
  readonly apiKey: string | null;
  runId: string | null;
}

/** Sends requests, one at a time, and follows them to their result. */
export function useJob(): JobControls {
  const [job, setJob] = useState<Job>({ phase: 'idle' });
  const steering = useRef<Steering | null>(null);
  const begin = (apiKey: string | null, work: (steering: Steering, tell: Tell) => Promise<void>): void => {
    steering.current?.abort.abort();
    const mine: Steering = { abort: new AbortController(), apiKey, runId: null };
    steering.current = mine;
    const tell: Tell = (change) => {
      if (steering.current === mine) setJob(change);
    };
    work(mine, tell).catch((error: Error) =>
      tell(
        error instanceof Cancelled
          ? { phase: 'idle', note: 'Cancelled: nothing was kept.' }
          : { phase: 'failed', runId: mine.runId, error },
      ),
    );
  };
  const clear = (): void => {
    steering.current = null;
    setJob({ phase: 'idle' });
  };
  const start = (request: JobRequest): void =>
    begin(request.apiKey, (mine, tell) => perform(request, mine, tell));
  const follow = (runId: string, apiKey: string | null): void =>
    begin(apiKey, (mine, tell) => take(mine, tell, { runId, began: performance.now(), sent: null }));
  return { job, start, follow, cancel: () => void stop(steering.current, setJob), clear };
}

type Tell = (job: Job | ((old: Job) => Job)) => void;

async function perform(request: JobRequest, steering: Steering, tell: Tell): Promise<void> {
  const began = performance.now();
  tell({ phase: 'uploading', began, share: 0 });
  const { run_id: runId } = await send(request, steering.abort.signal, (share) =>
    tell({ phase: 'uploading', began, share }),
  );
  const { hologram, background } = request;
  await take(steering, tell, { runId, began, sent: { hologram, background } });
}

interface Taken {
  readonly runId: string;
  readonly began: number;
  readonly sent: SentFrames | null;
}

/** A run that was accepted, from wherever it is now to its result. */
async function take(steering: Steering, tell: Tell, { runId, began, sent }: Taken): Promise<void> {
  const { apiKey, abort } = steering;
  const { signal } = abort;
  steering.runId = runId;
  const queued: Run = { run_id: runId, status: 'queued', progress: { stage: null, fraction: 0 } };
  const running = (change: Partial<Extract<Job, { phase: 'running' }>>) =>
    tell((old) => ({
      ...(old.phase === 'running'
        ? old
        : { phase: 'running', began, run: queued, connected: true, cancelling: false }),
      ...change,
    }));
  running({});
  const run = await followRun(runId, {
    ...{ apiKey, signal },
    onRun: (run, accepted) => running({ run, ...(sent || accepted === null ? {} : { began: accepted }) }),
    onConnection: (connected) => running({ connected }),
  });
  if (run.status === 'cancelled') throw new Cancelled();
  if (run.problem) return tell({ phase: 'failed', runId, error: new Refused(run.problem), over: true });
  const evidenceReportId = run.evidence_report_id!;
  if (sent) keepSent(evidenceReportId, sent);
  tell({ phase: 'done', runId, evidenceReportId });
}

/** Ends an upload at once; a run only when the service has confirmed it, for it may have finished just now. */
async function stop(steering: Steering | null, setJob: Tell): Promise<void> {
  if (steering === null) return;
  if (steering.runId === null) return steering.abort.abort();
  setJob((old) => (old.phase === 'running' ? { ...old, cancelling: true } : old));
  try {
    await cancelRun(steering.runId, steering.apiKey);
    steering.abort.abort();
  } catch (error) {
    // too late: the result, or the reason why there is none, comes along by itself
    if (error instanceof Refused && error.problem.code === 'RUN_ENDED') return;
    const connected = !(error instanceof Unreachable);
    setJob((old) => (old.phase === 'running' ? { ...old, cancelling: false, connected } : old));
  }
}

function addressFor({ apiKey, profileId }: JobRequest): string {
  if (apiKey === null) return '/public/reconstruct';
  const query = profileId === null ? '' : `?calibration_profile_id=${encodeURIComponent(profileId)}`;
  return `/reconstruct_pdhm${query}`;
}

function multipart({ fields, hologram, background }: JobRequest): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('hologram', hologram, hologram.name);
  if (background) form.append('background', background, background.name);
  return form;
}

/** A request to which no answer came: whether it was accepted is not known. */
let unanswered: { readonly description: string; readonly key: string } | null = null;

/** Sent again after a lost connection, the same request is the same work, not more of it. */
async function send(
  request: JobRequest,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Run> {
  const file = ({ name, size, lastModified }: File) => [name, size, lastModified];
  const { hologram, background, ...rest } = request;
  const description = JSON.stringify([file(hologram), background && file(background), rest]);
  const key = unanswered?.description === description ? unanswered.key : newIdempotencyKey();
  unanswered = null;
  const headers = { prefer: 'respond-async', 'idempotency-key': key };
  const { apiKey } = request;
  try {
    return await upload<Run>(addressFor(request), multipart(request), {
      apiKey,
      signal,
      headers,
      onProgress,
    });
  } catch (error) {
    if (error instanceof Unreachable) unanswered = { description, key };
    throw error;
  }
}
