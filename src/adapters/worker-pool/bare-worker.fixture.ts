import { setTimeout as pause } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import type { Job, JobResult, Progress } from './messages.ts';

/** As long as a job takes that others have to wait for. */
const JOB_MS = 40;

/** Computes nothing, in as long as it takes others to come: for tests of whose turn it is. */
export default async function wait(job: Job): Promise<JobResult> {
  parentPort!.postMessage({ job: job.id, stage: 'decode', fraction: 0 } satisfies Progress);
  await pause(JOB_MS);
  parentPort!.postMessage({ job: job.id, stage: 'package', fraction: 1 } satisfies Progress);
  const result = { chunks: [], bytes: 0, stages: {}, timestampFault: null };
  return { outcome: 'done', result: result as unknown as Extract<JobResult, { outcome: 'done' }>['result'] };
}
