import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Outcome } from './decode-thread.ts';

/** Longer than this no file may take. */
export const MOST_MS = 5000;

/** Reads files in a thread that is given up when one holds it up. */
export class FileReader implements AsyncDisposable {
  #thread: Worker | null = null;

  /** What became of the file; one that takes too long, or ends the thread, is a fault. */
  async read(bytes: Uint8Array, mostMs: number = MOST_MS): Promise<Outcome> {
    const thread = (this.#thread ??= await started());
    const answer = new Promise<Outcome>((resolve) => {
      const late = setTimeout(() => resolve({ outcome: 'no end', fault: true, ms: mostMs }), mostMs);
      const settle = (outcome: Outcome): void => {
        clearTimeout(late);
        resolve(outcome);
      };
      thread.once('message', settle);
      thread.once('error', (error) =>
        settle({ outcome: `the thread died: ${error.message}`, fault: true, ms: 0 }),
      );
    });
    thread.postMessage(bytes);
    const outcome = await answer;
    thread.removeAllListeners('message').removeAllListeners('error');
    if (outcome.fault) await this[Symbol.asyncDispose]();
    return outcome;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread?.terminate();
    this.#thread = null;
  }
}

async function started(): Promise<Worker> {
  const thread = new Worker(new URL('./decode-thread.ts', import.meta.url));
  await once(thread, 'online');
  return thread;
}
