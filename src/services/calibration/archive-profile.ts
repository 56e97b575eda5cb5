import { publishBlobs, type NewBlob } from '../archive/publish-blobs.ts';
import type { Storage } from '../archive/storage.ts';
import type { Database } from '../ports/database.ts';
import { checkStored } from '../quota/quota-use.ts';
import { checkOpen } from '../reconstruction/archive-result.ts';
import { insertRawUploads, rawBytes, type RawFile } from '../reconstruction/raw-files.ts';
import { recordUsage } from '../usage/record-usage.ts';
import type { MadeProfile } from './deliver-profile.ts';
import type { Profile } from './profile.ts';

/** What goes into the database with a profile. */
export interface WithProfile {
  readonly account_id: string;
  /** null: the request was waited for */
  readonly run_id: string | null;
  /** of the overlay: never used before */
  readonly blobName: string;
  /** what the account keeps of the files */
  readonly raw: readonly RawFile[];
  /** those of the kept files that are not there yet */
  readonly blobs?: readonly NewBlob[];
  /** run in the transaction that stores, before and after everything else there; can run several times */
  readonly first?: (trx: Database) => Promise<unknown>;
  readonly last?: ((trx: Database, profile: Profile) => Promise<void>) | undefined;
}

/**
 * Keeps a profile with its overlay, and everything that becomes true at that moment.
 * @throws Unauthenticated where the account was closed meanwhile; QuotaExceeded where it may not store so much;
 * StorageUnavailable; what `first` and `last` throw
 */
export async function archiveProfile(
  storage: Storage,
  { profile, known, overlay, input_bytes, compute_ms }: MadeProfile,
  { account_id, run_id, blobName, raw, blobs = [], first, last }: WithProfile,
): Promise<void> {
  const { profile_id, sha256, bytes } = known;
  const blob_key = `profile/${blobName}.png`;
  const overlayBlob = { key: blob_key, chunks: [overlay], sha256, bytes };
  await publishBlobs(storage, [overlayBlob, ...blobs], async (trx) => {
    await first?.(trx);
    await checkOpen(trx, account_id);
    await trx
      .insertInto('profiles')
      .values({ ...known, account_id, blob_key })
      .execute();
    const time = storage.now();
    await insertRawUploads(trx, { account_id, profile_id }, raw, time);
    const did = { kind: 'calibrate', time, run_id, profile_id, input_bytes, compute_ms };
    await recordUsage(trx, { account_id, ...did });
    await checkStored(trx, account_id, bytes + rawBytes(raw));
    await last?.(trx, profile);
  });
}
