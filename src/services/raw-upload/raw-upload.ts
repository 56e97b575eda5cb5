import type { Row } from '../ports/database.ts';
import { Refusal } from '../refusal.ts';

/** A file that was kept because the account's switch was on when it came in. */
export type RawUpload = Omit<Row<'raw_uploads'>, 'account_id' | 'blob_key'>;

export function rawUploadNotFound(): Refusal {
  return new Refusal('NOT_FOUND', 'None of your raw uploads has this identifier.');
}
