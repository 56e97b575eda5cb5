import { checkSignature, type Verifies, type VerifyingKey } from '../../formats/verify/check-signature.ts';
import type { Check } from '../../formats/verify/check.ts';
import type { Inspection } from '../../formats/verify/inspect-package.ts';
import { notRepeated, packageVerdict, type PackageVerdict } from '../../formats/verify/verdict.ts';

export interface Judged extends PackageVerdict {
  readonly checks: readonly Check[];
  /** whether asking again may bring more: the keys could not be fetched */
  readonly again: boolean;
}

/**
 * What `leith verify` says of the package with the keys that the service publishes now.
 * @param fetchKeys throws where the service can't be reached: a package does not vouch for itself
 */
export async function judgePackage(
  { checks, signed }: Inspection,
  fetchKeys: () => Promise<readonly VerifyingKey[]>,
  subtle: SubtleCrypto,
): Promise<Judged> {
  const keys = await fetchKeys().catch(() => null);
  const signature = await checkSignature(signed, keys, verifiesWith(subtle));
  const all = [...checks, signature, notRepeated];
  return { ...packageVerdict(all, { unsigned: false, partial: false }), checks: all, again: keys === null };
}

const verifiesWith =
  (subtle: SubtleCrypto): Verifies =>
  async ({ x }, message, signature) => {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x };
    const key = await subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify']).catch(() => null);
    return key && subtle.verify('Ed25519', key, signature, message);
  };
