import { sql, type Kysely } from 'kysely';
import { StorageRefused } from '../storage-refused.ts';
import type { Migration } from './migration-files.ts';

interface MigrationTable {
  migrations: { name: string; sha256: string; applied_at: string };
}

/** Runs work in one transaction while no other process can migrate this database. */
export type InTurn = <T>(work: (trx: Kysely<unknown>) => Promise<T>) => Promise<T>;

/**
 * Applies what the database does not have yet, each migration whole or not at all; a new database gets all of them in one
 * transaction, for which the disk is waited for once. Any number of processes may do this at once.
 * @throws StorageRefused where an applied migration is not among these or was changed since: nothing is touched
 */
export async function migrate(inTurn: InTurn, migrations: readonly Migration[]): Promise<void> {
  let pending = await inTurn((trx) => pendingOf(trx, migrations));
  while (pending.length > 0) {
    pending = await inTurn(async (trx) => {
      // another process may have applied some meanwhile
      const left = await pendingOf(trx, migrations);
      const now = left.length === migrations.length ? left : left.slice(0, 1);
      for (const { name, sha256, statements } of now) {
        for (const statement of statements) await sql.raw(statement).execute(trx);
        const row = { name, sha256, applied_at: new Date().toISOString() };
        await table(trx).insertInto('migrations').values(row).execute();
      }
      return left.slice(now.length);
    });
  }
}

const table = (trx: Kysely<unknown>) => trx as Kysely<MigrationTable>;

async function pendingOf(
  trx: Kysely<unknown>,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  await sql`CREATE TABLE IF NOT EXISTS migrations (
    name TEXT PRIMARY KEY, sha256 TEXT NOT NULL, applied_at TEXT NOT NULL)`.execute(trx);
  const applied = await table(trx).selectFrom('migrations').select(['name', 'sha256']).execute();
  for (const { name, sha256 } of applied) {
    const known = migrations.find((migration) => migration.name === name);
    if (!known) {
      throw new StorageRefused(
        `The database has the migration ${name}, which this version of Leith doesn’t know: it was used by a newer one.`,
      );
    }
    if (known.sha256 !== sha256) {
      throw new StorageRefused(
        `The migration ${name} was changed after it had been applied to this database: restore the file.`,
      );
    }
  }
  const pending = migrations.filter(({ name }) => !applied.some((row) => row.name === name));
  const early = pending.find(({ name }) => applied.some((row) => row.name > name));
  if (early) {
    throw new StorageRefused(
      `The migration ${early.name} was put before one that this database has already.`,
    );
  }
  return pending;
}
