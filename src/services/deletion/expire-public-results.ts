import type { Storage } from '../archive/storage.ts';
import { isHeld } from '../hold/is-held.ts';
import type { Database } from '../ports/database.ts';
import { deletePackages, doomedColumns, type DoomedPackage } from './delete-packages.ts';
import { finishRemovals } from './finish-removals.ts';
import { SLICE } from './in-slices.ts';

/** How long, and how much of, results of people without an account are kept; null: without a bound. */
export interface PublicResultsKept {
  readonly days: number | null;
  readonly bytes: number | null;
}

const DAY_MS = 24 * 3_600_000;
/** Who did it, in the log. */
const ACTOR = 'service';

/**
 * Deletes results without an account that are older than they are kept, and the oldest while all of them take more room
 * than they may. What is held stays, and counts. Each leaves its entry in the log. Safe in several processes at once.
 * @returns how many
 */
export async function expirePublicResults(storage: Storage, kept: PublicResultsKept): Promise<number> {
  if (kept.days === null && kept.bytes === null) return 0;
  let deleted = 0;
  for (;;) {
    if ((await doomed(storage.store.read(), kept, storage.now())).length === 0) return deleted;
    const gone = await storage.store.transaction(
      async (trx) => {
        const time = storage.now();
        // again: another process may have been here
        const some = await doomed(trx, kept, time);
        await deletePackages(trx, some, { actor: ACTOR, time });
        return some;
      },
      { chain: true },
    );
    await finishRemovals(
      storage,
      gone.map(({ blob_key }) => blob_key),
    );
    deleted += gone.length;
  }
}

/** The oldest of those that are too many, so many that a transaction with them is short. */
async function doomed(
  db: Database,
  { days, bytes }: PublicResultsKept,
  time: Date,
): Promise<DoomedPackage[]> {
  const rows = await db
    .selectFrom('packages')
    .where('requester', '=', 'public')
    .select([...doomedColumns, 'created_at', 'bytes'])
    .where((table) => table.not(isHeld(table)))
    .orderBy('created_at')
    .limit(SLICE)
    .execute();
  const before = days === null ? '' : new Date(time.getTime() - days * DAY_MS).toISOString();
  let over = bytes === null ? 0 : (await publicBytes(db)) - bytes;
  return rows.filter((row) => {
    const goes = row.created_at < before || over > 0;
    if (goes) over -= Number(row.bytes);
    return goes;
  });
}

async function publicBytes(db: Database): Promise<number> {
  const { bytes } = await db
    .selectFrom('packages')
    .where('requester', '=', 'public')
    .select((select) => select.fn.sum<number>('bytes').as('bytes'))
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}
