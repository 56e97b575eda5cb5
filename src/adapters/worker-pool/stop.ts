import { Problem } from '../../core/problem/problem.ts';
import { DECODE, TIMESTAMP } from '../../services/reconstruction/stopwatch.ts';
import { Overloaded } from '../../services/ports/overloaded.ts';
import { tookTooLong } from '../../formats/decode/samples/refusals.ts';
import type { Job } from './messages.ts';

export interface TimeLimits {
  /** in the queue, and again from its first stage to its end */
  readonly jobMs: number;
  /** to read one of its files: there a file that somebody made for the purpose can hold a worker up */
  readonly decodeMs: number;
  /** jobMs is meant from each sign of progress to the next: the job does many things of one kind */
  readonly untilProgress?: boolean;
  /** as many times jobMs from the first stage to the end; absent: once */
  readonly times?: number;
}

/** How long a worker may take to notice that its job is no longer wanted. */
const PATIENCE_MS = 5000;
const RETRY_S = 30;

/** Ends a job: a waiting one leaves the queue, a running one is asked first and stopped with its worker if need be. */
export class Stop {
  readonly #controller = new AbortController();
  readonly #flag: Int32Array;
  readonly #limits: TimeLimits;
  #whole: NodeJS.Timeout;
  #decoding: NodeJS.Timeout | undefined;
  #asked: NodeJS.Timeout | undefined;
  #began: number | null = null;
  #reason: Error | null = null;
  readonly #stages = new Map<string, number>();
  #stage: { readonly name: string; readonly since: number } | null = null;

  constructor({ cancelled }: Job, limits: TimeLimits) {
    this.#flag = new Int32Array(cancelled);
    this.#limits = limits;
    this.#whole = this.#after(limits.jobMs, () => waited(limits.jobMs));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** which of its limits the job broke; null: none */
  get reason(): Error | null {
    return this.#reason;
  }

  /** since its first stage */
  get computedMs(): number {
    return this.#began === null ? 0 : performance.now() - this.#began;
  }

  /** The job has come to a stage of its work. */
  reached(stage: string): void {
    const { jobMs, decodeMs, times = 1 } = this.#limits;
    if (this.#began === null) {
      this.#began = performance.now();
      this.#giveTime(times * jobMs);
    } else if (this.#limits.untilProgress) this.#giveTime(jobMs);
    if (stage !== this.#stage?.name) this.#enter(stage);
    clearTimeout(this.#decoding);
    // the result is there: whoever is slow to say when does not undo it
    if (stage === TIMESTAMP) clearTimeout(this.#whole);
    if (stage === DECODE) this.#decoding = this.#after(decodeMs, () => tookTooLong(decodeMs / 1000));
  }

  readonly ask = (): void => {
    Atomics.store(this.#flag, 0, 1);
    if (this.#began === null) this.#controller.abort();
    else this.#asked = setTimeout(() => this.#controller.abort(), PATIENCE_MS);
  };

  /** Whatever it waits for will not come. */
  giveUp(reason: Error): void {
    this.#reason ??= reason;
    this.#controller.abort(this.#reason);
  }

  end(): void {
    for (const timer of [this.#whole, this.#decoding, this.#asked]) clearTimeout(timer);
  }

  #giveTime(jobMs: number): void {
    clearTimeout(this.#whole);
    this.#whole = this.#after(jobMs, () => tooSlow(jobMs, this.#longestStage()));
  }

  #enter(name: string | null): void {
    const now = performance.now();
    if (this.#stage) {
      const { name: before, since } = this.#stage;
      this.#stages.set(before, (this.#stages.get(before) ?? 0) + now - since);
    }
    this.#stage = name === null ? null : { name, since: now };
  }

  #longestStage(): { readonly name: string; readonly ms: number } {
    this.#enter(null);
    const [name, ms] = [...this.#stages].toSorted(([, one], [, other]) => other - one)[0]!;
    return { name, ms };
  }

  #after(ms: number, reason: () => Error): NodeJS.Timeout {
    return setTimeout(() => this.giveUp(reason()), ms);
  }
}

const seconds = (ms: number): string => `${ms / 1000} s`;

function waited(ms: number): Error {
  return new Overloaded(`No thread was free for this within ${seconds(ms)}.`, RETRY_S);
}

function tooSlow(ms: number, longest: { readonly name: string; readonly ms: number }): Error {
  const most = `Most of it went into the stage “${longest.name}”: ${seconds(Math.round(longest.ms / 100) * 100)}.`;
  const advice =
    'Crop the frame around the sample or the target, give the distance instead of a range to search, or send fewer frames.';
  return new Problem(
    'TOOK_TOO_LONG',
    `The computation took longer than ${seconds(ms)} and was given up. ${most} ${advice}`,
  );
}
