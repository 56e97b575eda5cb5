/** ms per stage of a run that has succeeded. */
type Stages = Readonly<Record<string, number>>;

/** How far a run is. */
export interface RunProgress {
  readonly stage: string | null;
  /** 0 to 1 */
  readonly fraction: number;
}

interface Running {
  readonly stop: () => void;
  readonly progress: (() => RunProgress) | undefined;
}

/**
 * The runs that this process does: one that is cancelled here stops at once, how far one is is known here before it is
 * written, one that has succeeded is measured.
 */
export class RunningRuns {
  readonly #running = new Map<string, Running>();
  readonly #listeners: ((stages: Stages) => void)[] = [];

  /** @returns to be called when the run ends */
  begin(runId: string, stop: () => void, progress?: () => RunProgress): () => void {
    const running = { stop, progress };
    this.#running.set(runId, running);
    return () => {
      if (this.#running.get(runId) === running) this.#running.delete(runId);
    };
  }

  cancel(runId: string): void {
    this.#running.get(runId)?.stop();
  }

  /** @returns null: somebody else does it, or nobody */
  progressOf(runId: string): RunProgress | null {
    return this.#running.get(runId)?.progress?.() ?? null;
  }

  /** @param listener is told the durations of every run that succeeds from now on */
  listen(listener: (stages: Stages) => void): void {
    this.#listeners.push(listener);
  }

  succeeded(stages: Stages): void {
    for (const listener of this.#listeners) listener(stages);
  }
}
