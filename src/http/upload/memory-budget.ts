import { Overloaded } from '../../services/ports/overloaded.ts';

const RETRY_AFTER_S = 5;

/** Bounds what all requests together may hold in memory: their uploads, and results that wait to be sent. */
export class MemoryBudget {
  readonly #limit: number;
  #taken = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get taken(): number {
    return this.#taken;
  }

  /** A share of the budget that grows with one request and is given back as a whole. */
  open(): MemoryShare {
    let own = 0;
    return {
      grow: (bytes) => {
        if (this.#taken + bytes > this.#limit) {
          throw new Overloaded('All the memory that is set aside for requests is in use.', RETRY_AFTER_S);
        }
        this.#taken += bytes;
        own += bytes;
      },
      fits: (bytes) => this.#taken + bytes <= this.#limit,
      close: () => {
        this.#taken -= own;
        own = 0;
      },
    };
  }
}

export interface MemoryShare {
  /** @throws Overloaded when there is no room for so many more bytes */
  grow(bytes: number): void;
  fits(bytes: number): boolean;
  close(): void;
}
