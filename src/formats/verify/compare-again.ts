import type { CalibratedRig } from '../../core/rig/calibrated-rig.ts';
import type { EvidenceReport } from '../report/evidence-report.ts';
import type { Check } from './check.ts';
import { firstDifference, type FirstDifference, type MadeAgain } from './first-difference.ts';
import { notRepeated } from './verdict.ts';

/** What a result is done again with. */
export interface Software {
  readonly version: string;
  readonly kernel_sha256: string;
}

/** Digests of the files that a result is to be done again from, hexadecimal. */
export interface GivenInputs {
  readonly hologram: string;
  readonly background: string | null;
}

/** Whether these are the files that a report names. */
export function checkInputs(evidence: EvidenceReport, given: GivenInputs): Check[] {
  return [
    inputCheck('hologram', evidence.input.sha256, given.hologram),
    inputCheck('background', evidence.background?.sha256 ?? null, given.background),
  ].filter((check) => check !== null);
}

function inputCheck(name: string, expected: string | null, found: string | null): Check | null {
  if (expected === null && found === null) return null;
  if (expected === null) return { name, passed: false, detail: 'the result was made without one' };
  if (found === null) return { name, passed: false, detail: 'the result was made with one: give it too' };
  const passed = found === expected;
  const detail = passed ? 'it is the file the report names' : `sha256 is ${found}, not ${expected}`;
  return { name, passed, detail };
}

/**
 * Whether a result came out the same: the same input, parameters, version and kernels give the same bytes on every
 * machine. With another version or other kernels the same bytes prove as much, and other bytes prove nothing.
 */
export function compareAgain(
  evidence: EvidenceReport,
  files: ReadonlyMap<string, Uint8Array>,
  made: MadeAgain,
  software: Software,
): Check {
  const { name } = notRepeated;
  if (made.evidence.payload_sha256 === evidence.payload_sha256)
    return { name, passed: true, detail: 'every file of the result comes out the same' };
  const difference = firstDifference(evidence, files, made);
  const passed = isSameSoftware(evidence, software) ? false : null;
  const detail = `${inWords(difference)}${versions(evidence, software)}`;
  return { name, passed, detail, difference };
}

/** The report holds all of the profile that a repetition needs: the profile itself may be deleted by now. */
export function profileOf({ calibration }: EvidenceReport): CalibratedRig | null {
  return calibration && (calibration.profile as unknown as CalibratedRig);
}

/** That a result could not be done again at all. */
export function refusedAgain(evidence: EvidenceReport, software: Software, why: string): Check {
  const passed = isSameSoftware(evidence, software) ? false : null;
  return { name: notRepeated.name, passed, detail: `${why}${versions(evidence, software)}` };
}

/** Otherwise other bytes say nothing against a package. */
export function isSameSoftware({ software }: EvidenceReport, { version, kernel_sha256 }: Software): boolean {
  return software.kernel_sha256 === kernel_sha256 && software.version === version;
}

/** What speaks for another reason than a change; empty: nothing does. */
function versions({ software }: EvidenceReport, { version, kernel_sha256 }: Software): string {
  const { name, version: made, kernel_sha256: named } = software;
  if (named !== kernel_sha256)
    return `; it was made by ${name} ${made} with the kernels ${named}, which are not at hand`;
  return made === version ? '' : `; it was made by ${name} ${made}, and this is version ${version}`;
}

function inWords({ path, column, row, package: given, again, step }: FirstDifference): string {
  const where =
    column === null ? '' : ` at pixel ${column}, ${row} (${given} in the package, ${again} again)`;
  const first = step === null ? '' : `; the first step that differs is “${step}”`;
  return `${path} comes out otherwise${where}${first}`;
}
