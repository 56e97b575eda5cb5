import { appendToLog } from '../archive/append-to-log.ts';
import { isId } from '../mint-id.ts';
import { checkReason, operatorActor } from '../operator.ts';
import { OperatorRefusal } from '../operator-refusal.ts';
import type { Database, Store } from '../ports/database.ts';
import { packageOf, type Hold } from './hold.ts';

export interface HoldRelease {
  /** a hold, or a package (evidence_report_id or archive_id): all holds that lie on it */
  readonly id: string;
  /** the operator's name */
  readonly by: string;
  readonly reason: string;
}

/**
 * Releases holds. Nothing is deleted by this: the owner may delete again.
 * @returns the holds that were released
 * @throws OperatorRefusal
 */
export async function releaseHold(
  { store, now }: { readonly store: Store; readonly now: () => Date },
  { id, by, reason }: HoldRelease,
): Promise<Hold[]> {
  const actor = operatorActor(by);
  const release_reason = checkReason(reason);
  return store.transaction(
    async (trx) => {
      const open = await openHolds(trx, id);
      const { requester, sha256: checksum } = await packageOf(trx, open[0]!.archive_id);
      const time = now();
      const release = { released_by: by, release_reason, released_at: time.toISOString() };
      const ids = open.map(({ hold_id }) => hold_id);
      await trx.updateTable('holds').set(release).where('hold_id', 'in', ids).execute();
      const events = open.map(({ archive_id }) => ({
        ...{ kind: 'released' as const, archive_id, checksum, requester, actor },
      }));
      await appendToLog(trx, time, events);
      return open.map((hold) => ({ ...hold, ...release }));
    },
    { chain: true },
  );
}

async function openHolds(trx: Database, id: string): Promise<Hold[]> {
  if (isId('hold', id)) {
    const hold = await trx.selectFrom('holds').selectAll().where('hold_id', '=', id).executeTakeFirst();
    if (!hold) throw new OperatorRefusal(`there is no hold ${id}`);
    if (hold.released_at === null) return [hold];
    throw new OperatorRefusal(`${id} was released by ${hold.released_by} at ${hold.released_at}`);
  }
  const { archive_id } = await packageOf(trx, id);
  const open = await trx
    .selectFrom('holds')
    .selectAll()
    .where('archive_id', '=', archive_id)
    .where('released_at', 'is', null)
    .orderBy('hold_id')
    .execute();
  if (open.length === 0) throw new OperatorRefusal(`no hold lies on ${id}`);
  return open;
}
