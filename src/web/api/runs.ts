import { answerTo, ask } from './ask.ts';
import { Cancelled, Refused, Unreachable, type ProblemDocument } from './problem.ts';
import type { Page } from './results.ts';
import { eventsOf } from './server-events.ts';

export interface Run {
  readonly run_id: string;
  readonly status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  readonly progress: {
    readonly stage: string | null;
    readonly fraction: number;
    /** while it is queued */
    readonly runs_ahead?: number;
  };
  readonly created_at?: string;
  /** of the hologram, until the run is over */
  readonly file_name?: string;
  readonly evidence_report_id?: string;
  /** of a run that calibrates, once it has succeeded */
  readonly profile_id?: string;
  readonly problem?: ProblemDocument;
}

export interface Following {
  readonly apiKey: string | null;
  /** @param accepted of `performance.now()`, by the service's own clock; null: not known */
  readonly onRun: (run: Run, accepted: number | null) => void;
  /** @param connected whether the service can be reached; the run goes on either way */
  readonly onConnection: (connected: boolean) => void;
  readonly signal: AbortSignal;
}

const POLL_MS = 1000;

/** Follows a run to its end, through lost connections. @throws Refused where the run is gone; Cancelled */
export async function followRun(runId: string, following: Following): Promise<Run> {
  for (;;) {
    try {
      const last = (await listen(runId, following)) ?? (await look(runId, following));
      if (isOver(last)) return last;
    } catch (error) {
      if (error instanceof Unreachable) following.onConnection(false);
      else if (!mayPass(error)) throw error;
    }
    await pause(POLL_MS, following.signal);
  }
}

/** @returns the last state heard of; null: the service has no events for us at the moment */
async function listen(runId: string, following: Following): Promise<Run | null> {
  const { apiKey, onRun, onConnection, signal } = following;
  let last: Run | null = null;
  let response: Response;
  try {
    response = await answerTo(`/runs/${runId}/events`, { apiKey, signal });
  } catch (error) {
    // some proxies let no events through: then the run is asked about
    if (error instanceof Unreachable || mayPass(error)) return null;
    throw error;
  }
  onConnection(true);
  const [at, served] = [performance.now(), Date.parse(response.headers.get('date') ?? '')];
  if (response.body === null) return null;
  try {
    for await (const event of eventsOf(response.body)) {
      last = event as Run;
      const age = Math.max(0, served - Date.parse(last.created_at ?? ''));
      onRun(last, Number.isFinite(age) ? at - age : null);
      if (isOver(last)) return last;
    }
  } catch {
    if (signal.aborted) throw new Cancelled();
  }
  return last;
}

async function look(runId: string, { apiKey, onRun, onConnection, signal }: Following): Promise<Run> {
  const run = await ask<Run>(`/runs/${runId}`, { apiKey, signal });
  onConnection(true);
  onRun(run, null);
  return run;
}

/** The account's runs that are under way, and those that have failed. */
export async function listRuns(apiKey: string): Promise<readonly Run[]> {
  const { items } = await ask<Page<Run>>('/runs?limit=200&status=queued,running,failed', { apiKey });
  return items;
}

/** The run's phase as a picture, from before its package is complete; null: there is none yet. @throws Unreachable */
export async function firstPicture(
  runId: string,
  { apiKey, signal }: Pick<Following, 'apiKey' | 'signal'>,
): Promise<Blob | null> {
  try {
    return await (await answerTo(`/runs/${runId}/preview/phase.png`, { apiKey, signal })).blob();
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

export async function cancelRun(runId: string, apiKey: string | null): Promise<void> {
  await ask(`/runs/${runId}`, { method: 'DELETE', apiKey });
}

function isOver({ status }: Run): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled';
}

/** The service has too much to do, is asked too often, or its storage is away for a moment. */
function mayPass(error: unknown): boolean {
  return error instanceof Refused && (error.problem.status >= 500 || error.problem.status === 429);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Cancelled());
    const stop = (): void => {
      clearTimeout(timer);
      reject(new Cancelled());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
