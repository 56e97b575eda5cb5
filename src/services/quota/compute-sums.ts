import { recordCompute, type ComputeUse } from './compute-use.ts';

/** How long what was computed waits to be written: a write waits for the disk, and results would wait behind it. */
const LATER_MS = 1000;

interface Sum {
  ms: number;
  jobs: number;
}

/**
 * What was computed for whom, written together a second later. Where the process is killed, at most that second is never
 * counted; where the database is away, it is written with what comes next.
 */
export class ComputeSums {
  readonly #use: ComputeUse;
  readonly #onError: (error: unknown) => void;
  readonly #laterMs: number;
  #sums = new Map<string, Sum>();
  #timer: NodeJS.Timeout | null = null;
  #writing = Promise.resolve();

  constructor(use: ComputeUse, onError: (error: unknown) => void, laterMs = LATER_MS) {
    this.#use = use;
    this.#onError = onError;
    this.#laterMs = laterMs;
  }

  /** That a computation for somebody has ended, well or not. @param requester account id or `public` */
  add(requester: string, ms: number): void {
    this.#sum(requester, { ms, jobs: 1 });
    this.#timer ??= setTimeout(() => void this.write(), this.#laterMs);
  }

  /** Never throws. */
  write(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    return (this.#writing = this.#writing.then(() => this.#write()));
  }

  async #write(): Promise<void> {
    const sums = this.#sums;
    this.#sums = new Map();
    for (const [requester, sum] of sums) {
      try {
        await recordCompute(this.#use, requester, sum.ms, sum.jobs);
      } catch (error) {
        this.#sum(requester, sum);
        this.#onError(error);
      }
    }
  }

  #sum(requester: string, { ms, jobs }: Sum): void {
    const sum = this.#sums.get(requester) ?? { ms: 0, jobs: 0 };
    this.#sums.set(requester, { ms: sum.ms + ms, jobs: sum.jobs + jobs });
  }
}
