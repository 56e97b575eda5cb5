import { noteRemovals } from '../archive/remove-blobs.ts';
import type { Storage } from '../archive/storage.ts';
import { finishRemovals } from './finish-removals.ts';
import { isId } from '../mint-id.ts';
import type { Database } from '../ports/database.ts';
import { profileNotFound } from '../calibration/profile.ts';

/** Deletes a profile; results and runs that were made with it keep what they took of it. @throws Refusal PROFILE_NOT_FOUND */
export async function deleteProfile(storage: Storage, account_id: string, profile_id: string): Promise<void> {
  if (!isId('prof', profile_id)) throw profileNotFound();
  const blobKey = await storage.store.transaction(async (trx) => {
    const deleted = await trx
      .deleteFrom('profiles')
      .where('profile_id', '=', profile_id)
      .where('account_id', '=', account_id)
      .returning('blob_key')
      .executeTakeFirst();
    if (!deleted) throw profileNotFound();
    await noteRemovals(trx, storage.now(), [deleted.blob_key]);
    return deleted.blob_key;
  });
  await finishRemovals(storage, [blobKey]);
}

/** All profiles of an account that is closed. @returns the keys of their overlays, noted for removal */
export async function eraseProfiles(trx: Database, account_id: string, time: Date): Promise<string[]> {
  const deleted = await trx
    .deleteFrom('profiles')
    .where('account_id', '=', account_id)
    .returning('blob_key')
    .execute();
  const keys = deleted.map(({ blob_key }) => blob_key);
  await noteRemovals(trx, time, keys);
  return keys;
}
