import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { StorageUnavailable } from '../../services/ports/storage-unavailable.ts';
import { StorageRefused } from '../storage-refused.ts';
import { SqliteStore } from './sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'leith-damage-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PAGE = 4096;
const file = join(folder, 'leith.db');

/** Many rows, so that their pages are neither the first nor the last ones. */
async function filled(): Promise<void> {
  rmSync(file, { force: true });
  const store = await SqliteStore.open(file);
  expect(await store.faults()).toEqual([]);
  await store.transaction(async (trx) => {
    for (let k = 0; k < 2000; k++) {
      const created_at = '2026-01-01T00:00:00.000Z';
      await trx
        .insertInto('blob_removals')
        .values({ blob_key: `archive/${k}-${'x'.repeat(50)}`, created_at })
        .execute();
    }
  });
  await store.close();
}

function damage(page: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(PAGE, 0x5a), 0, PAGE, page * PAGE);
  closeSync(handle);
}

describe('a SQLite file that is damaged', () => {
  beforeEach(filled);

  it('in its middle is noticed where all of it is read, in one line', async () => {
    // pages of the table and of its index lie between each other
    for (let back = 20; back < 28; back++) damage(Math.floor(statSync(file).size / PAGE) - back);
    const error = await SqliteStore.open(file, { wholeFile: true }).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(StorageRefused);
    expect((error as Error).message).toMatch(/^The database \S+leith\.db is damaged \(.+\)\. Restore it .+$/);
    const store = await SqliteStore.open(file);
    expect((await store.faults()).length).toBeGreaterThan(0);
    // what comes upon it is told that the storage can't be used, not that the service made a mistake
    await expect(store.read().selectFrom('blob_removals').selectAll().execute()).rejects.toThrow(
      StorageUnavailable,
    );
    await store.close();
  });

  it('at its beginning is noticed in any case', async () => {
    damage(0);
    await expect(SqliteStore.open(file)).rejects.toThrow(StorageRefused);
  });

  it('or is none at all', async () => {
    writeFileSync(file, Buffer.alloc(3 * PAGE, 0x41));
    await expect(SqliteStore.open(file)).rejects.toThrow('file is not a database');
  });
});
