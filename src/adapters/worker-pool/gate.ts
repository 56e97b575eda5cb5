import { QUEUE_OPTIONS, TurnQueue, type ForClient } from './turn-queue.ts';

interface Waiting {
  readonly [QUEUE_OPTIONS]: ForClient;
  readonly enter: () => void;
}

/** Lets so many jobs be under way at a time; those that wait take turns by client. */
export class Gate {
  readonly #waiting = new TurnQueue();
  #free: number;

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Whoever has entered has to leave. @throws what the signal was aborted with: it has not entered then */
  async enter(client: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { [QUEUE_OPTIONS]: { client }, enter: resolve };
    const giveUp = () => {
      this.#waiting.remove(waiting);
      reject(signal.reason as Error);
    };
    this.#waiting.push(waiting);
    signal.addEventListener('abort', giveUp);
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  leave(): void {
    const next = this.#waiting.shift() as Waiting | null;
    if (next) next.enter();
    else this.#free++;
  }
}
