import type { RateCounter, RatePolicy, RateState } from '../../services/ports/rate-counter.ts';
import { slideWindow } from '../../services/ports/slide-window.ts';

/** More clients than this are not remembered: the one that was quiet longest is forgotten. */
const MOST_CLIENTS = 100_000;

/** The times of each client's last requests, in this process alone. */
export class RateCounterInMemory implements RateCounter {
  /** in the order of the clients' last requests */
  readonly #times = new Map<string, number[]>();
  readonly #mostClients: number;

  constructor(mostClients = MOST_CLIENTS) {
    this.#mostClients = mostClients;
  }

  async take(policy: RatePolicy, client: string, now: number): Promise<RateState> {
    const key = `${policy.name} ${client}`;
    const { times, state } = slideWindow(policy, this.#times.get(key) ?? [], now);
    this.#times.delete(key);
    this.#times.set(key, times);
    if (this.#times.size > this.#mostClients) this.#times.delete(this.#times.keys().next().value!);
    return state;
  }
}
