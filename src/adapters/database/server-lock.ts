import { join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { makeFolder } from '../make-folder.ts';
import { StorageRefused } from '../storage-refused.ts';

/**
 * Makes this process the only server of a data folder, until it is closed or ends in whatever way: the operating
 * system gives the lock back. It is a SQLite file of its own with a transaction that stays open, so that commands can
 * use the database beside the server.
 * @throws StorageRefused where another server has the folder, or none can have it
 */
export function lockDataFolder(folder: string): { close(): void } {
  makeFolder(resolve(folder));
  const file = join(folder, 'server-lock.db');
  let lock: BetterSqlite3.Database | undefined;
  try {
    lock = new BetterSqlite3(file, { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock?.close();
    const { code, message } = cause as { code?: unknown; message: string };
    if (code !== 'SQLITE_BUSY') {
      throw new StorageRefused(
        `The lock ${resolve(file)} can’t be used (${message}). Nothing is kept in it: remove it, or see that DATA_DIR can be written.`,
        { cause },
      );
    }
    throw new StorageRefused(
      `Another server is using the folder ${resolve(folder)}. Give this one a DATA_DIR of its own, or set ` +
        'DATABASE_URL and ARCHIVE_URL for servers that share their data.',
      { cause },
    );
  }
  const held = lock;
  return { close: () => void held.close() };
}
