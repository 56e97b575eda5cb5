import { parentPort } from 'node:worker_threads';
import { DECODE } from '../../services/reconstruction/stopwatch.ts';
import type { Kernels } from '../../core/kernel/kernels.ts';
import { createJobHandler } from './job-handler.ts';
import { loadKernels } from '../../cli/load-kernels.ts';
import type { Job, Progress } from './messages.ts';
import { threadSpent } from './thread-spent.ts';

let kernels: Kernels;
const load = async (): Promise<Kernels> => (kernels = await loadKernels());
const handle = createJobHandler(load);
/** What a large in-line frame takes. */
const GROWN_BYTES = 300_000_000;
/** What any frame takes. */
const USUAL_BYTES = 60_000_000;
let grown: WeakRef<WebAssembly.Memory> | null = null;

/** A worker that misbehaves when the name of the hologram asks for it. */
export default async function work(job: Job): Promise<unknown> {
  const { work: asked } = job;
  const name = asked.kind === 'sequence' ? '' : asked.request.hologram.name;
  if (name === 'die') process.exit(7);
  if (name === 'slow') {
    parentPort!.postMessage({
      job: job.id,
      stage: DECODE,
      fraction: 0,
      by: threadSpent(),
    } satisfies Progress);
    for (;;);
  }
  if (name === 'eat') for (const eaten: number[][] = []; ;) eaten.push(new Array(1e6).fill(0.5));
  const done = await handle;
  if (name === 'grow') grow(GROWN_BYTES);
  if (name === 'grow a little') grow(USUAL_BYTES);
  if (name === 'kept' && grown!.deref()) throw new Error('what a large job has grown is still there');
  return done(job);
}

function grow(bytes: number): void {
  using scope = kernels.scope();
  const block = scope.bytes(bytes);
  kernels.wasm.fillBytes(block, { value: 1, bytes });
  grown = new WeakRef(kernels.wasm.memory);
}
