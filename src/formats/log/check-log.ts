import { failed, type Check, type Sha256, type VerifyingKey, type Verifies } from '../verify/check.ts';
import { parseCheckpoint, signerOfCheckpoint, type SignedCheckpoint } from './checkpoint.ts';
import { readLeaf } from './log-leaf.ts';
import { isConsistent, leafMessage, rootOfInclusion } from './merkle.ts';
import { parseConsistency, parseInclusion } from './proof-text.ts';

export interface LogChecker {
  /** null: none were given */
  readonly keys: readonly VerifyingKey[] | null;
  /** those that may have signed what somebody kept; null: none were given */
  readonly pastKeys: readonly VerifyingKey[] | null;
  readonly verifies: Verifies;
  readonly sha256: Sha256;
}

/** What a leaf has to say for a proof to be about something: a package, or a receipt. */
export type ProvenThing = Readonly<Record<string, string>>;

export interface InclusionCheck {
  readonly check: Check;
  /** when it was logged; null: that is not proven */
  readonly time: string | null;
}

/**
 * Whether the log has this thing, by a proof and the keys of the service alone.
 * @param thing null: its digest is not known, as some of it is absent
 */
export async function checkInclusion(
  text: string,
  thing: ProvenThing | null,
  checker: LogChecker,
): Promise<InclusionCheck> {
  const name = 'log';
  const no = (detail: string): InclusionCheck => ({ check: failed(name, detail), time: null });
  const proof = parseInclusion(text);
  if (!proof) return no('the proof can’t be read');
  if (!thing) return no('the proof is of the whole package, and some of it is absent or changed');
  const leaf = readLeaf(proof.leaf);
  const wrong = Object.keys(thing).filter((key) => leaf?.[key] !== thing[key]);
  if (!leaf || wrong.length > 0) return no(`the proof is of something else: its ${wrong.join(', ')} differs`);
  const { checkpoint, index, hashes } = proof;
  const hash = await checker.sha256(leafMessage(proof.leaf));
  const root = await rootOfInclusion(index, checkpoint.size, hash, hashes, checker.sha256);
  if (root !== checkpoint.root) return no('the proof does not lead to the tree that was signed');
  const signed = await signedCheck(name, checkpoint, checker);
  if (!signed.passed) return { check: signed, time: null };
  const detail = `leaf ${index} of ${checkpoint.size} of ${checkpoint.origin}, logged ${String(leaf['time'])}; ${signed.detail}`;
  return { check: { name, passed: true, detail }, time: String(leaf['time']) };
}

/**
 * Whether the log still is the one that it was when somebody kept a checkpoint.
 * @param consistency what the log gave for the kept checkpoint's size; null: nothing
 * @param proof the proof that is checked beside, whose checkpoint has to agree; null: none
 */
export async function checkConsistency(
  kept: string,
  consistency: string | null,
  proof: string | null,
  checker: LogChecker,
): Promise<Check> {
  const name = 'log’s past';
  const old = parseCheckpoint(kept);
  if (!old) return failed(name, 'the kept checkpoint can’t be read');
  const signed = await signedCheck(name, old, { ...checker, keys: checker.pastKeys });
  if (!signed.passed) return signed;
  const proven = proof === null ? null : (parseInclusion(proof)?.checkpoint ?? null);
  if (proven && isFork(old, proven)) return failed(name, fork(old, proven));
  if (consistency === null) {
    if (proven?.size === old.size) return { name, passed: true, detail: 'the proof is of the kept tree' };
    const detail = `give what the service answers to GET /log/consistency/${old.size}`;
    return { name, passed: null, detail };
  }
  const given = parseConsistency(consistency);
  if (!given) return failed(name, 'the proof of consistency can’t be read');
  const now = given.checkpoint;
  const later = await signedCheck(name, now, checker);
  if (!later.passed) return later;
  if (given.old !== old.size)
    return failed(name, `the proof is for ${given.old} leaves, not for ${old.size}`);
  for (const other of [old, ...(proven ? [proven] : [])])
    if (isFork(other, now)) return failed(name, fork(other, now));
  if (!(await isConsistent(old, now, given.hashes, checker.sha256)))
    return failed(name, `the log of ${now.size} leaves does not begin with the kept one of ${old.size}`);
  return {
    name,
    passed: true,
    detail: `the log of ${now.size} leaves begins with the kept one of ${old.size}`,
  };
}

/** Two logs under one name: one with another root at the same size, or under another name. */
function isFork(a: SignedCheckpoint, b: SignedCheckpoint): boolean {
  return a.origin !== b.origin || (a.size === b.size && a.root !== b.root);
}

function fork(a: SignedCheckpoint, b: SignedCheckpoint): string {
  return a.origin === b.origin
    ? `there are two logs of ${a.size} leaves under one name`
    : `the checkpoints are of two logs, ${a.origin} and ${b.origin}`;
}

async function signedCheck(name: string, checkpoint: SignedCheckpoint, checker: LogChecker): Promise<Check> {
  if (!checker.keys) return { name, passed: null, detail: 'give the public keys to check the proof' };
  const kid = await signerOfCheckpoint(checkpoint, checker.keys, checker.verifies, checker.sha256);
  if (kid !== null) return { name, passed: true, detail: `signed by ${kid}` };
  return failed(
    name,
    `none of the ${checker.keys.length} keys given signed the checkpoint of ${checkpoint.size} leaves`,
  );
}
