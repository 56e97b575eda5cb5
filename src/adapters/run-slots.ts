import { setTimeout as sleep } from 'node:timers/promises';
import type { PerformRun } from '../services/ports/run-queue.ts';

/** The runs that a process does at the same time. */
export class RunSlots {
  readonly #perform: PerformRun;
  readonly #atOnce: number;
  readonly #runs = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  #closed = false;

  constructor(perform: PerformRun, atOnce: number) {
    this.#perform = perform;
    this.#atOnce = atOnce;
  }

  get free(): number {
    return this.#closed ? 0 : Math.max(0, this.#atOnce - this.#runs.size);
  }

  has(runId: string): boolean {
    return this.#runs.has(runId);
  }

  get ids(): string[] {
    return [...this.#runs.keys()];
  }

  /** @param ended must not throw */
  begin(runId: string, ended: (outcome: 'over' | 'again') => Promise<void>): void {
    const doing = this.#perform(runId, this.#stopping.signal)
      .then((outcome) => ended(outcome))
      .finally(() => this.#runs.delete(runId));
    this.#runs.set(runId, doing);
  }

  /** Begins nothing any more, waits for what has begun, and stops what takes longer. */
  async close(graceMs: number): Promise<void> {
    this.#closed = true;
    const waiting = new AbortController();
    const all = Promise.all(this.#runs.values()).then(() => waiting.abort());
    await Promise.race([all, sleep(graceMs, undefined, { signal: waiting.signal }).catch(() => {})]);
    this.#stopping.abort();
    await all;
  }
}
