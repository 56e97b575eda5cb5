import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SharedKernels } from '../core/kernel/follow-orders.ts';

const FOLLOWER = new URL('./order-follower.ts', import.meta.url);
/** It computes in the memory of the kernels and makes nothing. */
const HEAP_MB = 16;
const YOUNG_HEAP_MB = 1;

/** Whether the machine has a core for it. */
export const hasSecondCore = (): boolean => availableParallelism() > 1;

/** A thread of this process that helps the one that starts it. */
export function startSecondThread(shared: SharedKernels): Disposable {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB };
  const thread = new Worker(FOLLOWER, { workerData: shared, resourceLimits });
  // who waits for it is told by a word in the memory that they share: no event reaches a thread that computes
  thread.on('error', () => {});
  thread.unref();
  return { [Symbol.dispose]: () => void thread.terminate() };
}
