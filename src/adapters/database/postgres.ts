import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql, type RawBuilder } from 'kysely';
import type { Database, Store, Tables, TransactionOptions } from '../../services/ports/database.ts';
import { StorageUnavailable } from '../../services/ports/storage-unavailable.ts';
import { migrate } from './migrate.ts';
import { migrationsFolder, readMigrations } from './migration-files.ts';
import { isConflict } from './postgres-errors.ts';
import { postgresPool, type PostgresLimits } from './postgres-pool.ts';

const LIMITS: PostgresLimits = { connectMs: 5000, queryMs: 15_000, connections: 10 };
/** With the pauses below some two seconds in which every try met another transaction. */
const MAX_TRIES = 12;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;
/** Names the lock of those who migrate; any number that nobody else uses. */
const MIGRATION_LOCK = 7_145_218_301;

export interface PostgresOptions {
  readonly migrations?: URL;
  readonly limits?: Partial<PostgresLimits>;
}

/** A PostgreSQL database that any number of processes share. */
export class PostgresStore implements Store {
  readonly #db: Database;

  private constructor(url: string, limits: PostgresLimits) {
    this.#db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: postgresPool(url, limits) }) });
  }

  /**
   * Connects and brings the tables up to date.
   * @throws StorageRefused where the tables are not of this version's making; StorageUnavailable
   */
  static async open(url: string, options: PostgresOptions = {}): Promise<PostgresStore> {
    const migrations = await readMigrations(options.migrations ?? migrationsFolder);
    const store = new PostgresStore(url, { ...LIMITS, ...options.limits });
    try {
      const inTurn = <T>(work: (trx: Kysely<unknown>) => Promise<T>) =>
        store.#inTurn((trx) => work(trx as unknown as Kysely<unknown>), sql.lit(MIGRATION_LOCK));
      await migrate(inTurn, migrations);
      return store;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  /** Read committed, so that what was waited for is seen. @param lock a number that those who take turns have alike */
  #inTurn<T>(work: (trx: Database) => Promise<T>, lock: RawBuilder<unknown>): Promise<T> {
    return this.#db.transaction().execute(async (trx) => {
      await sql`SELECT pg_advisory_xact_lock(${lock})`.execute(trx);
      return work(trx);
    });
  }

  read(): Database {
    return this.#db;
  }

  async transaction<T>(
    work: (trx: Database) => Promise<T>,
    { chain = false, turn }: TransactionOptions = {},
  ): Promise<T> {
    const once = () =>
      turn === undefined ? this.#try(work, chain) : this.#inTurn(work, sql`hashtextextended(${turn}, 0)`);
    for (let tries = 1; ; tries++) {
      try {
        return await once();
      } catch (cause) {
        if (!isConflict(cause)) throw cause;
        if (tries === MAX_TRIES) {
          const detail = 'Too many requests change the same data at the same time.';
          throw new StorageUnavailable(detail, { cause, retryAfterSeconds: 1 });
        }
        const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
        await sleep(longest * (0.5 + Math.random() / 2));
      }
    }
  }

  #try<T>(work: (trx: Database) => Promise<T>, chain: boolean): Promise<T> {
    const transaction = this.#db.transaction().setIsolationLevel('serializable');
    return transaction.execute(async (trx) => {
      // LOCK takes no snapshot: what follows sees all that was committed while it waited
      if (chain) await sql`LOCK TABLE archive_log_turn IN EXCLUSIVE MODE`.execute(trx);
      return work(trx);
    });
  }

  /** Old versions of rows go with autovacuum. */
  async forget(): Promise<void> {}

  /** PostgreSQL has its own programs for that (pg_amcheck, data checksums). */
  async faults(): Promise<readonly string[]> {
    return [];
  }

  async check(): Promise<void> {
    const { rows } = await sql<{ standby: boolean }>`SELECT pg_is_in_recovery() AS standby`.execute(this.#db);
    if (rows[0]!.standby) throw new StorageUnavailable('The database is a standby and can’t be written.');
  }

  async close(): Promise<void> {
    await this.#db.destroy();
  }
}
