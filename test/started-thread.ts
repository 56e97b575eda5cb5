import { startSecondThread } from '../src/cli/second-thread.ts';
import type { StartThread } from '../src/core/kernel/second-thread.ts';

/** The word in which a second thread says how it is, and what it says when it takes orders. */
export const [STATE, READY] = [4, 1];
const UNUSED = 7;

/** With a wait until the thread takes orders: a small frame is done before. */
export function startedAtOnce(start: StartThread = startSecondThread): StartThread {
  return (shared) => {
    const thread = start(shared);
    const words = new Int32Array(shared.orders);
    for (let tries = 0; tries < 1000 && Atomics.load(words, STATE) === 0; tries++)
      Atomics.wait(words, UNUSED, 0, 10);
    return thread;
  };
}
