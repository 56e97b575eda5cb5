import { copyNext } from './copy-next.ts';
import { CopyQueue } from './queue-copies.ts';
import type { CopyServices } from './remote-copies.ts';

const POLL_MS = 1000;
/** After a step that could not be done at all: the database is away. */
const PAUSE_MS = 5000;

/**
 * Copies packages in the background until the signal fires; one at a time, so that it takes no more memory than one
 * package has. The state is in the database: any number of processes may do this, and a restart goes on where it was.
 * @param onError hears of steps that failed; they are tried again
 */
export async function keepCopying(
  services: CopyServices,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  const queue = new CopyQueue(services);
  while (!signal.aborted) {
    try {
      const more = await queue.step();
      const outcome = await copyNext(services);
      if (!more && outcome === null) await pause(POLL_MS, signal);
    } catch (error) {
      onError(error);
      await pause(PAUSE_MS, signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
