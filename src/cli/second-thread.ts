import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SharedKernels } from '../core/kernel/follow-orders.ts';
import type { FollowerData } from './follower-data.ts';

const FOLLOWER = new URL('./order-follower.ts', import.meta.url);
/** It computes in the memory of the kernels and makes nothing. */
const HEAP_MB = 16;
const YOUNG_HEAP_MB = 1;

/** Whether the machine has a core for it. */
export const hasSecondCore = (): boolean => availableParallelism() > 1;

const atWork = new Set<Float64Array>();
let endedMs = 0;

/** Processor time that the threads have used which this one has started, ms. */
export function secondThreadMs(): number {
  let sum = endedMs;
  for (const [ms = 0] of atWork) sum += ms;
  return sum;
}

/** A thread of this process that helps the one that starts it. */
export function startSecondThread(shared: SharedKernels): Disposable {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB };
  const spent = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
  const workerData: FollowerData = { shared, spent };
  const thread = new Worker(FOLLOWER, { workerData, resourceLimits });
  const ms = new Float64Array(spent);
  atWork.add(ms);
  // who waits for it is told by a word in the memory that they share: no event reaches a thread that computes
  thread.on('error', () => {});
  thread.unref();
  return {
    [Symbol.dispose]() {
      endedMs += ms[0]!;
      atWork.delete(ms);
      void thread.terminate();
    },
  };
}
