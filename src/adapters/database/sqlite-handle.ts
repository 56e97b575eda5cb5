import { closeSync, openSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { StorageUnavailable } from '../../services/ports/storage-unavailable.ts';

/** While opening nothing else runs yet, so waiting may block. */
const OPENING_TIMEOUT_MS = 5000;
/** Bounds the statements kept ready; the service has a few dozen. */
const MAX_STATEMENTS = 500;

/** One connection to a SQLite file, in the shape that Kysely takes, with errors in the words of the port. */
export class SqliteHandle implements SqliteDatabase {
  readonly raw: BetterSqlite3.Database;
  readonly #statements = new Map<string, SqliteStatement>();

  /** @param readonly for a file that is there */
  constructor(file: string, { readonly }: { readonly readonly: boolean }) {
    this.raw = attempt(() => {
      // SQLite gives its other files the permissions of this one
      if (!readonly) closeSync(openSync(file, 'a', 0o600));
      return new BetterSqlite3(file, { readonly, timeout: OPENING_TIMEOUT_MS });
    });
    attempt(() => {
      if (!readonly) this.raw.pragma('journal_mode = WAL');
      this.raw.pragma('synchronous = FULL');
      this.raw.pragma('foreign_keys = ON');
      // what is deleted is overwritten
      this.raw.pragma('secure_delete = ON');
      this.raw.prepare('SELECT 1 FROM sqlite_master').all();
      // from here on whoever has to wait does so without holding up the process
      this.raw.pragma('busy_timeout = 0');
    });
  }

  prepare(text: string): SqliteStatement {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = attempt(() => this.raw.prepare(text));
    const translated: SqliteStatement = {
      reader: statement.reader,
      all: (parameters) => attempt(() => statement.all(parameters)),
      run: (parameters) => attempt(() => statement.run(parameters)),
      // a statement that is being iterated can't be run again: this one is nobody else's
      iterate: (parameters) => this.raw.prepare(text).iterate(parameters),
    };
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    this.#statements.set(text, translated);
    return translated;
  }

  /** For BEGIN, COMMIT and ROLLBACK. */
  execute(text: string): void {
    attempt(() => this.raw.exec(text));
  }

  /** What SQLite finds wrong when it reads all of the file; empty: nothing. */
  faults(): string[] {
    try {
      const rows = this.raw.pragma('quick_check') as { quick_check: string }[];
      return rows.map(({ quick_check }) => quick_check).filter((said) => said !== 'ok');
    } catch (error) {
      const damage = damageOf(error);
      if (damage === null) throw error;
      return [damage];
    }
  }

  /** Moves the write-ahead log into the file and empties it. @returns false where others read what is in it */
  emptyLog(): boolean {
    const [row] = attempt(() => this.raw.pragma('wal_checkpoint(TRUNCATE)')) as { busy: number }[];
    return row!.busy === 0;
  }

  close(): void {
    this.raw.close();
  }
}

/** Conditions that pass: the file is locked by another process, the disk is full or does not answer. */
const PASSING = /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|NOMEM|PROTOCOL|READONLY)|ENOSPC|EDQUOT|EIO$)/;
/** Nothing can be read or written until the operator has put a sound file in its place. */
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/;
const BUSY = /^SQLITE_(BUSY|LOCKED)/;
const FULL = /^(SQLITE_(FULL|IOERR_WRITE)|ENOSPC|EDQUOT)/;

function attempt<T>(action: () => T): T {
  try {
    return action();
  } catch (cause) {
    const code = codeOf(cause);
    if (!PASSING.test(code) && !DAMAGED.test(code)) throw cause;
    const detail = DAMAGED.test(code)
      ? 'The database file is damaged.'
      : BUSY.test(code)
        ? 'The database is in use by another program.'
        : FULL.test(code)
          ? 'The database can’t be written: its disk may be full or read-only.'
          : 'The database file can’t be used at the moment.';
    throw new StorageUnavailable(detail, { cause });
  }
}

/** What is wrong with a file that SQLite can't make sense of; null: the error is another. */
export function damageOf(error: unknown): string | null {
  const cause = error instanceof StorageUnavailable ? error.cause : error;
  return DAMAGED.test(codeOf(cause)) ? (cause as Error).message : null;
}

/** Whether the file was locked by another connection: waiting a few milliseconds may be enough. */
export function isBusy(error: unknown): boolean {
  return error instanceof StorageUnavailable && BUSY.test(codeOf(error.cause));
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null | undefined)?.code);
}
