import { cutPage, type Page, type PageRequest } from '../page.ts';
import type { Row, Store } from '../ports/database.ts';

export type ListedUsage = Omit<Row<'usage_events'>, 'account_id'>;

/** What the account did, newest first. */
export async function listUsage(
  { store }: { readonly store: Store },
  account_id: string,
  page: PageRequest,
): Promise<Page<ListedUsage>> {
  let query = store
    .read()
    .selectFrom('usage_events')
    .where('account_id', '=', account_id)
    .select(['usage_event_id', 'kind', 'time', 'run_id', 'profile_id', 'input_bytes', 'compute_ms'])
    .orderBy('usage_event_id', 'desc')
    .limit(page.limit + 1);
  if (page.after !== null) query = query.where('usage_event_id', '<', page.after);
  return cutPage(await query.execute(), page, ({ usage_event_id }) => usage_event_id);
}
