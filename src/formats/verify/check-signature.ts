import { failed, type Check, type Verifies } from './check.ts';
import { faultOfKey, type SigningTime, type TrustedKey } from './key-list.ts';
import type { Signed } from './read-signed.ts';

/**
 * Whether one of the keys at hand signed the package. A package brings no key, so that nothing in it can vouch for itself.
 * @param keys null: none were given
 */
export async function checkSignature(
  signed: Signed,
  keys: readonly TrustedKey[] | null,
  verifies: Verifies,
  time: Omit<SigningTime, 'claimed'>,
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
  if (!holds) return failed(name, `it is not one of ${keyId}`);
  const fault = faultOfKey(key, { claimed: signed.createdAt, ...time });
  return fault === null ? { name, passed: true, detail: `by ${keyId}` } : failed(name, fault);
}
