// @module-tag further/failing
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFaultyProxy, type FaultyProxy } from '../../../test/backends/faulty-proxy.ts';
import { startPostgres } from '../../../test/backends/postgres-server.ts';
import { mountSmallDisk } from '../../../test/backends/small-disk.ts';
import type { Store } from '../../services/ports/database.ts';
import { StorageUnavailable } from '../../services/ports/storage-unavailable.ts';
import { PostgresStore } from './postgres.ts';
import { SqliteStore } from './sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'leith-faults-'));
const postgres = await startPostgres();
const disk = mountSmallDisk(2048);
afterAll(async () => {
  disk?.remove();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const created_at = '2026-01-01T00:00:00.000Z';
const note = (store: Store, ...keys: string[]) =>
  store.transaction(async (trx) => {
    for (const blob_key of keys)
      await trx.insertInto('blob_removals').values({ blob_key, created_at }).execute();
  });
const noted = async (store: Store) => {
  const rows = await store
    .read()
    .selectFrom('blob_removals')
    .select('blob_key')
    .orderBy('blob_key')
    .execute();
  return rows.map(({ blob_key }) => blob_key);
};

describe('a SQLite file that is in use by another program', () => {
  it('is waited for, and given up after a time', async () => {
    const file = join(folder, 'busy.db');
    const store = await SqliteStore.open(file, { patienceMs: 300 });
    const patient = await SqliteStore.open(file, { patienceMs: 60_000 });
    const other = new BetterSqlite3(file);
    other.exec('BEGIN IMMEDIATE');
    const refused = note(store, 'a');
    expect(await noted(store)).toEqual([]);
    await expect(refused).rejects.toThrow(StorageUnavailable);
    const waiting = note(patient, 'b');
    setTimeout(() => other.exec('ROLLBACK'), 50);
    await waiting;
    expect(await noted(store)).toEqual(['b']);
    other.close();
    await patient.close();
    await store.close();
  });
});

describe.skipIf(!disk)('a SQLite file on a full disk', () => {
  it('refuses what it can’t keep, keeps what it has, and goes on when there is room', async () => {
    const store = await SqliteStore.open(join(disk!.folder, 'leith.db'));
    await note(store, 'kept');
    const ballast = join(disk!.folder, 'ballast');
    const { size } = statSync(join(disk!.folder, 'leith.db-wal'));
    expect(() => writeFileSync(ballast, Buffer.alloc(2048 * 1024 - (size % 4096)))).toThrow('ENOSPC');
    const many = Array.from({ length: 2000 }, (_, i) => `lost-${String(i).padStart(200, '0')}`);
    const attempt = note(store, ...many);
    await expect(attempt).rejects.toThrow(StorageUnavailable);
    await expect(attempt).rejects.toMatchObject({ retryAfterSeconds: 5 });
    expect(await noted(store)).toEqual(['kept']);
    rmSync(ballast);
    await note(store, 'more');
    expect(await noted(store)).toEqual(['kept', 'more']);
    await store.close();
  });
});

describe.skipIf(!postgres)('a PostgreSQL server', () => {
  let proxy: FaultyProxy;
  let url: string;
  let store: Store;
  const limits = { connectMs: 4000, queryMs: 4000, connections: 4 };
  beforeAll(async () => {
    proxy = await startFaultyProxy(postgres!.port);
  });
  beforeEach(async () => {
    url = await postgres!.createDatabase();
    store = await PostgresStore.open(url.replace(`:${postgres!.port}/`, `:${proxy.port}/`), { limits });
    return () => store.close();
  });
  afterAll(() => proxy.stop());

  it('that goes away and comes back: refused meanwhile, then everything is there and goes on', async () => {
    await note(store, 'kept');
    await postgres!.halt();
    await expect(note(store, 'lost')).rejects.toThrow(StorageUnavailable);
    await expect(noted(store)).rejects.toThrow(StorageUnavailable);
    await expect(store.check()).rejects.toThrow(StorageUnavailable);
    await postgres!.resume();
    expect(await noted(store)).toEqual(['kept']);
    await note(store, 'more');
    expect(await noted(store)).toEqual(['kept', 'more']);
  });

  it('that ends in the middle of a transaction', async () => {
    const attempt = store.transaction(async (trx) => {
      await trx.insertInto('blob_removals').values({ blob_key: 'half', created_at }).execute();
      await postgres!.halt();
      await trx.insertInto('blob_removals').values({ blob_key: 'done', created_at }).execute();
    });
    await expect(attempt).rejects.toThrow(StorageUnavailable);
    await postgres!.resume();
    expect(await noted(store)).toEqual([]);
  });

  it('that does not answer any more does not hold up a request, nor a connection for ever', async () => {
    await note(store, 'kept');
    proxy.set('hang');
    const attempts = Array.from({ length: 8 }, () => noted(store));
    for (const { reason, status } of await Promise.allSettled(attempts).then((all) => all as never[])) {
      expect([status, reason]).toEqual(['rejected', expect.any(StorageUnavailable)]);
    }
    proxy.set('none');
    expect(await noted(store)).toEqual(['kept']);
  });

  it('where a transaction stays locked out', async () => {
    const patient = { ...limits, queryMs: 60_000 };
    const other = await PostgresStore.open(url, { limits: patient });
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let taken = (): void => {};
    const began = new Promise<void>((resolve) => (taken = resolve));
    const holder = other.transaction(
      async () => {
        taken();
        await held;
      },
      { chain: true },
    );
    await began;
    await expect(store.transaction(async () => {}, { chain: true })).rejects.toThrow(StorageUnavailable);
    release();
    await holder.catch(() => {});
    await store.transaction(async () => {}, { chain: true });
    await other.close();
  });
});
