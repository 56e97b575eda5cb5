import { setTimeout as sleep } from 'node:timers/promises';
import { fromKysely, PgBoss, type Job, type SendOptions } from 'pg-boss';
import type { Database, Store } from '../../services/ports/database.ts';
import type { PerformRun, QueuedRun, RunQueue } from '../../services/ports/run-queue.ts';
import { nextRuns } from '../../services/run/next-runs.ts';
import { translatePostgres } from '../database/postgres-errors.ts';
import { RunSlots } from '../run-slots.ts';

const QUEUE = 'runs';
/** A process that has not said for so long that it is alive has died; pg-boss takes no less. */
const HEARTBEAT_S = 10;
const TOUCH_MS = 3000;
/** How often pg-boss looks for jobs whose process has died. */
const SUPERVISE_S = 5;
/** How often an idle process asks for work. */
const POLL_MS = 500;
const AGAIN_S = 2;
/** Each time later, up to this: a run whose result could not be stored is computed anew, which is counted as its owner's. */
const MOST_AGAIN_S = 60;
/** How often a run is tried is counted with the run; this only bounds how often it is handed out. */
const RETRY_LIMIT = 1000;
/** A run that is in the table and not in the queue, whatever the reason, is noticed after this. */
const STRAY_MS = 60_000;
const STRAYS_AT_ONCE = 100;
/** Longer than any run takes. */
const EXPIRE_S = 4 * 3600;
const KEEP_DONE_S = 3600;
const YEAR_S = 365 * 24 * 3600;

interface RunJob {
  readonly run_id: string;
  /** absent in those of an older version */
  readonly turn?: number;
}

function byTurn({ data: one }: Job<RunJob>, { data: other }: Job<RunJob>): number {
  return (one.turn ?? 0) - (other.turn ?? 0) || (one.run_id < other.run_id ? -1 : 1);
}

/** Higher ones go first, and there are 2³¹: tenths of a second last for seven years of computing. */
function priorityOf(turn: number): number {
  return -Math.min(Math.floor(turn / 100), 2 ** 31 - 1);
}

export interface PgBossQueueOptions {
  /** of the PostgreSQL database that `store` is */
  readonly url: string;
  readonly store: Store;
  readonly now: () => Date;
  /** told of what goes wrong in the background; it is tried again */
  readonly onError: (error: unknown) => void;
}

/** The queue of a service that is several processes on any number of machines, in their common database. */
export class RunQueuePgBoss implements RunQueue {
  readonly #options: PgBossQueueOptions;
  readonly #boss: PgBoss;
  readonly #jobs = new Map<string, Job<RunJob>>();
  readonly #timers: NodeJS.Timeout[] = [];
  #slots: RunSlots | null = null;
  #fetching: Promise<void> | null = null;
  #pause = new AbortController();

  private constructor(options: PgBossQueueOptions) {
    this.#options = options;
    this.#boss = new PgBoss({
      connectionString: options.url,
      application_name: 'leith queue',
      max: 3,
      connectionTimeoutMillis: 5000,
      options: '-c statement_timeout=15000',
      schedule: false,
      superviseIntervalSeconds: SUPERVISE_S,
      monitorIntervalSeconds: SUPERVISE_S,
    });
    this.#boss.on('error', options.onError);
  }

  /**
   * Connects and makes the queue where there is none; any number of processes may do so at once.
   * @throws StorageUnavailable
   */
  static async open(options: PgBossQueueOptions): Promise<RunQueuePgBoss> {
    const queue = new RunQueuePgBoss(options);
    try {
      await queue.#open();
      return queue;
    } catch (error) {
      await queue.close();
      throw translatePostgres(error);
    }
  }

  async #open(): Promise<void> {
    await this.#boss.start();
    await this.#boss.createQueue(QUEUE, {
      // one job for each run that has not ended
      policy: 'exclusive',
      heartbeatSeconds: HEARTBEAT_S,
      expireInSeconds: EXPIRE_S,
      retryLimit: RETRY_LIMIT,
      retryDelay: AGAIN_S,
      retentionSeconds: YEAR_S,
      deleteAfterSeconds: KEEP_DONE_S,
    });
  }

  async add(trx: Database, run: QueuedRun): Promise<void> {
    try {
      await this.#send(run, { db: fromKysely(trx) });
    } catch (error) {
      throw translatePostgres(error);
    }
  }

  async #send({ run_id, turn }: QueuedRun, options: SendOptions): Promise<void> {
    const job: RunJob = { run_id, turn };
    await this.#boss.send(QUEUE, job, {
      ...options,
      ...{ singletonKey: run_id, priority: priorityOf(turn) },
      // here and not with the queue: the one of an older version keeps its options
      ...{ retryBackoff: true, retryDelayMax: MOST_AGAIN_S },
    });
  }

  wake(): void {
    this.#pause.abort();
  }

  work(perform: PerformRun, atOnce: number): void {
    const slots = new RunSlots(perform, atOnce);
    this.#slots = slots;
    this.#timers.push(setInterval(() => void this.#quietly(() => this.#touch()), TOUCH_MS));
    this.#timers.push(setInterval(() => void this.#quietly(() => this.#addStrays()), STRAY_MS));
    this.#fetching = this.#fetch(slots);
  }

  async rest(graceMs: number): Promise<void> {
    const slots = this.#slots;
    this.#slots = null;
    this.wake();
    await this.#fetching;
    await slots?.close(graceMs);
    for (const timer of this.#timers) clearInterval(timer);
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }

  async #fetch(slots: RunSlots): Promise<void> {
    while (this.#slots === slots) {
      this.#pause = new AbortController();
      const batchSize = slots.free;
      let jobs: Job<RunJob>[] = [];
      if (batchSize > 0) {
        await this.#quietly(async () => {
          jobs = await this.#boss.fetch<RunJob>(QUEUE, { batchSize });
        });
      }
      // pg-boss hands out those that are first, in any order
      jobs.sort(byTurn);
      for (const job of jobs) this.#begin(slots, job);
      if (jobs.length === 0) await this.#sleep();
    }
  }

  #begin(slots: RunSlots, job: Job<RunJob>): void {
    const { run_id } = job.data;
    // handed out anew while it is being done here: this job is only the reminder
    if (slots.has(run_id)) return void this.#settle(job, 'again');
    this.#jobs.set(job.id, job);
    slots.begin(run_id, async (outcome) => {
      await this.#settle(job, outcome);
      this.#jobs.delete(job.id);
      setImmediate(() => this.wake());
    });
  }

  /** What fails here is handed out once more when the heartbeat is missed, and found to be over. */
  async #settle(job: Job<RunJob>, outcome: 'over' | 'again'): Promise<void> {
    const { id, retryCount } = job;
    await this.#quietly(async () => {
      if (outcome === 'over') await this.#boss.complete(QUEUE, { id, retryCount });
      else await this.#boss.fail(QUEUE, { id, retryCount });
    });
  }

  async #touch(): Promise<void> {
    const attempts = [...this.#jobs.values()].map(({ id, retryCount }) => ({ id, retryCount }));
    if (attempts.length > 0) await this.#boss.touch(QUEUE, attempts);
  }

  async #addStrays(): Promise<void> {
    const runs = await nextRuns(this.#options, { limit: STRAYS_AT_ONCE, idleMs: STRAY_MS });
    for (const run of runs) await this.#send(run, {});
  }

  async #sleep(): Promise<void> {
    await sleep(POLL_MS, undefined, { signal: this.#pause.signal }).catch(() => {});
  }

  async #quietly(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.#options.onError(error);
    }
  }
}
