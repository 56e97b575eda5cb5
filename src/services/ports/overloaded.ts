/** There is too much work at the moment: nothing was accepted, nothing is lost. */
export class Overloaded extends Error {
  readonly retryAfterSeconds: number;

  constructor(detail: string, retryAfterSeconds: number) {
    super(detail);
    this.name = 'Overloaded';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Nothing is there that computes, and what was tried to have it failed. */
export class NoThreads extends Overloaded {}
