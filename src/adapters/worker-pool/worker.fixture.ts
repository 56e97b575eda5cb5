import type { Kernels } from '../../core/kernel/kernels.ts';
import { createJobHandler } from './job-handler.ts';
import { loadKernels } from '../../cli/load-kernels.ts';
import type { Job } from './messages.ts';

let kernels: Kernels;
const load = async (): Promise<Kernels> => (kernels = await loadKernels());
const handle = createJobHandler(load);
/** What a large in-line frame takes. */
const GROWN_BYTES = 300_000_000;
/** What any frame takes. */
const USUAL_BYTES = 60_000_000;
let grown: WeakRef<WebAssembly.Memory> | null = null;

/** A worker that keeps memory, or looks for what was kept, when the name of the hologram asks for it. */
export default async function work(job: Job): Promise<unknown> {
  const { work: asked } = job;
  const name = asked.kind === 'sequence' ? '' : asked.request.hologram.name;
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
