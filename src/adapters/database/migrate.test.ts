import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { lentPostgres } from '../../../test/backends/lent-servers.ts';
import type { Store } from '../../services/ports/database.ts';
import { StorageRefused } from '../storage-refused.ts';
import { migrationsFolder, readMigrations } from './migration-files.ts';
import { PostgresStore } from './postgres.ts';
import { SqliteStore } from './sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'leith-migrate-'));
const postgres = await lentPostgres();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
type Open = (migrations: URL) => Promise<Store>;
const kinds: { name: string; create: () => Promise<Open> }[] = [
  {
    name: 'SQLite',
    create: async () => {
      const file = join(folder, `${++count}.db`);
      return (migrations) => SqliteStore.open(file, { migrations });
    },
  },
];
if (postgres) {
  kinds.push({
    name: 'PostgreSQL',
    create: async () => {
      const url = await postgres.createDatabase();
      return (migrations) => PostgresStore.open(url, { migrations });
    },
  });
}

describe.each(kinds)('migrations on $name', ({ create }) => {
  let migrations: URL;
  let open: Open;
  const write = (name: string, text: string) => writeFileSync(new URL(name, migrations), text);
  const column = (store: Store, name: string) => sql.raw(`SELECT ${name} FROM t`).execute(store.read());

  beforeEach(async () => {
    migrations = pathToFileURL(`${mkdtempSync(join(folder, 'migrations-'))}/`);
    write('0001-first.sql', '-- a comment; with a semicolon\nCREATE TABLE t (a TEXT);\n');
    open = await create();
    await (await open(migrations)).close();
  });

  it('apply what is new and leave what was applied', async () => {
    const two = 'ALTER TABLE t ADD COLUMN b TEXT;\n\n-- why\nALTER TABLE t ADD COLUMN c TEXT;\n-- the end\n';
    write('0002-second.sql', two);
    const store = await open(migrations);
    await column(store, 'c');
    await store.close();
    await (await open(migrations)).close();
  });

  it('leave nothing of one that fails', async () => {
    write('0002-second.sql', 'ALTER TABLE t ADD COLUMN b TEXT;\nALTER TABLE nowhere ADD COLUMN c TEXT;\n');
    await expect(open(migrations)).rejects.toThrow('nowhere');
    write('0002-second.sql', 'ALTER TABLE t ADD COLUMN other TEXT;\n');
    const store = await open(migrations);
    await expect(column(store, 'b')).rejects.toThrow();
    await column(store, 'other');
    await store.close();
  });

  it.each([
    [
      'that was changed after it was applied',
      '0001-first.sql',
      'CREATE TABLE t (b TEXT);\n',
      '0001-first was',
    ],
    ['put before one that was applied', '0000-early.sql', 'CREATE TABLE u (a TEXT);\n', '0000-early was put'],
  ])('refuse one %s', async (_, name, text, message) => {
    write(name, text);
    const attempt = open(migrations);
    await expect(attempt).rejects.toThrow(StorageRefused);
    await expect(attempt).rejects.toThrow(message);
  });

  it('refuse a database that a newer version has used', async () => {
    rmSync(new URL('0001-first.sql', migrations));
    await expect(open(migrations)).rejects.toThrow('0001-first, which this version of Leith doesn’t know');
  });
});

describe('the migrations of the service', () => {
  it('are numbered without gaps, and each has statements', async () => {
    const all = await readMigrations(migrationsFolder);
    const expected = all.map((_, i) => String(i + 1).padStart(4, '0'));
    expect(all.map(({ name }) => name.slice(0, 4))).toEqual(expected);
    for (const { name, statements } of all) expect(statements.length, name).toBeGreaterThan(0);
  });
});
