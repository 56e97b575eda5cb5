import { setTimeout as sleep } from 'node:timers/promises';
import { StorageUnavailable } from '../../../services/ports/storage-unavailable.ts';
import { isOver, type RunState } from '../../../services/run/run-state.ts';

/** How often a run is looked at: one that is done, or is the next to be, is written several times a second; others wait. */
const LOOK_MS = { near: 250, far: 1000 };
/** A comment this often keeps proxies from closing a connection on which nothing happens. */
const COMMENT_MS = 15_000;
/** How long a client waits before it connects again. */
const RETRY_MS = 2000;

/**
 * The states of a run as server-sent events, each when it differs from the one before: the present one first, the
 * final one last.
 * @param look the run now, or null where it is gone
 * @param words the data of an event
 */
export async function* runEvents(
  first: RunState,
  look: () => Promise<RunState | null>,
  words: (run: RunState) => unknown,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\n\n`;
  let run: RunState | null = first;
  let sent = '';
  let said = performance.now();
  while (run) {
    const id = eventId(run);
    if (id !== sent) {
      yield `id: ${id}\ndata: ${JSON.stringify(words(run))}\n\n`;
      [sent, said] = [id, performance.now()];
    } else if (performance.now() - said > COMMENT_MS) {
      yield ': still there\n\n';
      said = performance.now();
    }
    if (isOver(run)) return;
    await sleep(isNear(run) ? LOOK_MS.near : LOOK_MS.far, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    run = await lookAgain(look, run);
  }
}

/** There are no more of these than are done at a time, and one. */
function isNear({ status, ahead }: RunState): boolean {
  return status === 'running' || ahead === 0;
}

/** Names a state: a client that comes back says with it what it has seen. */
export function eventId({ status, stage, fraction, ahead }: RunState): string {
  return `${status}-${stage ?? (ahead === null ? 'none' : `behind${ahead}`)}-${Math.round(fraction * 10_000)}`;
}

/** A store that is away for a moment ends no connection. */
async function lookAgain(look: () => Promise<RunState | null>, last: RunState): Promise<RunState | null> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof StorageUnavailable) return last;
    throw error;
  }
}
