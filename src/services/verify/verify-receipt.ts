import { fromBase64, isSame, preAuthentication, type Envelope } from '../../formats/package/envelope.ts';
import { failed, type Check } from '../../formats/verify/check.ts';
import { RECEIPT_TYPE } from '../deletion/receipts.ts';
import { verifies, type PublicKey } from '../signing/ed25519.ts';

export interface ReceiptVerification {
  readonly checks: readonly Check[];
  /** what was signed; null: nothing that could be read */
  readonly payload: Uint8Array | null;
  readonly receiptId: string | null;
}

/** Checks a signed deletion receipt, as `GET /users/me/receipts/{receipt_id}` gives it. */
export function verifyReceipt(text: string, keys: readonly PublicKey[] | null): ReceiptVerification {
  const nothing = (detail: string): ReceiptVerification => ({
    ...{ checks: [failed('receipt', detail)], payload: null, receiptId: null },
  });
  try {
    const { receipt, envelope } = JSON.parse(text) as { receipt: object; envelope: Envelope };
    const payload = fromBase64(envelope.payload);
    const signed = JSON.parse(new TextDecoder().decode(payload)) as { receipt_id?: string };
    const shown = new TextEncoder().encode(JSON.stringify(receipt));
    const again = new TextEncoder().encode(JSON.stringify(signed));
    if (envelope.payloadType !== RECEIPT_TYPE || typeof signed.receipt_id !== 'string')
      return nothing('the file holds no deletion receipt');
    const checks: Check[] = [
      isSame(shown, again)
        ? { name: 'receipt', passed: true, detail: `${signed.receipt_id}, as it was signed` }
        : failed('receipt', 'it says something else than what was signed'),
      signatureCheck(envelope, payload, keys),
    ];
    return { checks, payload, receiptId: signed.receipt_id };
  } catch {
    return nothing('the file is neither a package nor a signed receipt');
  }
}

function signatureCheck(envelope: Envelope, payload: Uint8Array, keys: readonly PublicKey[] | null): Check {
  const name = 'signature';
  const [first, ...others] = envelope.signatures;
  if (!first || others.length > 0) return failed(name, 'the receipt has not one signature');
  if (!keys) return { name, passed: null, detail: `by ${first.keyid}; give its public key to check it` };
  const key = keys.find(({ kid }) => kid === first.keyid);
  if (!key) return failed(name, `by ${first.keyid}, which is not among the ${keys.length} keys given`);
  const message = preAuthentication(RECEIPT_TYPE, payload);
  return verifies(key, message, fromBase64(first.sig))
    ? { name, passed: true, detail: `by ${first.keyid}` }
    : failed(name, `it is not one of ${first.keyid}`);
}
