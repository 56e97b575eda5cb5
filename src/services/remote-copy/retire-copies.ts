import type { Database } from '../ports/database.ts';
import { LATE_WRITE_MS } from './remote-copies.ts';

/**
 * What becomes of the copies of packages that this transaction deletes: they wait for the operator to purge them. A
 * copy that was never begun is forgotten.
 * @returns how many wait
 */
export async function retireCopies(
  trx: Database,
  time: Date,
  archiveIds: readonly string[],
): Promise<number> {
  await trx
    .deleteFrom('remote_copies')
    .where('archive_id', 'in', archiveIds)
    .where('state', '=', 'pending')
    .where('attempts', '=', 0)
    .execute();
  const soon = new Date(time.getTime() + LATE_WRITE_MS).toISOString();
  // a failed attempt is not tried again: only its late write still has to be waited for
  await trx
    .updateTable('remote_copies')
    .set({ next_attempt_at: soon })
    .where('archive_id', 'in', archiveIds)
    .where('state', '=', 'pending')
    .where('last_error', 'is not', null)
    .where('next_attempt_at', '>', soon)
    .execute();
  const { numUpdatedRows } = await trx
    .updateTable('remote_copies')
    .set({ state: 'awaiting_purge' })
    .where('archive_id', 'in', archiveIds)
    .where('state', 'in', ['pending', 'copied'])
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
