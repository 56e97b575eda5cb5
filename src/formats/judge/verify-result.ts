import { checkConsistency, checkInclusion, type ProvenThing } from '../log/check-log.ts';
import type { EvidenceReport } from '../report/evidence-report.ts';
import type { Authority } from '../timestamp/timestamp-token.ts';
import type { Check, Sha256, Verifies } from '../verify/check.ts';
import { checkReceiptSignature, openReceipt } from '../verify/check-receipt.ts';
import { checkSignature } from '../verify/check-signature.ts';
import {
  inspectArchive,
  inspectFolder,
  type FolderPackage,
  type Inspection,
} from '../verify/inspect-package.ts';
import { orderable, validKeys, type SigningTime, type TrustedKey } from '../verify/key-list.ts';
import { unpackPackage } from '../verify/unpack-package.ts';
import { notRepeated, packageVerdict, type Allowances, type PackageVerdict } from '../verify/verdict.ts';

export interface LogFiles {
  /** what `GET …/proof` answered; null: not given */
  readonly proof: string | null;
  /** a checkpoint that was kept; null: none */
  readonly checkpoint: string | null;
  /** what `GET /log/consistency/{size}` answered; null: not given */
  readonly consistency: string | null;
}

/** What whoever asks believes, and when. */
export interface Believed {
  /** null: none were given */
  readonly keys: readonly TrustedKey[] | null;
  /** who may say when a signature was there; null: none were given */
  readonly authorities: readonly Authority[] | null;
  readonly log: LogFiles;
  readonly allowed: Allowances;
  /** RFC 3339 */
  readonly now: string;
}

/** What a program that verifies brings. */
export interface Verifier {
  readonly sha256: Sha256;
  readonly verifies: Verifies;
}

/** Does the result again where it can: what that shows. */
export type Again = (
  evidence: EvidenceReport,
  files: ReadonlyMap<string, Uint8Array>,
) => Promise<readonly Check[]>;

export interface VerifiedResult extends PackageVerdict {
  readonly checks: readonly Check[];
}

/**
 * Everything that can be said of a package or of a receipt with what was given, and the verdict that follows: the same on
 * the command line and in the page.
 * @param found the archive, what lies in a folder, or a signed receipt
 */
export async function verifyResult(
  found: Uint8Array | FolderPackage,
  believed: Believed,
  verifier: Verifier,
  again: Again,
): Promise<VerifiedResult> {
  if (!(found instanceof Uint8Array))
    return judgeInspection(await inspectFolder(found, verifier.sha256), believed, verifier, (evidence) =>
      again(evidence, found.files),
    );
  if (found[0] === BRACE) return verifyReceipt(found, believed, verifier);
  const inspection = await inspectArchive(found, verifier.sha256);
  return judgeInspection(inspection, believed, verifier, (evidence) => again(evidence, unpackPackage(found)));
}

/** Nobody does it again. */
export const notAgain = async (): Promise<readonly Check[]> => [notRepeated];

/** The same for a package that was looked into before. */
export async function judgeInspection(
  { evidence, checks, signed, sha256, vouching }: Inspection,
  believed: Believed,
  verifier: Verifier,
  again: (evidence: EvidenceReport) => Promise<readonly Check[]>,
): Promise<VerifiedResult> {
  const archived =
    evidence && sha256 !== null
      ? { kind: 'archived', archive_id: evidence.archive_id, checksum: sha256 }
      : null;
  const logged = await logChecks(believed, verifier, archived);
  const stamped = await timestampChecks(vouching, believed, verifier);
  const time = { proven: earlier(logged.proven, stamped.proven), now: believed.now };
  const signature = await checkSignature(signed, believed.keys, verifier.verifies, time);
  const repeated = evidence ? await again(evidence) : [notRepeated];
  const all = [...checks, signature, ...stamped.checks, ...logged.checks, ...repeated];
  return { ...packageVerdict(all, believed.allowed), checks: all };
}

const BRACE = 0x7b;

async function verifyReceipt(
  bytes: Uint8Array,
  believed: Believed,
  verifier: Verifier,
): Promise<VerifiedResult> {
  const opened = openReceipt(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  const { payload, receiptId } = opened;
  const thing =
    payload && receiptId !== null
      ? { kind: 'receipt', receipt_id: receiptId, checksum: await verifier.sha256(payload) }
      : null;
  const { checks, proven } = await logChecks(believed, verifier, thing);
  const time = { proven, now: believed.now };
  const signature = await checkReceiptSignature(opened, believed.keys, verifier.verifies, time);
  const all = [opened.check, signature, ...checks];
  return { ...packageVerdict(all, believed.allowed), checks: all };
}

interface Shown {
  readonly checks: readonly Check[];
  /** when it was there, as somebody else than its signer shows; null: nobody does */
  readonly proven: SigningTime['proven'];
}

/** What the log says, by the word of keys that may sign now. */
async function logChecks(
  { keys, log, now }: Believed,
  verifier: Verifier,
  thing: ProvenThing | null,
): Promise<Shown> {
  const of = { ...verifier, keys: keys && validKeys(keys, now), pastKeys: keys };
  const checks: Check[] = [];
  let proven: string | null = null;
  if (log.proof !== null) {
    const { check, time } = await checkInclusion(log.proof, thing, of);
    checks.push(check);
    proven = time;
  }
  if (log.checkpoint !== null)
    checks.push(await checkConsistency(log.checkpoint, log.consistency, log.proof, of));
  return { checks, proven };
}

/** What reads ASN.1 is loaded where there is a timestamp to read. */
async function timestampChecks(
  { envelope, timestamp }: Inspection['vouching'],
  { authorities }: Believed,
  { sha256 }: Verifier,
): Promise<Shown> {
  if (!timestamp) return { checks: authorities ? [notTimestamped] : [], proven: null };
  const { checkTimestamp } = await import('../verify/check-timestamp.ts');
  const { check, time } = await checkTimestamp({ envelope, timestamp }, authorities, sha256);
  return { checks: [check], proven: time };
}

/** Where an authority was given, one could be looked for. */
const notTimestamped: Check = { name: 'timestamp', passed: null, detail: 'the package brings none' };

/** Of two times; one that is not written as all of ours shows nothing. */
function earlier(...times: readonly (string | null)[]): string | null {
  const known = times.flatMap((time) => (time === null ? [] : (orderable(time) ?? [])));
  return known.toSorted()[0] ?? null;
}
