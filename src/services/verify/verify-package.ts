import { createHash } from 'node:crypto';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import type { Check, Sha256 } from '../../formats/verify/check.ts';
import { checkSignature } from '../../formats/verify/check-signature.ts';
import { inspectArchive, inspectFolder, type FolderPackage } from '../../formats/verify/inspect-package.ts';
import { verifies, type PublicKey } from '../signing/ed25519.ts';

export interface Verification {
  readonly evidence: EvidenceReport | null;
  readonly checks: readonly Check[];
  /** of the archive; null: it is not whole */
  readonly sha256: string | null;
}

const digestOf: Sha256 = async (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * Checks a result package, as an archive or unzipped, against itself and against public keys: that nothing was changed
 * since it was made, and who vouches for it. Whether its numbers are right only doing it again shows.
 * @param keys null: the signature is only checked to be there
 */
export async function verifyPackage(
  found: Uint8Array | FolderPackage,
  keys: readonly PublicKey[] | null,
): Promise<Verification> {
  const inspection = await (found instanceof Uint8Array
    ? inspectArchive(found, digestOf)
    : inspectFolder(found, digestOf));
  const { evidence, checks, signed, sha256 } = inspection;
  const signature = await checkSignature(signed, keys, async (key, message, bytes) =>
    verifies(key, message, bytes),
  );
  return { evidence, checks: [...checks, signature], sha256 };
}
