import { createHash } from 'node:crypto';
import type { OnProgress } from '../../core/reconstruction/reconstruction.ts';
import { checkConsistency, checkInclusion, type ProvenThing } from '../../formats/log/check-log.ts';
import type { Check } from '../../formats/verify/check.ts';
import { checkSignature } from '../../formats/verify/check-signature.ts';
import type { FolderPackage } from '../../formats/verify/inspect-package.ts';
import { validKeys, type SigningTime, type TrustedKey } from '../../formats/verify/key-list.ts';
import {
  notRepeated,
  packageVerdict,
  type Allowances,
  type PackageVerdict,
} from '../../formats/verify/verdict.ts';
import { verifies } from '../signing/ed25519.ts';
import { verifyByRepeating, type KernelsAtHand, type OriginalFiles } from './verify-by-repeating.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import { unpackPackage } from '../../formats/verify/unpack-package.ts';
import { checkFrames, verifySequence, type OriginalFrames } from './verify-sequence.ts';
import { verifyPackage } from './verify-package.ts';
import { checkReceiptSignature, openReceipt } from './verify-receipt.ts';

export interface LogFiles {
  /** what `GET …/proof` answered; null: not given */
  readonly proof: string | null;
  /** a checkpoint that was kept; null: none */
  readonly checkpoint: string | null;
  /** what `GET /log/consistency/{size}` answered; null: not given */
  readonly consistency: string | null;
}

export interface VerifyRequest {
  /** the archive, what lies in a folder, or a signed receipt */
  readonly found: Uint8Array | FolderPackage;
  /** null: none were given */
  readonly keys: readonly TrustedKey[] | null;
  readonly log: LogFiles;
  /** null: it is not done again */
  readonly original: OriginalFiles | null;
  /** of a sequence, in their place */
  readonly frames?: OriginalFrames | null;
  readonly allowed: Allowances;
  /** RFC 3339 */
  readonly now: string;
}

export interface VerifiedResult extends PackageVerdict {
  readonly checks: readonly Check[];
}

/**
 * Everything that can be said of a package or of a receipt with what was given, and the verdict that follows.
 * @param kernelsOf the kernels with this digest, or others where these are not at hand
 */
export async function verifyResult(
  request: VerifyRequest,
  kernelsOf: (sha256: string) => Promise<KernelsAtHand>,
  onProgress: OnProgress,
): Promise<VerifiedResult> {
  const { found, keys, allowed } = request;
  if (found instanceof Uint8Array && found[0] === BRACE) return verifiedReceipt(found, request);
  const { evidence, checks, signed, sha256 } = await verifyPackage(found);
  const archived =
    evidence && sha256 !== null
      ? { kind: 'archived', archive_id: evidence.archive_id, checksum: sha256 }
      : null;
  const logged = await logChecks(request, archived);
  const signature = await checkSignature(signed, keys, checker.verifies, logged.time);
  const again = evidence ? await repeated(request, evidence, kernelsOf, onProgress) : [notRepeated];
  const all = [...checks, signature, ...logged.checks, ...again];
  return { ...packageVerdict(all, allowed), checks: all };
}

/** What doing it again shows, where there is something to do again; of a sequence also what its table says of its frames. */
async function repeated(
  { found, original, frames = null }: VerifyRequest,
  evidence: EvidenceReport,
  kernelsOf: (sha256: string) => Promise<KernelsAtHand>,
  onProgress: OnProgress,
): Promise<readonly Check[]> {
  const kernels = () => kernelsOf(evidence.software.kernel_sha256);
  if (!evidence.sequence) {
    if (frames) return [{ ...notRepeated, detail: 'it is no sequence: give its hologram (--hologram)' }];
    return original ? verifyByRepeating(await kernels(), evidence, original, onProgress) : [notRepeated];
  }
  const files = found instanceof Uint8Array ? unpackPackage(found) : found.files;
  const told = checkFrames(evidence, files);
  if (frames) return [told, await verifySequence(await kernels(), evidence, files, frames, onProgress)];
  return [told, { ...notRepeated, detail: 'it is a sequence: give its frames (--frames) to do some again' }];
}

const BRACE = 0x7b;

async function verifiedReceipt(bytes: Uint8Array, request: VerifyRequest): Promise<VerifiedResult> {
  const opened = openReceipt(new TextDecoder().decode(bytes));
  const { payload, receiptId } = opened;
  const thing =
    payload && receiptId !== null
      ? { kind: 'receipt', receipt_id: receiptId, checksum: digestOf(payload) }
      : null;
  const logged = await logChecks(request, thing);
  const signature = checkReceiptSignature(opened, request.keys, logged.time);
  const all = [opened.check, signature, ...logged.checks];
  return { ...packageVerdict(all, request.allowed), checks: all };
}

const checker = {
  sha256: async (bytes: Uint8Array) => digestOf(bytes),
  verifies: async (...of: Parameters<typeof verifies>) => verifies(...of),
};

interface LogChecks {
  readonly checks: readonly Check[];
  readonly time: Omit<SigningTime, 'claimed'>;
}

/** What the log says, by the word of keys that may sign now. */
async function logChecks({ keys, log, now }: VerifyRequest, thing: ProvenThing | null): Promise<LogChecks> {
  const of = { ...checker, keys: keys && validKeys(keys, now), pastKeys: keys };
  const checks: Check[] = [];
  let proven: string | null = null;
  if (log.proof !== null) {
    const { check, time } = await checkInclusion(log.proof, thing, of);
    checks.push(check);
    proven = time;
  }
  if (log.checkpoint !== null)
    checks.push(await checkConsistency(log.checkpoint, log.consistency, log.proof, of));
  return { checks, time: { proven, now } };
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
