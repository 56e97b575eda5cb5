import { noteRemovals, removeBlobs } from '../archive/remove-blobs.ts';
import type { Storage } from '../archive/storage.ts';
import { deleteAll, SLICE } from './in-slices.ts';
import type { Database } from '../ports/database.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Deletes the frames of sequences that nobody has started, nor sent a frame of, for so many days; what is left of each says
 * that. Safe in several processes at once.
 * @returns how many
 */
export async function expireSequences(storage: Storage, days: number): Promise<number> {
  const { store, now } = storage;
  const before = new Date(now().getTime() - days * DAY_MS).toISOString();
  let expired = 0;
  for (;;) {
    const ids = await abandoned(store.read(), before);
    for (const sequence_id of ids) {
      const time = now();
      const keys = await store.transaction(async (trx) => {
        // somebody may have come back meanwhile
        if (!(await abandoned(trx, before, sequence_id)).includes(sequence_id)) return null;
        const change = { expired_at: time.toISOString() };
        await trx.updateTable('sequences').set(change).where('sequence_id', '=', sequence_id).execute();
        return takeFiles(trx, sequence_id, time);
      });
      if (keys === null) continue;
      await removeBlobs(storage, keys);
      expired += 1;
    }
    if (ids.length < SLICE) return expired;
  }
}

async function abandoned(db: Database, before: string, sequence_id?: string): Promise<string[]> {
  let query = db
    .selectFrom('sequences')
    .select('sequence_id')
    .where('run_id', 'is', null)
    .where('expired_at', 'is', null)
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sequence_files')
            .select('blob_key')
            .whereRef('sequence_files.sequence_id', '=', 'sequences.sequence_id')
            .where('sequence_files.created_at', '>=', before),
        ),
      ),
    );
  if (sequence_id !== undefined) query = query.where('sequence_id', '=', sequence_id);
  const rows = await query.limit(SLICE).execute();
  return rows.map((row) => row.sequence_id);
}

/** @returns the blobs of its frames and its background: noted for removal */
export async function takeFiles(trx: Database, sequence_id: string, time: Date): Promise<string[]> {
  const rows = await trx
    .deleteFrom('sequence_files')
    .where('sequence_id', '=', sequence_id)
    .returning('blob_key')
    .execute();
  const keys = rows.map(({ blob_key }) => blob_key);
  await noteRemovals(trx, time, keys);
  return keys;
}

/**
 * Forgets sequences whose run is no longer known, and those that expired so many days ago.
 * @returns how many
 */
export async function forgetSequences(
  { store, now }: Pick<Storage, 'store' | 'now'>,
  days: number,
): Promise<number> {
  const before = new Date(now().getTime() - days * DAY_MS).toISOString();
  const some = (trx: Database) =>
    trx
      .deleteFrom('sequences')
      .where('sequence_id', 'in', (query) =>
        query
          .selectFrom('sequences')
          .leftJoin('runs', 'runs.run_id', 'sequences.run_id')
          .select('sequences.sequence_id')
          .where(({ or, and, eb }) =>
            or([
              and([eb('sequences.run_id', 'is not', null), eb('runs.run_id', 'is', null)]),
              eb('sequences.expired_at', '<', before),
            ]),
          )
          .limit(SLICE),
      )
      .executeTakeFirst();
  return deleteAll(() => store.transaction(some));
}
