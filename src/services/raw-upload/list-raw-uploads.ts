import { cutPage, type Page, type PageRequest } from '../page.ts';
import type { Store } from '../ports/database.ts';
import type { RawUpload } from './raw-upload.ts';

/** What is kept of an account's uploads, newest first. */
export async function listRawUploads(
  { store }: { readonly store: Store },
  account_id: string,
  page: PageRequest,
): Promise<Page<RawUpload>> {
  let query = store
    .read()
    .selectFrom('raw_uploads')
    .where('account_id', '=', account_id)
    .select(['raw_upload_id', 'evidence_report_id', 'profile_id'])
    .select(['part', 'name', 'sha256', 'bytes', 'created_at'])
    .orderBy('raw_upload_id', 'desc')
    .limit(page.limit + 1);
  if (page.after !== null) query = query.where('raw_upload_id', '<', page.after);
  return cutPage(await query.execute(), page, ({ raw_upload_id }) => raw_upload_id);
}
