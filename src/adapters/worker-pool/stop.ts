import { Problem } from '../../core/problem/problem.ts';
import { DECODE, TIMESTAMP } from '../../services/reconstruction/stopwatch.ts';
import { Overloaded } from '../../services/ports/overloaded.ts';
import { TIME_OF, tookTooLong } from '../../formats/decode/samples/refusals.ts';
import type { Job, ThreadSpent } from './messages.ts';
import { ProcessorLimit, type ProcessorTime, type RanOut } from './processor-limit.ts';

export interface TimeLimits {
  /** in the queue, by the clock; and of its thread's processor from its first stage to its end */
  readonly jobMs: number;
  /** of its processor to read one of its files: there a file that somebody made for the purpose can hold a worker up */
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
  readonly #waiting: NodeJS.Timeout;
  #whole: ProcessorLimit | undefined;
  #decoding: ProcessorLimit | undefined;
  #asked: NodeJS.Timeout | undefined;
  #began: Seen | null = null;
  #last: Seen | null = null;
  #answered = false;
  #reason: Error | null = null;
  /** ms of the processor */
  readonly #stages = new Map<string, number>();
  #stage: { readonly name: string; readonly since: number } | null = null;

  constructor({ cancelled }: Job, limits: TimeLimits) {
    this.#flag = new Int32Array(cancelled);
    this.#limits = limits;
    this.#waiting = setTimeout(() => this.giveUp(waited(limits.jobMs)), limits.jobMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** which of its limits the job broke; null: none */
  get reason(): Error | null {
    return this.#reason;
  }

  /**
   * Processor time since its first stage, of all threads that worked on it. Where it was stopped with its thread: as far as
   * that had said, and from then on by the clock, faster than which it can't have gone on.
   */
  get computedMs(): number {
    const [began, last] = [this.#began, this.#last];
    if (!began || !last) return 0;
    const told = last.ms - began.ms + last.beside - began.beside;
    return told + (this.#answered ? 0 : performance.now() - last.at);
  }

  /** Its thread has answered. @param by what it had used by then */
  answered(by: ThreadSpent): void {
    this.#answered = true;
    this.#last = seenNow(by);
  }

  /** The job has come to a stage of its work. @param time of the thread that has it */
  reached(stage: string, time: ProcessorTime): void {
    const { jobMs, decodeMs, times = 1 } = this.#limits;
    this.#last = seenNow(time);
    if (this.#began === null) {
      this.#began = this.#last;
      clearTimeout(this.#waiting);
      this.#giveTime(times * jobMs, time);
    } else if (this.#limits.untilProgress) this.#giveTime(jobMs, time);
    if (stage !== this.#stage?.name) this.#enter(stage, time.ms);
    this.#decoding?.end();
    // the result is there: whoever is slow to say when does not undo it
    if (stage === TIMESTAMP) this.#whole?.end();
    if (stage === DECODE)
      this.#decoding = new ProcessorLimit(decodeMs, time, ({ of, ms }) =>
        this.giveUp(tookTooLong(ms / 1000, of)),
      );
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
    clearTimeout(this.#waiting);
    clearTimeout(this.#asked);
    this.#whole?.end();
    this.#decoding?.end();
  }

  #giveTime(jobMs: number, time: ProcessorTime): void {
    this.#whole?.end();
    this.#whole = new ProcessorLimit(jobMs, time, (what) =>
      this.giveUp(
        tooSlow(what, what.of === 'processor' ? this.#longestStage(time.ms + jobMs) : this.#lastStage()),
      ),
    );
  }

  /** @param now ms of the processor */
  #enter(name: string, now: number): void {
    if (this.#stage) {
      const { name: before, since } = this.#stage;
      this.#stages.set(before, (this.#stages.get(before) ?? 0) + now - since);
    }
    this.#stage = { name, since: now };
  }

  /** @param now ms of the processor */
  #longestStage(now: number): string {
    this.#enter('', now);
    const [name, ms] = [...this.#stages].toSorted(([, one], [, other]) => other - one)[0]!;
    return `Most of it went into the stage “${name}”: ${seconds(Math.round(ms / 100) * 100)}.`;
  }

  #lastStage(): string {
    return `It had come to the stage “${this.#stage!.name}”.`;
  }
}

interface Seen extends Pick<ThreadSpent, 'ms' | 'beside'> {
  /** when, by the clock */
  readonly at: number;
}

function seenNow({ ms, beside }: Omit<Seen, 'at'>): Seen {
  return { ms, beside, at: performance.now() };
}

const seconds = (ms: number): string => `${ms / 1000} s`;

function waited(ms: number): Error {
  return new Overloaded(`No thread was free for this within ${seconds(ms)}.`, RETRY_S);
}

function tooSlow({ of, ms }: RanOut, where: string): Error {
  const advice =
    'Crop the frame around the sample or the target, give the distance instead of a range to search, or send fewer frames.';
  return new Problem(
    'TOOK_TOO_LONG',
    `The computation took longer than ${seconds(ms)} ${TIME_OF[of]} and was given up. ${where} ${advice}`,
  );
}
