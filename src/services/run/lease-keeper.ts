import type { Store } from '../ports/database.ts';
import { changeLeased, leaseEnd, LEASE_MS, LeaseLost, RENEW_MS, type Claim } from './lease.ts';
import type { RunProgress } from './running-runs.ts';

/** How soon a cancelled run is noticed. */
const LOOK_MS = 1000;

interface Services {
  readonly store: Store;
  readonly now: () => Date;
  /** how often progress is written, at most: for processes other than the one that does the run */
  readonly progressMs: number;
}

/** While a run is done: renews its lease, writes its progress, and notices when it is no longer this process's to do. */
export class LeaseKeeper {
  readonly #services: Services;
  readonly #claim: Claim;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #stage: string | null = null;
  #fraction = 0;
  #changed = false;
  #renewed: number;
  #looked: number;

  constructor(services: Services, claim: Claim) {
    this.#services = services;
    this.#claim = claim;
    this.#renewed = performance.now();
    this.#looked = this.#renewed;
    this.#wait();
  }

  /** How far the run is, before it is written. */
  readonly progress = (): RunProgress => ({ stage: this.#stage, fraction: this.#fraction });

  /** Fires with LeaseLost, or with the reason that `stop` was given. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly onProgress = (stage: string, fraction: number): void => {
    this.#stage = stage;
    // whatever a stage says, progress doesn't go back
    this.#fraction = Math.max(this.#fraction, fraction);
    this.#changed = true;
  };

  /** Shown at once: somebody may be waiting for it. The next look tells of what goes wrong here. */
  readonly onPicture = (png: Uint8Array): void => {
    const picture = Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64');
    const { store } = this.#services;
    void store.transaction((trx) => changeLeased(trx, this.#claim, { picture })).catch(() => {});
  };

  readonly stop = (reason: unknown): void => this.#controller.abort(reason);

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #wait(): void {
    this.#timer = setTimeout(() => void this.#tick(), Math.min(LOOK_MS, this.#services.progressMs));
  }

  async #tick(): Promise<void> {
    const timer = this.#timer;
    try {
      await this.#write();
    } catch (error) {
      const age = performance.now() - this.#renewed;
      // a store that is away for a moment is no reason to stop while nobody else may begin
      if (error instanceof LeaseLost || age > LEASE_MS) this.stop(error);
    }
    if (timer === this.#timer && !this.signal.aborted) this.#wait();
  }

  async #write(): Promise<void> {
    const { store, now } = this.#services;
    const began = performance.now();
    if (this.#changed || began - this.#renewed > RENEW_MS) {
      this.#changed = false;
      const change = { ...this.progress(), lease_until: leaseEnd(now()) };
      await store.transaction((trx) => changeLeased(trx, this.#claim, change));
      this.#renewed = began;
      this.#looked = began;
      return;
    }
    if (began - this.#looked < LOOK_MS) return;
    this.#looked = began;
    const { run, token } = this.#claim;
    const row = await store
      .read()
      .selectFrom('runs')
      .select('leased_by')
      .where('run_id', '=', run.run_id)
      .executeTakeFirst();
    if (row?.leased_by !== token) throw new LeaseLost(run.run_id);
  }
}
