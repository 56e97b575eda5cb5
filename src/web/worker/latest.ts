/**
 * Runs one task at a time; of those asked for meanwhile only the last is run. For sliders: the hand is never waited
 * for, and no picture of the past is computed.
 */
export class Latest<T> {
  readonly #run: (task: T) => Promise<void>;
  #busy = false;
  #next: { readonly task: T } | null = null;

  constructor(run: (task: T) => Promise<void>) {
    this.#run = run;
  }

  /** Whether another task waits for the one that runs. */
  get isWaiting(): boolean {
    return this.#next !== null;
  }

  ask(task: T): void {
    this.#next = { task };
    if (!this.#busy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#busy = true;
    try {
      for (let next = this.#next; next; next = this.#next) {
        this.#next = null;
        await this.#run(next.task);
      }
    } finally {
      this.#busy = false;
    }
  }
}
