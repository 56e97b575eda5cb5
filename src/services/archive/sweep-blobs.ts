import type { Store } from '../ports/database.ts';
import { giveUpBlobs, LATE_MS, removeBlobs, removeForNow } from './remove-blobs.ts';
import type { Storage } from './storage.ts';

/** No request takes as long: what is older belongs to a process that died. */
const ABANDONED_MS = 3_600_000;
const PAGE = 100;

/**
 * Removes blobs that no row names: those that crashes left half written or unpublished, and those whose removal a
 * crash, or a store that was away, has interrupted. Safe at any time and in several processes at once.
 * @param nobodyElse nobody else uses this storage, and this process has not begun: nothing is still being written
 * @returns how many blobs it removed
 */
export async function sweepBlobs(storage: Storage, { nobodyElse = false } = {}): Promise<number> {
  const { store, blobs, now } = storage;
  const before = nobodyElse ? now() : new Date(now().getTime() - ABANDONED_MS);
  await blobs.removeUnfinished(before);
  let removed = 0;
  for (;;) {
    const keys = await abandoned(store, before);
    await giveUpBlobs(storage, keys);
    removed += keys.length;
    if (keys.length < PAGE) break;
  }
  const late = blobs.lateWrites ? new Date(now().getTime() - LATE_MS).toISOString() : null;
  for await (const rows of removals(store)) {
    const [done, again] = [rows.filter(isSettled), rows.filter((row) => !isSettled(row))];
    const keysOf = (some: typeof rows) => some.map(({ blob_key }) => blob_key);
    await removeBlobs(storage, keysOf(done));
    await removeForNow(storage, keysOf(again));
    removed += done.length;
  }
  return removed;

  function isSettled({ created_at }: { created_at: string }): boolean {
    return late === null || created_at < late;
  }
}

async function abandoned(store: Store, before: Date): Promise<string[]> {
  const rows = await store
    .read()
    .selectFrom('unpublished_blobs')
    .select('blob_key')
    .where('created_at', '<=', before.toISOString())
    .orderBy('created_at')
    .limit(PAGE)
    .execute();
  return rows.map(({ blob_key }) => blob_key);
}

async function* removals(store: Store): AsyncIterable<{ blob_key: string; created_at: string }[]> {
  let last = '';
  for (;;) {
    const rows = await store
      .read()
      .selectFrom('blob_removals')
      .selectAll()
      .where('blob_key', '>', last)
      .orderBy('blob_key')
      .limit(PAGE)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)!.blob_key;
  }
}
