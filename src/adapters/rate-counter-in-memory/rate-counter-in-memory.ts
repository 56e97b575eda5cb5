import type { RateCounter, RatePolicy, RateState } from '../../services/ports/rate-counter.ts';
import { slideWindow } from '../../services/ports/slide-window.ts';

/** More clients than this are not remembered: the one that was quiet longest is forgotten. */
const MOST_CLIENTS = 100_000;

/** Clients are put in order of their last requests again after this time: doing it each time costs more than counting. */
const IN_ORDER_WITHIN_MS = 1000;

interface Client {
  times: number[];
  /** when it was put last */
  moved: number;
}

/** The times of each client's last requests, in this process alone. */
export class RateCounterInMemory implements RateCounter {
  /** by policy, then by client, in the order of the clients' last requests */
  readonly #policies = new Map<string, Map<string, Client>>();
  #count = 0;
  readonly #mostClients: number;

  constructor(mostClients = MOST_CLIENTS) {
    this.#mostClients = mostClients;
  }

  take(policy: RatePolicy, client: string, now: number): RateState {
    const clients = this.#clientsOf(policy);
    let known = clients.get(client);
    if (!known) {
      known = { times: [], moved: now };
      clients.set(client, known);
      this.#count += 1;
      if (this.#count > this.#mostClients) this.#forgetOne();
    } else if (now - known.moved > IN_ORDER_WITHIN_MS) {
      known.moved = now;
      clients.delete(client);
      clients.set(client, known);
    }
    const { times, state } = slideWindow(policy, known.times, now);
    known.times = times;
    return state;
  }

  async look(policy: RatePolicy, client: string, now: number): Promise<RateState> {
    const times = this.#policies.get(policy.name)?.get(client)?.times ?? [];
    return slideWindow(policy, [...times], now, { count: false }).state;
  }

  async forget({ name }: RatePolicy, client: string): Promise<void> {
    if (this.#policies.get(name)?.delete(client)) this.#count -= 1;
  }

  /** Of the policy that most clients are known to. */
  #forgetOne(): void {
    const [first, ...others] = this.#policies.values();
    const most = others.reduce((one, other) => (other.size > one.size ? other : one), first!);
    most.delete(most.keys().next().value!);
    this.#count -= 1;
  }

  #clientsOf({ name }: RatePolicy): Map<string, Client> {
    const known = this.#policies.get(name);
    if (known) return known;
    const clients = new Map<string, Client>();
    this.#policies.set(name, clients);
    return clients;
  }
}
