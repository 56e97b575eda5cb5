import { isId } from '../mint-id.ts';
import type { Row, Store } from '../ports/database.ts';
import { rawUploadNotFound } from './raw-upload.ts';

/** @throws Refusal NOT_FOUND: unknown, malformed and somebody else’s all alike */
export async function findRawUpload(
  { store }: { readonly store: Store },
  account_id: string,
  raw_upload_id: string,
): Promise<Row<'raw_uploads'>> {
  const row = isId('raw', raw_upload_id)
    ? await store
        .read()
        .selectFrom('raw_uploads')
        .selectAll()
        .where('raw_upload_id', '=', raw_upload_id)
        .where('account_id', '=', account_id)
        .executeTakeFirst()
    : undefined;
  if (!row) throw rawUploadNotFound();
  return row;
}
