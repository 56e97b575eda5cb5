import type { Storage } from '../archive/storage.ts';
import { addReceiptToTree, growTree } from '../log/grow-tree.ts';
import { mintId } from '../mint-id.ts';
import type { Database } from '../ports/database.ts';
import { Refusal } from '../refusal.ts';
import type { RunningRuns } from '../run/running-runs.ts';
import { eraseAccountData, type Erasure, type ErasureOptions } from './erase-account-data.ts';
import { finishRemovals } from './finish-removals.ts';

type Counts = Erasure['counts'];

/** What a deletion has done, exactly. */
export interface DeletionReceipt extends Counts {
  readonly receipt_id: string;
  readonly account_id: string;
  readonly requested_at: string;
  /** entry_hash of the archive log's last entry when it was done: the log can't be cut off before it unnoticed */
  readonly log_head: string;
}

export interface DeletionServices extends Storage {
  /** those of this process: they stop at once; others notice within a second */
  readonly running?: RunningRuns;
}

/**
 * Deletes what an account has stored, whole or not at all. When this returns, the bytes are gone too, unless the store
 * is away: then they go when it is back.
 * @throws Refusal DATA_UNDER_LEGAL_HOLD where there are packages and all are held: nothing at all is deleted
 */
export async function deleteAccountData(
  storage: DeletionServices,
  account_id: string,
  options: ErasureOptions = { cancelRuns: false },
): Promise<DeletionReceipt> {
  const { receipt, blobKeys, cancelledRuns } = await storage.store.transaction(
    async (trx) => {
      const time = storage.now();
      const erasure = await eraseAccountData(trx, account_id, { actor: account_id, time }, options);
      const { deleted, held } = erasure.counts;
      // thrown from inside: the transaction is undone
      if (deleted === 0 && held > 0) throw underLegalHold(held);
      const { receipt } = await writeReceipt(trx, account_id, time, erasure);
      return { ...erasure, receipt };
    },
    { chain: true },
  );
  for (const run of cancelledRuns) storage.running?.cancel(run);
  await finishRemovals(storage, blobKeys);
  return receipt;
}

/**
 * Keeps the receipt, so that its `log_head` can be compared with the log later, and makes it a leaf of the log's tree.
 * @param trx a transaction begun with `chain: true`
 */
export async function writeReceipt(
  trx: Database,
  account_id: string,
  time: Date,
  { counts, log_head, blobKeys }: Erasure,
): Promise<{ readonly receipt: DeletionReceipt; readonly blobKeys: readonly string[] }> {
  const requested_at = time.toISOString();
  const receipt = { ...counts, receipt_id: mintId('rcpt', time), account_id, requested_at, log_head };
  const { receipt_id } = receipt;
  const row = { receipt_id, account_id, receipt: JSON.stringify(receipt), requested_at };
  await trx.insertInto('deletion_receipts').values(row).execute();
  await growTree(trx);
  await addReceiptToTree(trx, row);
  return { receipt, blobKeys };
}

function underLegalHold(held: number): Refusal {
  const what = held === 1 ? 'Your only package is' : `All of your ${held} packages are`;
  return new Refusal(
    'DATA_UNDER_LEGAL_HOLD',
    `${what} under a legal or regulatory hold. Nothing was deleted: ask again when the hold is released.`,
  );
}
