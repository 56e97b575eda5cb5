import type { Database, Store } from '../../services/ports/database.ts';
import type { RateCounter, RatePolicy, RateState } from '../../services/ports/rate-counter.ts';
import { slideWindow } from '../../services/ports/slide-window.ts';

/** Every so many requests the buckets that count nothing any more are thrown away. */
const SWEEP_EVERY = 500;

/** The times of each client's last requests, shared by all servers of one database. */
export class RateCounterInDatabase implements RateCounter {
  readonly #store: Store;
  #untilSweep = SWEEP_EVERY;

  constructor(store: Store) {
    this.#store = store;
  }

  async take(policy: RatePolicy, client: string, now: number): Promise<RateState> {
    const bucket = `${policy.name} ${client}`;
    const count = async (trx: Database): Promise<RateState> => {
      const known = trx.selectFrom('rate_limits').select('times').where('bucket', '=', bucket);
      const before = await known.executeTakeFirst();
      const next = slideWindow(policy, before ? (JSON.parse(before.times) as number[]) : [], now);
      const row = { times: JSON.stringify(next.times), expires_ms: now + policy.windowMs };
      await trx
        .insertInto('rate_limits')
        .values({ bucket, ...row })
        .onConflict((conflict) => conflict.column('bucket').doUpdateSet(row))
        .execute();
      return next.state;
    };
    const state = await this.#store.transaction(count, { turn: `rate ${bucket}` });
    await this.#sweep(now);
    return state;
  }

  async look(policy: RatePolicy, client: string, now: number): Promise<RateState> {
    const known = this.#store.read().selectFrom('rate_limits').select('times');
    const row = await known.where('bucket', '=', `${policy.name} ${client}`).executeTakeFirst();
    const times = row ? (JSON.parse(row.times) as number[]) : [];
    return slideWindow(policy, times, now, { count: false }).state;
  }

  async forget({ name }: RatePolicy, client: string): Promise<void> {
    const bucket = `${name} ${client}`;
    const forget = async (trx: Database): Promise<void> => {
      await trx.deleteFrom('rate_limits').where('bucket', '=', bucket).execute();
    };
    await this.#store.transaction(forget, { turn: `rate ${bucket}` });
  }

  async #sweep(now: number): Promise<void> {
    this.#untilSweep -= 1;
    if (this.#untilSweep > 0) return;
    this.#untilSweep = SWEEP_EVERY;
    const sweep = async (trx: Database): Promise<void> => {
      await trx.deleteFrom('rate_limits').where('expires_ms', '<=', now).execute();
    };
    await this.#store.transaction(sweep, { turn: 'rate sweep' });
  }
}
