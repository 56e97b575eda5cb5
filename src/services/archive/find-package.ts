import { isId } from '../mint-id.ts';
import type { Store } from '../ports/database.ts';
import type { ArchivedPackage } from './storage.ts';

/** A package of this requester, or null: those of others look like those that don't exist. */
export async function findPackage(
  store: Store,
  requester: string,
  evidenceReportId: string,
): Promise<ArchivedPackage | null> {
  if (!isId('evr', evidenceReportId)) return null;
  const row = await store
    .read()
    .selectFrom('packages')
    .selectAll()
    .where('evidence_report_id', '=', evidenceReportId)
    .where('requester', '=', requester)
    .executeTakeFirst();
  return row ?? null;
}

/** The package of an account-free result, or null. Whoever knows the identifier may have it: it can't be guessed. */
export function findPublicPackage(store: Store, evidenceReportId: string): Promise<ArchivedPackage | null> {
  return findPackage(store, 'public', evidenceReportId);
}
