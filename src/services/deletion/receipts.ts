import { preAuthentication, type Envelope } from '../../formats/package/envelope.ts';
import type { Signer } from '../../formats/package/dsse.ts';
import { RECEIPT_TYPE } from '../../formats/verify/check-receipt.ts';
import { isId } from '../mint-id.ts';
import { cutPage, type Page, type PageRequest } from '../page.ts';
import type { Store } from '../ports/database.ts';
import type { DeletionReceipt } from './delete-account-data.ts';

export interface SignedReceipt {
  readonly receipt: DeletionReceipt;
  /** the same receipt as bytes, signed */
  readonly envelope: Envelope;
}

interface ReceiptServices {
  readonly store: Store;
}

/** The account's receipts, newest first. */
export async function listReceipts(
  { store }: ReceiptServices,
  account_id: string,
  page: PageRequest,
): Promise<Page<DeletionReceipt>> {
  let query = store
    .read()
    .selectFrom('deletion_receipts')
    .select('receipt')
    .where('account_id', '=', account_id)
    .orderBy('receipt_id', 'desc')
    .limit(page.limit + 1);
  if (page.after !== null) query = query.where('receipt_id', '<', page.after);
  const receipts = (await query.execute()).map(({ receipt }) => JSON.parse(receipt) as DeletionReceipt);
  return cutPage(receipts, page, ({ receipt_id }) => receipt_id);
}

/** A receipt as it was given, in a DSSE envelope that the service signs. @returns null: the account has no such receipt */
export async function findReceipt(
  { store, signer }: ReceiptServices & { readonly signer: Signer },
  account_id: string,
  receipt_id: string,
): Promise<SignedReceipt | null> {
  if (!isId('rcpt', receipt_id)) return null;
  const row = await store
    .read()
    .selectFrom('deletion_receipts')
    .select('receipt')
    .where('account_id', '=', account_id)
    .where('receipt_id', '=', receipt_id)
    .executeTakeFirst();
  if (!row) return null;
  const payload = new TextEncoder().encode(row.receipt);
  const signature = signer.sign(preAuthentication(RECEIPT_TYPE, payload));
  const envelope: Envelope = {
    payloadType: RECEIPT_TYPE,
    payload: Buffer.from(payload).toString('base64'),
    signatures: [{ keyid: signer.keyId, sig: Buffer.from(signature).toString('base64') }],
  };
  return { receipt: JSON.parse(row.receipt) as DeletionReceipt, envelope };
}
