import type { CalibratedRig } from '../../core/rig/calibrated-rig.ts';
import type { Kernels } from '../../core/kernel/kernels.ts';
import { Problem } from '../../core/problem/problem.ts';
import { parseRecipe } from '../../core/recipe/recipe.ts';
import type { OnProgress } from '../../core/reconstruction/reconstruction.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import type { ReceivedFile } from '../ports/received-file.ts';
import { performReconstruction } from '../reconstruction/perform-reconstruction.ts';
import type { Check } from '../../formats/verify/check.ts';
import { notRepeated } from '../../formats/verify/verdict.ts';

export interface OriginalFiles {
  readonly hologram: ReceivedFile;
  readonly background: ReceivedFile | null;
}

export interface KernelsAtHand {
  readonly kernels: Kernels;
  readonly sha256: string;
}

/**
 * Reconstructs the original frames again with the parameters of the report, and compares the results’ digests: the
 * same input, parameters and kernels give the same bytes on every machine. Where the kernels that made it are not at
 * hand, other bytes show nothing.
 */
export async function verifyByRepeating(
  atHand: KernelsAtHand,
  evidence: EvidenceReport,
  files: OriginalFiles,
  onProgress: OnProgress,
): Promise<Check[]> {
  const inputs = [
    inputCheck('hologram', evidence.input.sha256, files.hologram),
    inputCheck('background', evidence.background?.sha256 ?? null, files.background),
  ].filter((check) => check !== null);
  if (inputs.some(({ passed }) => passed === false)) return inputs;
  return [...inputs, await repeated(atHand, evidence, files, onProgress)];
}

function inputCheck(name: string, expected: string | null, file: ReceivedFile | null): Check | null {
  if (expected === null && file === null) return null;
  if (expected === null) return { name, passed: false, detail: 'the result was made without one' };
  if (file === null) return { name, passed: false, detail: 'the result was made with one: give it too' };
  const passed = file.sha256 === expected;
  return {
    name,
    passed,
    detail: passed ? 'it is the file the report names' : `sha256 is ${file.sha256}, not ${expected}`,
  };
}

async function repeated(
  { kernels, sha256 }: KernelsAtHand,
  evidence: EvidenceReport,
  { hologram, background }: OriginalFiles,
  onProgress: OnProgress,
): Promise<Check> {
  const { name } = notRepeated;
  const { evidence_report_id, archive_id, created_at, requester, software } = evidence;
  const { requested } = evidence.parameters;
  const identity = { evidence_report_id, archive_id, created_at, requester, software, requested };
  const same = sha256 === software.kernel_sha256;
  const versions = same
    ? ''
    : `; it was made by ${software.name} ${software.version} with the kernels ${software.kernel_sha256}, which are not at hand`;
  try {
    const recipe = parseRecipe(requested);
    const job = { hologram, background, recipe, identity, calibration: profileOf(evidence) };
    const result = await performReconstruction(kernels, job, onProgress);
    if (result.payload_sha256 === evidence.payload_sha256)
      return { name, passed: true, detail: 'every file of the result comes out the same' };
    const detail = `payload_sha256 comes out as ${result.payload_sha256}${versions}`;
    return { name, passed: same ? false : null, detail };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { name, passed: same ? false : null, detail: `it is refused: ${error.message}${versions}` };
  }
}

/** The report holds all of the profile that a repetition needs: the profile itself may be deleted by now. */
function profileOf({ calibration }: EvidenceReport): CalibratedRig | null {
  return calibration && (calibration.profile as unknown as CalibratedRig);
}
