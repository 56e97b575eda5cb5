import type { Check } from '../../formats/verify/check.ts';
import type { FolderPackage } from '../../formats/verify/inspect-package.ts';
import {
  notRepeated,
  packageVerdict,
  type Allowances,
  type PackageVerdict,
} from '../../formats/verify/verdict.ts';
import type { OnProgress } from '../../core/reconstruction/reconstruction.ts';
import type { PublicKey } from '../signing/ed25519.ts';
import { verifyByRepeating, type KernelsAtHand, type OriginalFiles } from './verify-by-repeating.ts';
import { verifyPackage } from './verify-package.ts';

export interface VerifyRequest {
  /** the archive, or what lies in a folder */
  readonly found: Uint8Array | FolderPackage;
  /** null: none were given */
  readonly keys: readonly PublicKey[] | null;
  /** null: it is not done again */
  readonly original: OriginalFiles | null;
  readonly allowed: Allowances;
}

export interface VerifiedResult extends PackageVerdict {
  readonly checks: readonly Check[];
}

/**
 * Everything that can be said of a package with what was given, and the verdict that follows.
 * @param kernelsOf the kernels with this digest, or others where these are not at hand
 */
export async function verifyResult(
  { found, keys, original, allowed }: VerifyRequest,
  kernelsOf: (sha256: string) => Promise<KernelsAtHand>,
  onProgress: OnProgress,
): Promise<VerifiedResult> {
  const { evidence, checks } = await verifyPackage(found, keys);
  const again =
    original && evidence
      ? await verifyByRepeating(
          await kernelsOf(evidence.software.kernel_sha256),
          evidence,
          original,
          onProgress,
        )
      : [notRepeated];
  const all = [...checks, ...again];
  return { ...packageVerdict(all, allowed), checks: all };
}
