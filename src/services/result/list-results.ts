import { isHeld } from '../hold/is-held.ts';
import { cutPage, type Page, type PageRequest } from '../page.ts';
import type { Store } from '../ports/database.ts';
import { toResult, type Result } from './result.ts';

/** An account's packages, newest first. */
export async function listResults(
  { store }: { readonly store: Store },
  account_id: string,
  page: PageRequest,
): Promise<Page<Result>> {
  let query = store
    .read()
    .selectFrom('packages')
    .where('requester', '=', account_id)
    .select([
      ...(['evidence_report_id', 'archive_id', 'requester', 'run_id', 'input_sha256', 'sha256'] as const),
      ...(['bytes', 'blob_key', 'holography_mode', 'profile_id', 'created_at'] as const),
    ])
    .select((table) => isHeld(table).as('held'))
    .orderBy('evidence_report_id', 'desc')
    .limit(page.limit + 1);
  if (page.after !== null) query = query.where('evidence_report_id', '<', page.after);
  const rows = await query.execute();
  return cutPage(rows.map(toResult), page, ({ evidence_report_id }) => evidence_report_id);
}
