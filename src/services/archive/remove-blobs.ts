import type { Database } from '../ports/database.ts';
import type { Storage } from './storage.ts';

/** An upload that was given up can take effect this much later at the most: then it is deleted again. */
export const LATE_MS = 3_600_000;

/** Bounds a query's parameters. */
const KEYS_PER_QUERY = 500;

/** Notes blobs that this transaction leaves without a row. After it, `removeBlobs` does what can be done at once. */
export async function noteRemovals(trx: Database, time: Date, keys: readonly string[]): Promise<void> {
  const created_at = time.toISOString();
  for (let start = 0; start < keys.length; start += KEYS_PER_QUERY) {
    const rows = keys.slice(start, start + KEYS_PER_QUERY).map((blob_key) => ({ blob_key, created_at }));
    await trx
      .insertInto('blob_removals')
      .values(rows)
      .onConflict((conflict) => conflict.column('blob_key').doNothing())
      .execute();
  }
}

/** Deletes blobs whose removal is noted. What fails, or is cut off by a crash, the sweeper does again. */
export async function removeBlobs({ store, blobs }: Storage, keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += KEYS_PER_QUERY) {
    const some = keys.slice(start, start + KEYS_PER_QUERY);
    for (const key of some) await blobs.delete(key);
    await store.transaction((trx) => trx.deleteFrom('blob_removals').where('blob_key', 'in', some).execute());
  }
}

export interface GivingUp {
  /** certainly no row names them, also where the sweeper has been here already */
  readonly unnamed?: boolean;
  /** the store has just failed: it is not asked again in this request, the sweeper deletes what it may have */
  readonly away?: boolean;
}

/** Removes blobs that were being written; those that a row names by now stay. */
export async function giveUpBlobs(
  storage: Storage,
  keys: readonly string[],
  { unnamed = false, away = false }: GivingUp = {},
): Promise<void> {
  if (keys.length === 0) return;
  const { store, blobs, now } = storage;
  const given = await store.transaction(async (trx) => {
    const rows = await trx
      .deleteFrom('unpublished_blobs')
      .where('blob_key', 'in', keys)
      .returning('blob_key')
      .execute();
    const givenUp = unnamed ? keys : rows.map(({ blob_key }) => blob_key);
    await noteRemovals(trx, now(), givenUp);
    return givenUp;
  });
  if (!blobs.lateWrites) return removeBlobs(storage, given);
  if (away) return;
  await removeForNow(storage, given);
}

/** Deletes blobs that a write which was given up can still bring back: their removal stays noted, to be done again. */
export async function removeForNow({ store, blobs, now }: Storage, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  for (const key of keys) await blobs.delete(key);
  const removed_at = now().toISOString();
  await store.transaction((trx) =>
    trx.updateTable('blob_removals').set({ removed_at }).where('blob_key', 'in', keys).execute(),
  );
}
