import { checkSignature } from '../../formats/verify/check-signature.ts';
import type { Check, Sha256, Verifies } from '../../formats/verify/check.ts';
import { readTrust, type KeyDocument } from '../../formats/verify/key-list.ts';
import type { Inspection } from '../../formats/verify/inspect-package.ts';
import { notRepeated, packageVerdict, type PackageVerdict } from '../../formats/verify/verdict.ts';

export interface Judged extends PackageVerdict {
  readonly checks: readonly Check[];
  /** whether asking again may bring more: the keys could not be fetched */
  readonly again: boolean;
}

/**
 * What `leith verify` says of the package with the keys that the service publishes now.
 * @param partial only some of its files were fetched: that the others are absent speaks against nothing
 * @param fetchKeys throws where the service can't be reached: a package does not vouch for itself
 */
export async function judgePackage(
  { checks, signed }: Inspection,
  fetchKeys: () => Promise<KeyDocument>,
  subtle: SubtleCrypto,
  now: Date,
  partial = false,
): Promise<Judged> {
  const verifies = verifiesWith(subtle);
  const document = await fetchKeys().catch(() => null);
  const keys = document && (await readTrust(document, null, verifies, sha256With(subtle)).catch(() => []));
  const time = { proven: null, now: now.toISOString() };
  const signature = await checkSignature(signed, keys, verifies, time);
  const all = [...checks.map((check) => (partial ? partOnly(check) : check)), signature, notRepeated];
  return { ...packageVerdict(all, { unsigned: false, partial }), checks: all, again: keys === null };
}

function partOnly(check: Check): Check {
  if (check.name !== 'complete' || check.passed) return check;
  return { ...check, passed: null, detail: 'only what is shown was fetched, and checked' };
}

const sha256With =
  (subtle: SubtleCrypto): Sha256 =>
  async (bytes) => {
    const hash = new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
    return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  };

const verifiesWith =
  (subtle: SubtleCrypto): Verifies =>
  async ({ x }, message, signature) => {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x };
    const key = await subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify']).catch(() => null);
    return key && subtle.verify('Ed25519', key, signature, message);
  };
