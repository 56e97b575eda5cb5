import { Random } from '../../src/core/simulate/random.ts';
import type { DeletionReceipt } from '../../src/services/deletion/delete-account-data.ts';
import { Item, type Owner } from './item.ts';
import { Moments, Spans, type Span } from './span.ts';

export interface HeldByUs {
  readonly hold_id: string;
  readonly archive_id: string;
}

/** Everything that clients and the operator were told, and everything that contradicts it. */
export class Ledger {
  readonly spans: Spans;
  readonly owners: Owner[] = [];
  readonly receipts: DeletionReceipt[] = [];
  readonly holds: HeldByUs[] = [];
  readonly found: string[] = [];
  readonly counts = new Map<string, number>();
  /** results by the Idempotency-Key they were sent with */
  readonly byKey = new Map<string, string>();
  readonly #moments = new Moments();
  readonly #waiting = new Set<() => void>();
  readonly #seed: number;
  #acknowledged = 0;
  #streams = 0;

  constructor(seed: number) {
    this.#seed = seed;
    this.spans = new Spans(this.#moments);
  }

  /** Numbers of their own for everybody who needs some: the same for the same seed, whatever the others do. */
  random(): Random {
    return Random.from(this.#seed, ++this.#streams);
  }

  addOwner(name: string, requester: string, apiKey: string | null): Owner {
    const owner: Owner = { name, requester, apiKey, items: [], deletions: [] };
    this.owners.push(owner);
    return owner;
  }

  addItem(owner: Owner, made: Span, runId: string | null): Item {
    const item = new Item(owner, made, runId, this.#moments);
    owner.items.push(item);
    return item;
  }

  get items(): Item[] {
    return this.owners.flatMap(({ items }) => items);
  }

  /** Something contradicts what was acknowledged. */
  report(what: string): void {
    if (!this.found.includes(what)) this.found.push(what);
  }

  acknowledge(kind: string): void {
    this.count(kind);
    this.#acknowledged++;
    for (const look of this.#waiting) look();
  }

  count(kind: string, by = 1): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + by);
  }

  /** Waits until so many more things have been acknowledged. @returns false: that took too long */
  async acknowledged(more: number, patienceMs: number): Promise<boolean> {
    const wanted = this.#acknowledged + more;
    return new Promise((resolve) => {
      const end = (reached: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve(reached);
      };
      const look = (): void => {
        if (this.#acknowledged >= wanted) end(true);
      };
      const timer = setTimeout(() => end(false), patienceMs);
      this.#waiting.add(look);
      look();
    });
  }
}
