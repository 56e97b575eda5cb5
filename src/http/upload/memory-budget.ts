import { Overloaded } from '../../services/ports/overloaded.ts';

const RETRY_AFTER_S = 5;

/** Bounds what all requests together may hold in memory: their uploads, and results that wait to be sent. */
export class MemoryBudget {
  readonly #limit: number;
  #taken = 0;
  readonly #byClient = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get taken(): number {
    return this.#taken;
  }

  /** of the whole, what nobody holds */
  get freeShare(): number {
    return this.#limit > 0 ? Math.max(0, 1 - this.#taken / this.#limit) : 0;
  }

  /**
   * A share of the budget that grows with one request and is given back as a whole. One request may fill all that is
   * free; several of one client together have as much as they leave to others.
   * @param client an account, or where a request without one comes from
   */
  open(client: string): MemoryShare {
    let own = 0;
    const taken = (): number => this.#byClient.get(client) ?? 0;
    const count = (bytes: number): void => {
      const now = taken() + bytes;
      if (now > 0) this.#byClient.set(client, now);
      else this.#byClient.delete(client);
      this.#taken += bytes;
      own += bytes;
    };
    const isShare = (bytes: number): boolean =>
      taken() === own || this.#taken + bytes + taken() + bytes <= this.#limit;
    return {
      grow: (bytes) => {
        if (this.#taken + bytes > this.#limit) {
          throw new Overloaded('All the memory that is set aside for requests is in use.', RETRY_AFTER_S);
        }
        if (!isShare(bytes)) {
          throw new Overloaded(
            'Your other requests hold your part of the memory that is set aside for requests.',
            RETRY_AFTER_S,
          );
        }
        count(bytes);
      },
      fits: (bytes) => this.#taken + bytes <= this.#limit && isShare(bytes),
      close: () => count(-own),
    };
  }
}

export interface MemoryShare {
  /** @throws Overloaded when there is no room for so many more bytes */
  grow(bytes: number): void;
  fits(bytes: number): boolean;
  close(): void;
}
