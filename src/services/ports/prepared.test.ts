import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { expect, it } from 'vitest';
import type { Database, Tables } from './database.ts';
import { prepared } from './prepared.ts';

function database(log: [string, readonly unknown[]][]): Database {
  return new Kysely<Tables>({
    log({ query }) {
      log.push([query.sql, query.parameters]);
    },
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

it('builds a query once for each database, and asks with the values of each time', async () => {
  let built = 0;
  const runsOf = prepared((db, { requester, limit }: Readonly<{ requester: string; limit: number }>) => {
    built++;
    return db
      .selectFrom('runs')
      .select('run_id')
      .where('status', '=', 'queued')
      .where('requester', '=', requester)
      .limit(limit);
  });
  const asked: [string, readonly unknown[]][] = [];
  const db = database(asked);
  await runsOf(db, { requester: 'acc_1', limit: 3 });
  await runsOf(db, { limit: 5, requester: 'acc_2' });
  expect(asked.map(([, parameters]) => parameters)).toEqual([
    ['queued', 'acc_1', 3],
    ['queued', 'acc_2', 5],
  ]);
  expect(new Set(asked.map(([sql]) => sql)).size).toBe(1);
  await runsOf(database(asked), { requester: 'acc_1', limit: 1 });
  expect(built).toBe(2);
});
