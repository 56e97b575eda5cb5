import { QUEUE_OPTIONS, TurnQueue, type ForClient } from './turn-queue.ts';

interface Waiting {
  readonly [QUEUE_OPTIONS]: ForClient;
  readonly places: number;
  readonly enter: () => void;
}

/**
 * Lets jobs be under way for which there are places; those that wait take turns by client. Whose turn it is waits for as
 * many places as it needs, and nobody passes it.
 */
export class Gate {
  readonly #waiting = new TurnQueue();
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  /** Whoever has entered has to leave. @throws what the signal was aborted with: it has not entered then */
  async enter(client: string, signal: AbortSignal, places = 1): Promise<void> {
    signal.throwIfAborted();
    if (this.#waiting.size === 0 && this.#free >= places) {
      this.#free -= places;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { [QUEUE_OPTIONS]: { client }, places, enter: resolve };
    const giveUp = () => {
      this.#waiting.remove(waiting);
      reject(signal.reason as Error);
      this.#letIn();
    };
    this.#waiting.push(waiting);
    signal.addEventListener('abort', giveUp);
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  /** @param places with which it entered */
  leave(places = 1): void {
    this.#free += places;
    this.#letIn();
  }

  #letIn(): void {
    for (;;) {
      const next = this.#waiting.shift() as Waiting | null;
      if (!next) return;
      if (next.places > this.#free) return this.#waiting.unshift(next);
      this.#free -= next.places;
      next.enter();
    }
  }
}
