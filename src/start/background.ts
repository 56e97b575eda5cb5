/** Work that nobody waits for until the end of the process. */
export class Background {
  readonly #underWay = new Set<Promise<void>>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  add(work: Promise<void>): void {
    const quiet = work.catch(this.#onError).finally(() => this.#underWay.delete(quiet));
    this.#underWay.add(quiet);
  }

  async done(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}
