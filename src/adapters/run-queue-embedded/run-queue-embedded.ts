import type { Store } from '../../services/ports/database.ts';
import type { PerformRun, RunQueue } from '../../services/ports/run-queue.ts';
import { nextRuns } from '../../services/run/next-runs.ts';
import { RunSlots } from '../run-slots.ts';

/** A run that could not be done for now is tried again after this, then after twice as long, and so on. */
const AGAIN_MS = 2000;
/** A run whose result could not be stored is computed anew each time, which is counted as its owner's. */
const MOST_AGAIN_MS = 60_000;
/** How often the queue is looked at without having been told. */
const LOOK_MS = 5000;

export interface EmbeddedQueueOptions {
  readonly store: Store;
  readonly now: () => Date;
  /** told when the queue can't be read; it is tried again */
  readonly onError: (error: unknown) => void;
  readonly againMs?: number;
}

/** The queue of a service that is one process: the table of runs itself. */
export class RunQueueEmbedded implements RunQueue {
  readonly #options: EmbeddedQueueOptions;
  readonly #resting = new Map<string, NodeJS.Timeout>();
  /** how often in a row each could not be done */
  readonly #failures = new Map<string, number>();
  #slots: RunSlots | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #lookAgain = false;

  constructor(options: EmbeddedQueueOptions) {
    this.#options = options;
  }

  /** The row is the place in the queue. */
  async add(): Promise<void> {}

  wake(): void {
    if (!this.#slots) return;
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#lookAgain = false;
    this.#looking = this.#look(this.#slots)
      .catch((error: unknown) => this.#options.onError(error))
      .finally(() => {
        this.#looking = null;
        if (this.#lookAgain) this.wake();
      });
  }

  work(perform: PerformRun, atOnce: number): void {
    this.#slots = new RunSlots(perform, atOnce);
    this.#timer = setInterval(() => this.wake(), LOOK_MS);
    this.wake();
  }

  async close(): Promise<void> {}

  async rest(graceMs: number): Promise<void> {
    const slots = this.#slots;
    this.#slots = null;
    clearInterval(this.#timer);
    for (const timer of this.#resting.values()) clearTimeout(timer);
    this.#resting.clear();
    await slots?.close(graceMs);
    await this.#looking;
  }

  async #look(slots: RunSlots): Promise<void> {
    if (slots.free === 0) return;
    const except = [...slots.ids, ...this.#resting.keys()];
    const runs = await nextRuns(this.#options, { limit: slots.free, except });
    for (const { run_id: run } of runs.slice(0, slots.free)) {
      slots.begin(run, async (outcome) => {
        if (outcome === 'again') this.#rest(run);
        else this.#failures.delete(run);
        // the slot is free a turn later
        setImmediate(() => this.wake());
      });
    }
  }

  #rest(run: string): void {
    if (!this.#slots) return;
    const end = (): void => {
      this.#resting.delete(run);
      this.wake();
    };
    const failures = this.#failures.get(run) ?? 0;
    this.#failures.set(run, failures + 1);
    const ms = (this.#options.againMs ?? AGAIN_MS) * 2 ** Math.min(failures, 16);
    this.#resting.set(run, setTimeout(end, Math.min(ms, MOST_AGAIN_MS)));
  }
}
