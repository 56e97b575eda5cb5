import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, SqliteDialect, SqliteQueryCompiler } from 'kysely';
import type { Database, Store, Tables } from '../../services/ports/database.ts';
import { migrate } from './migrate.ts';
import { migrationsFolder, readMigrations } from './migration-files.ts';
import { StorageUnavailable } from '../../services/ports/storage-unavailable.ts';
import { probeFolder } from '../probe-folder.ts';
import { StorageRefused } from '../storage-refused.ts';
import { damageOf, isBusy, SqliteHandle } from './sqlite-handle.ts';

/** How long a transaction may wait for other programs that use the file. */
const PATIENCE_MS = 5000;
const LONGEST_PAUSE_MS = 20;

export interface SqliteOptions {
  readonly migrations?: URL;
  readonly patienceMs?: number;
  /** reads all of the file first: where a server starts */
  readonly wholeFile?: boolean;
}

/** One SQLite file: a connection that writes, transaction after transaction, and one that only reads. */
export class SqliteStore implements Store {
  readonly #folder: string;
  readonly #patienceMs: number;
  readonly #handle: SqliteHandle;
  readonly #readingHandle: SqliteHandle;
  readonly #writing: Database;
  readonly #reading: Database;

  private constructor(file: string, patienceMs: number) {
    this.#folder = dirname(file);
    this.#patienceMs = patienceMs;
    this.#handle = new SqliteHandle(file, { readonly: false });
    this.#writing = kysely(this.#handle);
    this.#readingHandle = new SqliteHandle(file, { readonly: true });
    this.#reading = kysely(this.#readingHandle);
  }

  /**
   * Opens the file, makes it where there is none, and brings its tables up to date.
   * @throws StorageRefused where the file is damaged or its tables are not of this version's making; StorageUnavailable
   */
  static async open(file: string, options: SqliteOptions = {}): Promise<SqliteStore> {
    const migrations = await readMigrations(options.migrations ?? migrationsFolder);
    let store: SqliteStore | undefined;
    try {
      const opened = (store = new SqliteStore(file, options.patienceMs ?? PATIENCE_MS));
      const [fault] = options.wholeFile ? await opened.faults() : [];
      if (fault !== undefined) throw damaged(file, fault);
      await migrate((work) => opened.transaction((trx) => work(trx as Kysely<unknown>)), migrations);
      return opened;
    } catch (error) {
      await store?.close();
      const damage = damageOf(error);
      throw damage === null ? error : damaged(file, damage, error);
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

  async forget(): Promise<void> {
    const deadline = performance.now() + this.#patienceMs;
    // the log beside the file still has the pages as they were
    while (!this.#handle.emptyLog() && performance.now() < deadline) await sleep(LONGEST_PAUSE_MS);
  }

  async faults(): Promise<readonly string[]> {
    return this.#handle.faults();
  }

  async check(): Promise<void> {
    await this.transaction(async () => {});
    await probeFolder(this.#folder).catch((cause: unknown) => {
      throw new StorageUnavailable('The database can’t be written: its disk may be full or read-only.', {
        cause,
      });
    });
  }

  async close(): Promise<void> {
    await this.#writing.connection().execute(async () => {});
    // Kysely closes only what it has used. The one that writes goes last: it moves the write-ahead log into the file
    await this.#reading.destroy();
    this.#readingHandle.close();
    await this.#writing.destroy();
    this.#handle.close();
  }
}

function damaged(file: string, fault: string, cause?: unknown): StorageRefused {
  const words = fault.replaceAll(/\s+/g, ' ').trim();
  return new StorageRefused(
    `The database ${resolve(file)} is damaged (${words}). Restore it from a backup, as docs/operations.md says.`,
    { cause },
  );
}

function kysely(database: SqliteHandle): Database {
  return new Kysely<Tables>({ dialect: new SteadyDialect({ database }) });
}

class SteadyDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new SteadyCompiler();
  }
}

/**
 * SQLite plans a statement anew each time that a value is bound which its plan might depend on, as this build of it keeps
 * histograms (SQLITE_ENABLE_STAT4; nothing here makes them): 20 to 40 µs for a query of 5. A value out of a subquery is
 * none of the plan's business, and compares as the value itself does.
 */
class SteadyCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '(select ?)';
  }
}
