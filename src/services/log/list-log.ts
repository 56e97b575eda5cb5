import { cutPage, type Page, type PageRequest } from '../page.ts';
import type { Row, Store } from '../ports/database.ts';

export type LogEntry = Row<'archive_log'>;

/** The entries about an account's packages, newest first. The key of a page is a `seq`. */
export async function listLog(
  { store }: { readonly store: Store },
  requester: string,
  page: PageRequest,
): Promise<Page<LogEntry>> {
  let query = store
    .read()
    .selectFrom('archive_log')
    .selectAll()
    .where('requester', '=', requester)
    .orderBy('seq', 'desc')
    .limit(page.limit + 1);
  const before = Number(page.after ?? NaN);
  if (Number.isSafeInteger(before)) query = query.where('seq', '<', before);
  return cutPage(await query.execute(), page, ({ seq }) => String(seq));
}
