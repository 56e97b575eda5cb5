import { isHeld } from '../hold/is-held.ts';
import { cutPage, type Page, type PageRequest } from '../page.ts';
import type { Database, Store } from '../ports/database.ts';
import { prepared } from '../ports/prepared.ts';
import { toResult, type Result } from './result.ts';

type Wanted = Readonly<Record<'account_id', string> & Record<'limit', number>>;
type WantedAfter = Wanted & Readonly<Record<'after', string>>;

const newest = prepared((db, wanted: Wanted) => resultsOf(db, wanted));
const newestAfter = prepared((db, { account_id, limit, after }: WantedAfter) =>
  resultsOf(db, { account_id, limit }).where('evidence_report_id', '<', after),
);

/** An account's packages, newest first. */
export async function listResults(
  { store }: { readonly store: Store },
  account_id: string,
  page: PageRequest,
): Promise<Page<Result>> {
  const { after } = page;
  const wanted = { account_id, limit: page.limit + 1 };
  const rows = await (after === null
    ? newest(store.read(), wanted)
    : newestAfter(store.read(), { ...wanted, after }));
  return cutPage(rows.map(toResult), page, ({ evidence_report_id }) => evidence_report_id);
}

function resultsOf(db: Database, { account_id, limit }: Wanted) {
  return db
    .selectFrom('packages')
    .where('requester', '=', account_id)
    .select([
      ...(['evidence_report_id', 'archive_id', 'requester', 'run_id', 'input_sha256', 'sha256'] as const),
      ...(['bytes', 'blob_key', 'holography_mode', 'profile_id', 'created_at'] as const),
    ])
    .select((table) => isHeld(table).as('held'))
    .orderBy('evidence_report_id', 'desc')
    .limit(limit);
}
