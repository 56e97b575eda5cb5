import type { Check } from '../../formats/verify/check.ts';
import { readTrust, type KeyDocument } from '../../formats/verify/key-list.ts';
import type { Inspection } from '../../formats/verify/inspect-package.ts';
import { judgeInspection, notAgain, type VerifiedResult } from '../../formats/judge/verify-result.ts';
import { verifierWith } from './browser-verifier.ts';

export interface Judged extends VerifiedResult {
  /** whether asking again may bring more: the keys could not be fetched */
  readonly again: boolean;
}

/**
 * What `leith verify` says of the package with the keys that the service publishes now.
 * @param partial only some of its files were fetched: that the others are absent speaks against nothing
 * @param fetchKeys throws where the service can't be reached: a package does not vouch for itself
 */
export async function judgePackage(
  inspection: Inspection,
  fetchKeys: () => Promise<KeyDocument>,
  subtle: SubtleCrypto,
  now: Date,
  partial = false,
): Promise<Judged> {
  const verifier = verifierWith(subtle);
  const document = await fetchKeys().catch(() => null);
  const keys =
    document && (await readTrust(document, null, verifier.verifies, verifier.sha256).catch(() => []));
  const believed = { keys, authorities: null, now: now.toISOString() };
  const log = { proof: null, checkpoint: null, consistency: null };
  const allowed = { unsigned: false, partial };
  const checks = inspection.checks.map((check) => (partial ? partOnly(check) : check));
  const given = { ...believed, log, allowed };
  const result = await judgeInspection({ ...inspection, checks }, given, verifier, notAgain);
  return { ...result, again: keys === null };
}

function partOnly(check: Check): Check {
  if (check.name !== 'complete' || check.passed) return check;
  return { ...check, passed: null, detail: 'only what is shown was fetched, and checked' };
}
