import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, SqliteDialect } from 'kysely';
import type { Database, Store, Tables } from '../../services/ports/database.ts';
import { migrate } from './migrate.ts';
import { migrationsFolder, readMigrations } from './migration-files.ts';
import { isBusy, SqliteHandle } from './sqlite-handle.ts';

/** How long a transaction may wait for other programs that use the file. */
const PATIENCE_MS = 5000;
const LONGEST_PAUSE_MS = 20;

export interface SqliteOptions {
  readonly migrations?: URL;
  readonly patienceMs?: number;
}

/** One SQLite file: a connection that writes, transaction after transaction, and one that only reads. */
export class SqliteStore implements Store {
  readonly #patienceMs: number;
  readonly #handle: SqliteHandle;
  readonly #writing: Database;
  readonly #reading: Database;

  private constructor(file: string, patienceMs: number) {
    this.#patienceMs = patienceMs;
    this.#handle = new SqliteHandle(file, { readonly: false });
    this.#writing = kysely(this.#handle);
    this.#reading = kysely(new SqliteHandle(file, { readonly: true }));
  }

  /**
   * Opens the file, makes it where there is none, and brings its tables up to date.
   * @throws StorageRefused where its tables are not of this version's making; StorageUnavailable
   */
  static async open(file: string, options: SqliteOptions = {}): Promise<SqliteStore> {
    const migrations = await readMigrations(options.migrations ?? migrationsFolder);
    const store = new SqliteStore(file, options.patienceMs ?? PATIENCE_MS);
    try {
      await migrate((work) => store.transaction((trx) => work(trx as Kysely<unknown>)), migrations);
      return store;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  read(): Database {
    return this.#reading;
  }

  async transaction<T>(work: (trx: Database) => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.#patienceMs;
    return this.#writing.connection().execute(async (connection) => {
      await this.#begin(deadline);
      try {
        const result = await work(connection);
        this.#handle.execute('COMMIT');
        return result;
      } catch (error) {
        // SQLite has rolled back by itself where the disk was full
        if (this.#handle.raw.inTransaction) this.#handle.execute('ROLLBACK');
        throw error;
      }
    });
  }

  /** Locks the file for writing at once, so that no statement after it can find it locked. */
  async #begin(deadline: number): Promise<void> {
    for (;;) {
      try {
        return this.#handle.execute('BEGIN IMMEDIATE');
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
        await sleep(1 + Math.random() * LONGEST_PAUSE_MS);
      }
    }
  }

  async check(): Promise<void> {
    await this.transaction(async () => {});
  }

  async close(): Promise<void> {
    await this.#writing.connection().execute(async () => {});
    await this.#reading.destroy();
    await this.#writing.destroy();
  }
}

function kysely(database: SqliteHandle): Database {
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
}
