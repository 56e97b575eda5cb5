import { startSecondThread } from '../src/cli/second-thread.ts';
import { orderWord, threadState } from '../src/core/kernel/follow-orders.ts';
import type { StartThread } from '../src/core/kernel/second-thread.ts';

const UNUSED = 7;

/** With a wait until the thread takes orders: a small frame is done before. */
export function startedAtOnce(start: StartThread = startSecondThread): StartThread {
  return (shared) => {
    const thread = start(shared);
    const words = new Int32Array(shared.orders);
    for (
      let tries = 0;
      tries < 1000 && Atomics.load(words, orderWord.state) === threadState.starting;
      tries++
    )
      Atomics.wait(words, UNUSED, 0, 10);
    return thread;
  };
}
