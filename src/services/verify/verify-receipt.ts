import { fromBase64, preAuthentication, type Envelope } from '../../formats/package/envelope.ts';
import { failed, type Check } from '../../formats/verify/check.ts';
import { RECEIPT_TYPE } from '../deletion/receipts.ts';
import { faultOfKey, type SigningTime, type TrustedKey } from '../../formats/verify/key-list.ts';
import { verifies } from '../signing/ed25519.ts';

export interface OpenedReceipt {
  readonly check: Check;
  readonly envelope: Envelope | null;
  /** what was signed; null: nothing that could be read */
  readonly payload: Uint8Array | null;
  readonly receiptId: string | null;
  /** when it was given, as it says */
  readonly requestedAt: string;
}

/** A signed deletion receipt, as `GET /users/me/receipts/{receipt_id}` gives it: whether it says what was signed. */
export function openReceipt(text: string): OpenedReceipt {
  const nothing = (detail: string): OpenedReceipt => ({
    ...{ check: failed('receipt', detail), envelope: null, payload: null, receiptId: null, requestedAt: '' },
  });
  try {
    const { receipt, envelope } = JSON.parse(text) as { receipt: object; envelope: Envelope };
    const payload = fromBase64(envelope.payload);
    const signed = JSON.parse(new TextDecoder().decode(payload)) as Readonly<Record<string, unknown>>;
    const { receipt_id: receiptId, requested_at: requestedAt } = signed;
    if (
      envelope.payloadType !== RECEIPT_TYPE ||
      typeof receiptId !== 'string' ||
      typeof requestedAt !== 'string'
    )
      return nothing('the file holds no deletion receipt');
    const check =
      JSON.stringify(receipt) === JSON.stringify(signed)
        ? { name: 'receipt', passed: true, detail: `${receiptId}, as it was signed` }
        : failed('receipt', 'it says something else than what was signed');
    return { check, envelope, payload, receiptId, requestedAt };
  } catch {
    return nothing('the file is neither a package nor a signed receipt');
  }
}

/** Whether one of the keys at hand signed it. */
export function checkReceiptSignature(
  { envelope, payload, requestedAt }: OpenedReceipt,
  keys: readonly TrustedKey[] | null,
  time: Omit<SigningTime, 'claimed'>,
): Check {
  const name = 'signature';
  const [first, ...others] = envelope?.signatures ?? [];
  if (!payload || !first || others.length > 0) return failed(name, 'the receipt has not one signature');
  if (!keys) return { name, passed: null, detail: `by ${first.keyid}; give its public key to check it` };
  const key = keys.find(({ kid }) => kid === first.keyid);
  if (!key) return failed(name, `by ${first.keyid}, which is not among the ${keys.length} keys given`);
  const message = preAuthentication(RECEIPT_TYPE, payload);
  if (!verifies(key, message, fromBase64(first.sig))) return failed(name, `it is not one of ${first.keyid}`);
  const fault = faultOfKey(key, { claimed: requestedAt, ...time });
  return fault === null ? { name, passed: true, detail: `by ${first.keyid}` } : failed(name, fault);
}
