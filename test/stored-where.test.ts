import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { SqliteStore } from '../src/adapters/database/sqlite.ts';

const page = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8');
const [, stored = ''] = /\n## What is stored where\n([^]*?)\n##/.exec(page) ?? [];

it('what is stored where names every table of the database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leith-tables-'));
  try {
    const store = await SqliteStore.open(join(folder, 'leith.db'));
    const { rows } = await sql<{ name: string }>`
      SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`.execute(store.read());
    await store.close();
    // with SQLite some live in memory
    const names = [...rows.map(({ name }) => name), 'rate_limits'];
    expect(names.length).toBeGreaterThan(25);
    expect(names.filter((name) => !stored.includes(`\`${name}\``))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
