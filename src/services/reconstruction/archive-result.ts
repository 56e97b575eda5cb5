import type { NewBlob } from '../archive/publish-blobs.ts';
import type { Summary } from '../archive/summary.ts';
import type { ArchivedPackage, Storage } from '../archive/storage.ts';
import { storePackage } from '../archive/store-package.ts';
import { Unauthenticated } from '../key/unauthenticated.ts';
import { resolved, type BlobContent, type Later } from '../ports/blobs.ts';
import type { Database } from '../ports/database.ts';
import { checkStored } from '../quota/quota-use.ts';
import { recordUsage } from '../usage/record-usage.ts';
import type { MadeResult } from './deliver-result.ts';
import { insertRawUploads, rawBytes, type RawFile } from './raw-files.ts';

/** A result as the archive takes it. */
export interface ResultToArchive extends Pick<MadeResult, 'known' | 'input_bytes'> {
  readonly zip: BlobContent;
  /** of the package; null, or absent: it is computed while it is written */
  readonly sha256?: Later<string> | null;
  readonly bytes: Later<number>;
  readonly summary: Later<Summary>;
  /** processor time that it took */
  readonly compute_ms: Later<number>;
}

/** What goes into the archive with a result. */
export interface WithResult {
  /** null: the request was waited for */
  readonly run_id: string | null;
  /** what the account keeps of the files */
  readonly raw: readonly RawFile[];
  /** those of the kept files that are not there yet */
  readonly blobs?: readonly NewBlob[];
  /** runs in the transaction that archives, before anything else there; can run several times */
  readonly first: (trx: Database) => Promise<unknown>;
  readonly blobKey?: string;
  /** of the usage event; absent: `reconstruction` */
  readonly kind?: string;
}

/**
 * Archives what was computed, with everything that becomes true at that moment: the files that the account keeps and
 * the record of its use.
 * @throws Unauthenticated where the account was closed meanwhile; QuotaExceeded where it may not store so much;
 * StorageUnavailable; what `first` throws
 */
export async function archiveResult(
  storage: Storage,
  { known, input_bytes, zip, sha256 = null, bytes, summary, compute_ms }: ResultToArchive,
  { run_id, raw, first, blobs, blobKey, kind = 'reconstruction' }: WithResult,
): Promise<ArchivedPackage> {
  const { requester, evidence_report_id, profile_id } = known;
  const rows = async (trx: Database): Promise<void> => {
    await first(trx);
    if (requester === 'public') return;
    const account_id = requester;
    await checkOpen(trx, account_id);
    const time = storage.now();
    await insertRawUploads(trx, { account_id, evidence_report_id }, raw, time);
    const did = { kind, time, run_id, profile_id, input_bytes, compute_ms: resolved(compute_ms) };
    await recordUsage(trx, { account_id, ...did });
    await checkStored(trx, account_id, resolved(bytes) + rawBytes(raw));
  };
  return storePackage(
    storage,
    { ...known, run_id, sha256, bytes, summary, zip },
    { rows, ...(blobs ? { blobs } : {}), ...(blobKey ? { blobKey } : {}) },
  );
}

/** Nothing is stored for an account that was closed while its request was worked on. */
export async function checkOpen(trx: Database, account_id: string): Promise<void> {
  const account = await trx
    .selectFrom('accounts')
    .select('closed_at')
    .where('account_id', '=', account_id)
    .executeTakeFirst();
  if (account && account.closed_at === null) return;
  throw closed();
}

/**
 * The same in a transaction that takes turns: the row is changed, so that whoever closes the account at the same time
 * does so before, and this is refused, or afterwards, and sees what was stored.
 */
export async function keepOpen(trx: Database, account_id: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('accounts')
    .set(({ ref }) => ({ plan: ref('plan') }))
    .where('account_id', '=', account_id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw closed();
}

function closed(): Unauthenticated {
  return new Unauthenticated('INVALID_API_KEY', 'The account was closed: nothing is stored for it any more.');
}
