import process from 'node:process';
import { threadId, type Worker } from 'node:worker_threads';
import type { ThreadSpent } from './messages.ts';
import type { ProcessorTime } from './processor-limit.ts';

/** Of the thread that asks. @param beside ms that others have used for it */
export function threadSpent(beside = 0): ThreadSpent {
  return { thread: threadId, ms: inMs(process.threadCpuUsage()), beside };
}

/** What a thread has said, and how to ask it again while it computes: even a loop without an end answers. */
export function processorTime(
  { thread, ms, beside }: ThreadSpent,
  threads: () => readonly Worker[],
): ProcessorTime {
  const now = async (): Promise<number> => {
    const worker = threads().find(({ threadId: id }) => id === thread);
    if (!worker) throw new Error(`thread ${thread} is gone`);
    return inMs(await worker.cpuUsage());
  };
  return { ms, beside, now };
}

function inMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
