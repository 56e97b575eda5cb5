import { fromBase64, preAuthentication, type Envelope } from '../package/envelope.ts';
import { failed, type Check, type Verifies } from './check.ts';
import { faultOfKey, type SigningTime, type TrustedKey } from './key-list.ts';

export const RECEIPT_TYPE = 'application/vnd.leith.deletion-receipt+json';

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
    const { receipt, envelope, ...others } = JSON.parse(text) as { receipt: object; envelope: Envelope };
    const payload = fromBase64(envelope.payload);
    const signed = JSON.parse(new TextDecoder().decode(payload)) as Readonly<Record<string, unknown>>;
    const { receipt_id: receiptId, requested_at: requestedAt } = signed;
    if (
      envelope.payloadType !== RECEIPT_TYPE ||
      typeof receiptId !== 'string' ||
      typeof requestedAt !== 'string'
    )
      return nothing('the file holds no deletion receipt');
    if (Object.keys(others).length > 0 || !isBare(text, envelope))
      return nothing('the file says more than the receipt that was signed');
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
export async function checkReceiptSignature(
  { envelope, payload, requestedAt }: OpenedReceipt,
  keys: readonly TrustedKey[] | null,
  verifies: Verifies,
  time: Omit<SigningTime, 'claimed'>,
): Promise<Check> {
  const name = 'signature';
  const [first, ...others] = envelope?.signatures ?? [];
  if (!payload || !first || others.length > 0) return failed(name, 'the receipt has not one signature');
  if (!keys) return { name, passed: null, detail: `by ${first.keyid}; give its public key to check it` };
  const key = keys.find(({ kid }) => kid === first.keyid);
  if (!key) return failed(name, `by ${first.keyid}, which is not among the ${keys.length} keys given`);
  const message = preAuthentication(RECEIPT_TYPE, payload);
  const holds = await signatureOf(first.sig)
    .then((signature) => verifies(key, message, signature))
    .catch(() => false);
  if (holds === null)
    return { name, passed: null, detail: `by ${first.keyid}; this program can’t check Ed25519` };
  if (!holds) return failed(name, `it is not one of ${first.keyid}`);
  const fault = faultOfKey(key, { claimed: requestedAt, ...time });
  return fault === null ? { name, passed: true, detail: `by ${first.keyid}` } : failed(name, fault);
}

/** Nothing but what was signed and its signature is in the file: no word more, none said twice, whatever its spaces. */
function isBare(text: string, envelope: Envelope): boolean {
  const { payloadType, payload, signatures } = envelope;
  const written = { payloadType, payload, signatures: signatures.map(({ keyid, sig }) => ({ keyid, sig })) };
  const encoded = [payload, ...signatures.map(({ sig }) => sig)];
  const packed = text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
  return (
    JSON.stringify(envelope) === JSON.stringify(written) &&
    encoded.every((base64) => btoa(atob(base64)) === base64) &&
    packed === JSON.stringify(JSON.parse(text))
  );
}

/** Rejects what is no base64. */
async function signatureOf(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  return fromBase64(base64);
}
