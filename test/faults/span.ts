/** Moments are counted, not timed: each is later than those before it. */
export class Moments {
  #last = 0;

  next(): number {
    return ++this.#last;
  }
}

/** Something that was asked for: it took effect between these moments, if it did. */
export interface Span {
  readonly sent: number;
  /** Infinity: it may still take effect */
  ended: number;
  /** open: no answer; done: acknowledged; refused: answered, and nothing was done; lost: it may have taken effect or not */
  outcome: 'open' | 'done' | 'refused' | 'lost';
}

/** What is asked for, and what came of it. Of what was asked of a process that died, nothing comes any more once it is dead. */
export class Spans {
  readonly #moments: Moments;
  #undecided = new Set<Span>();

  constructor(moments: Moments) {
    this.#moments = moments;
  }

  begin(): Span {
    return { sent: this.#moments.next(), ended: Infinity, outcome: 'open' };
  }

  end(span: Span, outcome: 'done' | 'refused'): void {
    span.ended = this.#moments.next();
    span.outcome = outcome;
  }

  lose(span: Span): void {
    span.outcome = 'lost';
    this.#undecided.add(span);
  }

  /** All processes that were asked are dead. */
  settle(): void {
    const moment = this.#moments.next();
    for (const span of this.#undecided) span.ended = moment;
    this.#undecided = new Set();
  }
}
