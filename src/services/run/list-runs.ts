import { cutPage, type Page, type PageRequest } from '../page.ts';
import type { Store } from '../ports/database.ts';
import { runState, type RunState } from './run-state.ts';

/**
 * The account's runs, newest first; those that ended long ago are forgotten.
 * @param statuses null: any
 */
export async function listRuns(
  { store }: { readonly store: Store },
  account_id: string,
  page: PageRequest,
  statuses: readonly RunState['status'][] | null = null,
): Promise<Page<RunState>> {
  let query = store
    .read()
    .selectFrom('runs')
    .selectAll()
    .where('requester', '=', account_id)
    .where('part_of', 'is', null)
    .orderBy('run_id', 'desc')
    .limit(page.limit + 1);
  if (statuses !== null) query = query.where('status', 'in', statuses);
  if (page.after !== null) query = query.where('run_id', '<', page.after);
  const rows = (await query.execute()).map((row) => runState(row));
  return cutPage(rows, page, ({ run_id }) => run_id);
}
