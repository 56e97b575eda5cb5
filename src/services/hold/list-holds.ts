import type { Store } from '../ports/database.ts';
import type { Hold } from './hold.ts';

/** A hold with the package that it lies, or lay, on. */
export interface ListedHold extends Hold {
  /** null: the hold was released and the package deleted since */
  readonly evidence_report_id: string | null;
  readonly requester: string | null;
}

/** @param released whether to list those that were released, too */
export async function listHolds(
  { store }: { readonly store: Store },
  { released }: { readonly released: boolean },
): Promise<ListedHold[]> {
  let query = store
    .read()
    .selectFrom('holds')
    .leftJoin('packages', 'packages.archive_id', 'holds.archive_id')
    .selectAll('holds')
    .select(['packages.evidence_report_id', 'packages.requester'])
    .orderBy('holds.hold_id');
  if (!released) query = query.where('holds.released_at', 'is', null);
  return query.execute();
}
