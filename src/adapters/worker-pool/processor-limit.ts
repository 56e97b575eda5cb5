/** What a thread has used of processors; what it waits, for a core as well, is not in it. */
export interface ProcessorTime {
  /** ms since the thread began, when it said so */
  readonly ms: number;
  /** ms that other threads have used for it */
  readonly beside: number;
  /** the same as `ms` now. @throws where the thread is gone */
  readonly now: () => Promise<number>;
}

/** What it was that ran out, and how much of it there was. */
export interface RanOut {
  readonly of: 'processor' | 'clock';
  readonly ms: number;
}

/** A thread that is not asleep for ever gets this share of a core, however many want it: one in so many. */
const CLOCK_TIMES = 10;
/** It would be asked all the time otherwise, just before it has used up all. */
const SOONEST_MS = 20;
/** A timer that is given more rings at once. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Tells when a thread has used up what it was given. It can't use it up faster than the clock goes, so that it is asked
 * when it may have, and then again after what was left. One that waits for something that does not come uses nothing, and
 * one in native code does not answer: for them the clock counts, ten times as long.
 */
export class ProcessorLimit {
  readonly #given: number;
  readonly #time: ProcessorTime;
  readonly #onOver: (what: RanOut) => void;
  readonly #backstop: NodeJS.Timeout;
  #next: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(ms: number, time: ProcessorTime, onOver: (what: RanOut) => void) {
    [this.#given, this.#time, this.#onOver] = [ms, time, onOver];
    const clock = Math.min(CLOCK_TIMES * ms, LONGEST_MS);
    this.#backstop = setTimeout(() => this.#over({ of: 'clock', ms: clock }), clock);
    this.#lookAfter(ms);
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#backstop);
    clearTimeout(this.#next);
  }

  #lookAfter(ms: number): void {
    this.#next = setTimeout(() => void this.#look(), Math.min(Math.max(ms, SOONEST_MS), LONGEST_MS));
  }

  async #look(): Promise<void> {
    const now = await this.#time.now().catch(() => null);
    if (this.#ended || now === null) return;
    const left = this.#given - (now - this.#time.ms);
    if (left > 0) this.#lookAfter(left);
    else this.#over({ of: 'processor', ms: this.#given });
  }

  #over(what: RanOut): void {
    this.end();
    this.#onOver(what);
  }
}
