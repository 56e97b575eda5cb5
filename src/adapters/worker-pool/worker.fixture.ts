import { createJobHandler } from './job-handler.ts';
import { loadKernels } from '../../cli/load-kernels.ts';
import type { Job } from './messages.ts';

const handle = createJobHandler(loadKernels);

/** A worker that misbehaves when the name of the hologram asks for it. */
export default async function work(job: Job): Promise<unknown> {
  const { name } = job.work.request.hologram;
  if (name === 'die') process.exit(7);
  if (name === 'hang') for (;;);
  if (name === 'eat') for (const eaten: number[][] = []; ;) eaten.push(new Array(1e6).fill(0.5));
  return (await handle)(job);
}
