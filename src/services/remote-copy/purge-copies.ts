import { appendToLog } from '../archive/append-to-log.ts';
import { operatorActor } from '../operator.ts';
import { listCopies } from './list-copies.ts';
import { copyKey, endWaitsAhead, type CopyServices, type RemoteCopy } from './remote-copies.ts';

export interface Purge {
  readonly purged: readonly string[];
  /** copies that are still being written, or whose last attempt may still take effect */
  readonly later: readonly { readonly archive_id: string; readonly not_before: string }[];
}

/**
 * Removes the copies of deleted packages from the remote store, and records each in the archive's log.
 * @param by the operator's name
 * @throws StorageUnavailable: those before it are purged, and the rest another time
 */
export async function purgeCopies(services: Omit<CopyServices, 'blobs'>, by: string): Promise<Purge> {
  const actor = operatorActor(by);
  const { remote, now } = services;
  const purged: string[] = [];
  const later: { archive_id: string; not_before: string }[] = [];
  await endWaitsAhead(services);
  for (const copy of await listCopies(services, 'awaiting_purge')) {
    const { archive_id, next_attempt_at, copied_at } = copy;
    if (copied_at === null && next_attempt_at > now().toISOString()) {
      later.push({ archive_id, not_before: next_attempt_at });
      continue;
    }
    await remote.delete(copyKey(archive_id));
    if (await notePurged(services, copy, actor)) purged.push(archive_id);
  }
  return { purged, later };
}

async function notePurged(
  { store, now }: Omit<CopyServices, 'blobs'>,
  { archive_id, sha256: checksum, requester }: RemoteCopy,
  actor: string,
): Promise<boolean> {
  return store.transaction(
    async (trx) => {
      const time = now();
      const { numUpdatedRows } = await trx
        .updateTable('remote_copies')
        .set({ state: 'purged', purged_at: time.toISOString() })
        .where('archive_id', '=', archive_id)
        .where('state', '=', 'awaiting_purge')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      const kind = 'remote_copy_purged' as const;
      await appendToLog(trx, time, [{ kind, archive_id, checksum, requester, actor }]);
      return true;
    },
    { chain: true },
  );
}
