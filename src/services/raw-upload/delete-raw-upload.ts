import { noteRemovals } from '../archive/remove-blobs.ts';
import type { Storage } from '../archive/storage.ts';
import { finishRemovals } from '../deletion/finish-removals.ts';
import { isId } from '../mint-id.ts';
import { rawUploadNotFound } from './raw-upload.ts';

/** Deletes one file that was kept; the result made of it stays. @throws Refusal NOT_FOUND */
export async function deleteRawUpload(
  storage: Storage,
  account_id: string,
  raw_upload_id: string,
): Promise<void> {
  if (!isId('raw', raw_upload_id)) throw rawUploadNotFound();
  const blobKey = await storage.store.transaction(async (trx) => {
    const deleted = await trx
      .deleteFrom('raw_uploads')
      .where('raw_upload_id', '=', raw_upload_id)
      .where('account_id', '=', account_id)
      .returning('blob_key')
      .executeTakeFirst();
    if (!deleted) throw rawUploadNotFound();
    await noteRemovals(trx, storage.now(), [deleted.blob_key]);
    return deleted.blob_key;
  });
  await finishRemovals(storage, [blobKey]);
}
