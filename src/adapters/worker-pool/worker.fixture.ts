import { parentPort } from 'node:worker_threads';
import { DECODE } from '../../services/reconstruction/stopwatch.ts';
import { createJobHandler } from './job-handler.ts';
import { loadKernels } from '../../cli/load-kernels.ts';
import type { Job, Progress } from './messages.ts';

const handle = createJobHandler(loadKernels);

/** A worker that misbehaves when the name of the hologram asks for it. */
export default async function work(job: Job): Promise<unknown> {
  const { work: asked } = job;
  const name = asked.kind === 'sequence' ? '' : asked.request.hologram.name;
  if (name === 'die') process.exit(7);
  if (name === 'slow') {
    parentPort!.postMessage({ job: job.id, stage: DECODE, fraction: 0 } satisfies Progress);
    for (;;);
  }
  if (name === 'eat') for (const eaten: number[][] = []; ;) eaten.push(new Array(1e6).fill(0.5));
  return (await handle)(job);
}
