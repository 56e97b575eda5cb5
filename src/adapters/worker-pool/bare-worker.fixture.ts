import { setTimeout as pause } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { DECODE } from '../../services/reconstruction/stopwatch.ts';
import {
  POOL,
  type Job,
  type JobAnswer,
  type JobResult,
  type Progress,
  type ThreadReady,
} from './messages.ts';
import { threadSpent } from './thread-spent.ts';
import { workerData } from './worker-data.ts';

/** A flag in memory of the test: while it is not 0, a thread fails that starts. */
if (workerData && Atomics.load(new Int32Array(workerData as SharedArrayBuffer), 0) !== 0)
  throw new Error('out of order');

/** As long as a job takes that others have to wait for. */
const JOB_MS = 40;

parentPort!.postMessage({ started: true } satisfies ThreadReady);

/** What a worker does whose job the name of the hologram spoils. */
function misbehave(name: string): void {
  if (name === 'die') process.exit(7);
  if (name === 'eat') for (const eaten: number[][] = []; ;) eaten.push(new Array(1e6).fill(0.5));
  if (name === 'slow') for (;;);
}

/**
 * Computes nothing, in as long as it takes others to come: for tests of whose turn it is. Says in place of the bytes whether
 * the pool had room for another thread of it, and among the stages how many threads had a job.
 */
export default async function wait(job: Job): Promise<JobAnswer> {
  parentPort!.postMessage({
    job: job.id,
    stage: DECODE,
    fraction: 0,
    by: threadSpent(),
  } satisfies Progress);
  if (job.work.kind === 'reconstruct') misbehave(job.work.request.hologram.name);
  await pause(JOB_MS);
  parentPort!.postMessage({
    job: job.id,
    stage: 'package',
    fraction: 1,
    by: threadSpent(),
  } satisfies Progress);
  const seen = new Int32Array(job.pool);
  const [bytes, jobs] = [Atomics.load(seen, POOL.roomy), Atomics.load(seen, POOL.jobs)];
  const result = { chunks: [], bytes, stages: { jobs }, timestampFault: null };
  return {
    outcome: 'done',
    result: result as unknown as Extract<JobResult, { outcome: 'done' }>['result'],
    by: threadSpent(),
  };
}
