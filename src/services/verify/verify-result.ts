import { createHash } from 'node:crypto';
import type { OnProgress } from '../../core/reconstruction/reconstruction.ts';
import { checkFrames } from '../../formats/judge/check-frames.ts';
import type { FolderPackage } from '../../formats/verify/inspect-package.ts';
import { notRepeated } from '../../formats/verify/verdict.ts';
import {
  verifyResult,
  type Again,
  type Believed,
  type VerifiedResult,
  type Verifier,
} from '../../formats/judge/verify-result.ts';
import { verifies } from '../signing/ed25519.ts';
import { verifyByRepeating, type OriginalFiles, type SoftwareAtHand } from './verify-by-repeating.ts';
import { verifySequence, type OriginalFrames } from './verify-sequence.ts';

export interface VerifyRequest extends Believed {
  /** the archive, what lies in a folder, or a signed receipt */
  readonly found: Uint8Array | FolderPackage;
  /** null: it is not done again */
  readonly original: OriginalFiles | null;
  /** of a sequence, in their place */
  readonly frames?: OriginalFrames | null;
}

/** With Node's own cryptography. */
const verifier: Verifier = {
  sha256: async (bytes) => createHash('sha256').update(bytes).digest('hex'),
  verifies: async (...of) => verifies(...of),
};

/**
 * Everything that can be said of a package or of a receipt with what was given, and the verdict that follows.
 * @param softwareFor with the kernels of this digest, or with others where these are not at hand
 */
export function verifyHere(
  request: VerifyRequest,
  softwareFor: (kernel_sha256: string) => Promise<SoftwareAtHand>,
  onProgress: OnProgress,
): Promise<VerifiedResult> {
  const { found, original, frames = null } = request;
  const again: Again = async (evidence, files) => {
    const software = () => softwareFor(evidence.software.kernel_sha256);
    if (!evidence.sequence) {
      if (frames) return [{ ...notRepeated, detail: 'it is no sequence: give its hologram (--hologram)' }];
      if (!original) return [notRepeated];
      return verifyByRepeating(await software(), evidence, files, original, onProgress);
    }
    const told = checkFrames(evidence, files);
    if (frames) return [told, await verifySequence(await software(), evidence, files, frames, onProgress)];
    return [
      told,
      { ...notRepeated, detail: 'it is a sequence: give its frames (--frames) to do some again' },
    ];
  };
  return verifyResult(found, request, verifier, again);
}
