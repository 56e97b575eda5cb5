/** ms per stage of a run that has succeeded. */
type Stages = Readonly<Record<string, number>>;

/** The runs that this process does: one that is cancelled here stops at once, one that has succeeded is measured. */
export class RunningRuns {
  readonly #stops = new Map<string, () => void>();
  readonly #listeners: ((stages: Stages) => void)[] = [];

  /** @returns to be called when the run ends */
  begin(runId: string, stop: () => void): () => void {
    this.#stops.set(runId, stop);
    return () => {
      if (this.#stops.get(runId) === stop) this.#stops.delete(runId);
    };
  }

  cancel(runId: string): void {
    this.#stops.get(runId)?.();
  }

  /** @param listener is told the durations of every run that succeeds from now on */
  listen(listener: (stages: Stages) => void): void {
    this.#listeners.push(listener);
  }

  succeeded(stages: Stages): void {
    for (const listener of this.#listeners) listener(stages);
  }
}
