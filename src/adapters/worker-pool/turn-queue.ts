/** Under which Piscina hands on what a job says to the queue: its `queueOptionsSymbol`, without loading all of it. */
export const QUEUE_OPTIONS: unique symbol = Symbol.for('Piscina.queueOptions') as never;

/** What Piscina knows of a job that waits. */
interface Waiting {
  readonly [QUEUE_OPTIONS]: object | null;
}

interface Placed {
  readonly task: Waiting;
  readonly turn: number;
}

/** Whose turn a job is; Piscina hands this to the queue. */
export interface ForClient {
  readonly client: string;
}

/**
 * Jobs that wait for a thread: one of each client after the other, and of each the oldest first. A client's job takes the
 * turn after that of its last one, and not one that has passed.
 */
export class TurnQueue {
  #waiting: Placed[] = [];
  readonly #last = new Map<string, number>();
  #now = 0;

  get size(): number {
    return this.#waiting.length;
  }

  push(task: Waiting): void {
    const { client = '' } = (task[QUEUE_OPTIONS] ?? {}) as Partial<ForClient>;
    const turn = Math.max(this.#now, (this.#last.get(client) ?? -1) + 1);
    this.#last.set(client, turn);
    const place = this.#waiting.findLastIndex((other) => other.turn <= turn) + 1;
    this.#waiting.splice(place, 0, { task, turn });
  }

  shift(): Waiting | null {
    const first = this.#waiting.shift();
    if (!first) return null;
    this.#now = first.turn;
    if (this.#waiting.length === 0) this.#last.clear();
    return first.task;
  }

  /** Where a thread could not take it after all. */
  unshift(task: Waiting): void {
    this.#waiting.unshift({ task, turn: this.#now });
  }

  remove(task: Waiting): void {
    this.#waiting = this.#waiting.filter((other) => other.task !== task);
  }
}
