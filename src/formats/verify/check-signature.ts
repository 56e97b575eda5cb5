import { failed, type Check } from './check.ts';
import type { Signed } from './read-signed.ts';

/** A public Ed25519 key. */
export interface VerifyingKey {
  /** RFC 7638 thumbprint */
  readonly kid: string;
  /** 32 bytes, base64url */
  readonly x: string;
}

/** Whether a signature is one of this key over this message; null: this program can't tell. */
export type Verifies = (
  key: VerifyingKey,
  message: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
) => Promise<boolean | null>;

/**
 * Whether one of the keys at hand signed the package. A package brings no key, so that nothing in it can vouch for itself.
 * @param keys null: none were given
 */
export async function checkSignature(
  signed: Signed,
  keys: readonly VerifyingKey[] | null,
  verifies: Verifies,
): Promise<Check> {
  const name = 'signature';
  if (signed.kind === 'unsigned') return { name, passed: null, detail: 'the package is not signed' };
  if (signed.kind === 'broken') return failed(name, signed.detail);
  const { keyId } = signed;
  if (!keys) return { name, passed: null, detail: `by ${keyId}; give its public key to check it` };
  const key = keys.find(({ kid }) => kid === keyId);
  if (!key) return failed(name, `by ${keyId}, which is not among the ${keys.length} keys given`);
  const holds = await verifies(key, signed.message, signed.signature).catch(() => false);
  if (holds === null) return { name, passed: null, detail: `by ${keyId}; this program can’t check Ed25519` };
  return holds ? { name, passed: true, detail: `by ${keyId}` } : failed(name, `it is not one of ${keyId}`);
}
