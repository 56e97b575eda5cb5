import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentPostgres } from '../../../test/backends/lent-servers.ts';
import type { Database, Row, Store } from '../../services/ports/database.ts';
import { PostgresStore } from './postgres.ts';
import { SqliteStore } from './sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'leith-store-'));
const postgres = await lentPostgres();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const kinds = [
  {
    name: 'SQLite',
    create: async () => {
      const file = join(folder, `${++files}.db`);
      return () => SqliteStore.open(file);
    },
  },
  ...(postgres
    ? [
        {
          name: 'PostgreSQL',
          create: async () => {
            const url = await postgres.createDatabase();
            return () => PostgresStore.open(url);
          },
        },
      ]
    : []),
];

const account = (account_id: string, more: Partial<Row<'accounts'>> = {}): Row<'accounts'> => ({
  ...{ account_id, email: `${account_id}@example.org`, password_hash: 'x', plan: 'research' },
  ...{
    retain_raw_inputs: 0,
    created_at: '2026-01-01T00:00:00.000Z',
    closed_at: null,
    disabled_at: null,
    quotas: null,
  },
  ...more,
});
const add = (db: Database, id: string) => db.insertInto('accounts').values(account(id)).execute();
const ids = async (db: Database) =>
  (await db.selectFrom('accounts').select('account_id').orderBy('account_id').execute()).map(
    ({ account_id }) => account_id,
  );

describe.each(kinds)('a Store on $name', ({ create }) => {
  let open: () => Promise<Store>;
  let store: Store;
  beforeAll(async () => {
    open = await create();
    store = await open();
  });
  afterAll(() => store.close());

  it('keeps what was committed, numbers as numbers', async () => {
    const big = 5_000_000_000;
    const event = { usage_event_id: 'use_1', account_id: 'acc_1', kind: 'k', time: 't' };
    await store.transaction(async (trx) => {
      await trx.insertInto('accounts').values(account('acc_1')).execute();
      const rest = { run_id: null, profile_id: null, input_bytes: big, compute_ms: 1 };
      await trx
        .insertInto('usage_events')
        .values({ ...event, ...rest })
        .execute();
    });
    const other = await open();
    const row = await other.read().selectFrom('usage_events').selectAll().executeTakeFirstOrThrow();
    expect(row).toEqual({ ...event, run_id: null, profile_id: null, input_bytes: big, compute_ms: 1 });
    const { count, total } = await other
      .read()
      .selectFrom('usage_events')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('input_bytes').as('total')])
      .executeTakeFirstOrThrow();
    expect([count, total]).toEqual([1, big]);
    await other.close();
  });

  it('undoes everything when work fails, and passes its error on', async () => {
    const before = await ids(store.read());
    const failure = new Error('no');
    const attempt = store.transaction(async (trx) => {
      await add(trx, 'acc_undone');
      throw failure;
    });
    await expect(attempt).rejects.toBe(failure);
    expect(await ids(store.read())).toEqual(before);
  });

  it('holds foreign keys and uniqueness', async () => {
    const orphan = { receipt_id: 'r', account_id: 'nobody', receipt: '{}', requested_at: 't' };
    await expect(
      store.transaction((trx) => trx.insertInto('deletion_receipts').values(orphan).execute()),
    ).rejects.toThrow(/foreign key/i);
    const twice = store.transaction(async (trx) => {
      await add(trx, 'acc_a');
      await trx
        .insertInto('accounts')
        .values(account('acc_b', { email: 'acc_a@example.org' }))
        .execute();
    });
    await expect(twice).rejects.toThrow(/unique/i);
  });

  it('runs again what met another transaction, so that none of 16 writers in two processes is lost', async () => {
    await store.transaction((trx) => add(trx, 'acc_counter'));
    const other = await open();
    let runs = 0;
    let [meet, met] = [(): void => {}, 0];
    const meeting = new Promise<void>((resolve) => (meet = resolve));
    const increment = (through: Store) =>
      through.transaction(async (trx) => {
        runs++;
        const row = trx.selectFrom('accounts').select('plan').where('account_id', '=', 'acc_counter');
        const { plan } = await row.executeTakeFirstOrThrow();
        // two have read before one writes: only those that take turns can't
        if (!(store instanceof SqliteStore) && ++met <= 2) await (met === 2 ? meet() : meeting);
        const next = String((Number(plan) || 0) + 1);
        await trx
          .updateTable('accounts')
          .set({ plan: next })
          .where('account_id', '=', 'acc_counter')
          .execute();
      });
    await Promise.all(Array.from({ length: 16 }, (_, i) => increment(i % 2 ? store : other)));
    await other.close();
    const row = store.read().selectFrom('accounts').select('plan').where('account_id', '=', 'acc_counter');
    expect((await row.executeTakeFirstOrThrow()).plan).toBe('16');
    // the one that takes turns by itself never has to
    if (store instanceof SqliteStore) expect(runs).toBe(16);
    else expect(runs).toBeGreaterThan(16);
  });

  it('lets two transactions that read what the other writes succeed only as if one came first', async () => {
    const insertIfNone = (id: string, looksFor: string) =>
      store.transaction(async (trx) => {
        const present = await ids(trx);
        if (!present.includes(looksFor)) await add(trx, id);
      });
    await Promise.all([insertIfNone('acc_x', 'acc_y'), insertIfNone('acc_y', 'acc_x')]);
    const present = await ids(store.read());
    expect(['acc_x', 'acc_y'].filter((id) => present.includes(id))).toHaveLength(1);
  });

  it('lets those that append to the log take turns', async () => {
    const other = await open();
    let runs = 0;
    let seen = -1;
    const append = (through: Store) =>
      through.transaction(
        async (trx) => {
          runs++;
          const { count } = await trx
            .selectFrom('archive_log')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow();
          seen = Math.max(seen, count);
          const entry = {
            kind: 'archived',
            archive_id: 'a',
            checksum: 'c',
            time: 't',
            requester: 'r',
          } as const;
          const chain = { previous_hash: `p${count}`, entry_hash: `e${count}`, actor: 'r' };
          await trx
            .insertInto('archive_log')
            .values({ seq: count + 1, ...entry, ...chain })
            .execute();
        },
        { chain: true },
      );
    await Promise.all(Array.from({ length: 30 }, (_, i) => append(i % 2 ? store : other)));
    await other.close();
    expect(seen).toBe(29);
    // PostgreSQL may take a transaction for one in conflict that is none, and it is done again; without turns nearly each is
    expect(runs).toBeLessThan(33);
  });

  it('can be opened by several at once that all find tables to make', async () => {
    const openNew = await create();
    const stores = await Promise.all(Array.from({ length: 5 }, () => openNew()));
    for (const each of stores) {
      expect(await ids(each.read())).toEqual([]);
      await each.check();
      await each.close();
    }
  });
});

describe('SqliteStore', () => {
  it('is durable: WAL with full synchronisation, and only its owner can read it', async () => {
    const file = join(folder, 'pragmas.db');
    const store = await SqliteStore.open(file);
    const { default: BetterSqlite3 } = await import('better-sqlite3');
    const peek = new BetterSqlite3(file);
    expect(peek.pragma('journal_mode', { simple: true })).toBe('wal');
    peek.close();
    const { statSync } = await import('node:fs');
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(existsSync(`${file}-wal`) && statSync(`${file}-wal`).mode & 0o077).toBe(0);
    await store.close();
  });
});
