/** Knows whether the service is being stopped, and how many requests are still under way. */
export class Stopping {
  readonly #controller = new AbortController();
  readonly #waiting = new Set<() => void>();
  #requests = 0;

  /** Fires when the service is asked to stop. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** From now on new requests are turned away. Saying it again changes nothing. */
  begin(): void {
    this.#controller.abort();
  }

  /** A request has come; `leave` has to follow when its connection has the answer, or is gone. */
  enter(): void {
    this.#requests += 1;
  }

  /** Once for each request that has come. */
  leave(): void {
    this.#requests -= 1;
    if (this.#requests > 0) return;
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  /** @returns false: requests are still under way after so long, ms */
  async idle(patienceMs: number): Promise<boolean> {
    if (this.#requests === 0) return true;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), patienceMs);
      this.#waiting.add(() => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }
}
