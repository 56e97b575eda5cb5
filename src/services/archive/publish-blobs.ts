import type { BlobContent, Later } from '../ports/blobs.ts';
import type { Database, Store, TransactionOptions } from '../ports/database.ts';
import { StorageUnavailable } from '../ports/storage-unavailable.ts';
import { giveUpBlobs } from './remove-blobs.ts';
import type { Storage } from './storage.ts';

export interface NewBlob {
  readonly key: string;
  readonly chunks: BlobContent;
  /** of all of it, hexadecimal; null: it is computed while it is written */
  readonly sha256: Later<string> | null;
  readonly bytes: Later<number>;
}

/**
 * Writes blobs, then in one transaction the rows that name them: a row never names a blob that isn't there, and a blob
 * that no row came to name is removed, after a crash by the sweeper.
 * @param work inserts the rows, knowing the blobs’ SHA-256; can run several times, as in any transaction
 */
export async function publishBlobs<T>(
  storage: Storage,
  blobs: readonly NewBlob[],
  work: (trx: Database, digests: readonly string[]) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  const { store, owner, now } = storage;
  const keys = blobs.map(({ key }) => key);
  const created_at = now().toISOString();
  const unpublished = keys.map((blob_key) => ({ blob_key, owner, created_at }));
  if (keys.length > 0) {
    await store.transaction((trx) => trx.insertInto('unpublished_blobs').values(unpublished).execute());
  }
  let written = false;
  try {
    const digests: string[] = [];
    for (const { key, chunks, ...expected } of blobs) {
      digests.push(await storage.blobs.put(key, chunks, expected));
    }
    written = true;
    return await store.transaction(async (trx) => {
      await takeOver(trx, keys);
      return work(trx, digests);
    }, options);
  } catch (error) {
    // whatever this can't do either is done when the database is back, or by the sweeper after a crash
    const givingUp = { unnamed: error instanceof Abandoned, away: !written };
    await giveUpBlobs(storage, keys, givingUp).catch(() => leaveBehind(store, keys));
    throw error;
  }
}

/** What this process wrote and could not take back, as its database was away. */
const leftBehind = new WeakMap<Store, Set<string>>();

function leaveBehind(store: Store, keys: readonly string[]): void {
  const known = leftBehind.get(store) ?? new Set();
  for (const key of keys) known.add(key);
  leftBehind.set(store, known);
}

/**
 * Takes back what this process had to leave behind; what a row names by now stays.
 * @returns how many blobs
 * @throws StorageUnavailable where the database is still away: ask again later
 */
export async function takeBack(storage: Storage): Promise<number> {
  const keys = [...(leftBehind.get(storage.store) ?? [])];
  if (keys.length === 0) return 0;
  await giveUpBlobs(storage, keys);
  for (const key of keys) leftBehind.get(storage.store)!.delete(key);
  return keys.length;
}

/** From here on the sweeper leaves the blobs alone; if it has been here, they are gone. */
async function takeOver(trx: Database, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const taken = await trx
    .deleteFrom('unpublished_blobs')
    .where('blob_key', 'in', keys)
    .returning('blob_key')
    .execute();
  if (taken.length !== keys.length) throw new Abandoned('Storing the result took too long.');
}

/** The sweeper took this process for dead. */
class Abandoned extends StorageUnavailable {}
