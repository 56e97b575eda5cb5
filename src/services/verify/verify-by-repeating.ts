import type { Kernels } from '../../core/kernel/kernels.ts';
import { Problem } from '../../core/problem/problem.ts';
import { parseRecipe } from '../../core/recipe/recipe.ts';
import type { OnProgress } from '../../core/reconstruction/reconstruction.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import {
  checkInputs,
  compareAgain,
  profileOf,
  refusedAgain,
  type Software,
} from '../../formats/verify/compare-again.ts';
import type { Check } from '../../formats/verify/check.ts';
import { unpackPackage } from '../../formats/verify/unpack-package.ts';
import type { ReceivedFile } from '../ports/received-file.ts';
import { performReconstruction } from '../reconstruction/perform-reconstruction.ts';

export interface OriginalFiles {
  readonly hologram: ReceivedFile;
  readonly background: ReceivedFile | null;
}

/** What there is to do a result again with. */
export interface SoftwareAtHand extends Software {
  readonly kernels: Kernels;
  /** the kernels are those that this version was made with */
  readonly isCurrent: boolean;
}

/** Reconstructs the original frames again with the parameters of the report, and compares. */
export async function verifyByRepeating(
  atHand: SoftwareAtHand,
  evidence: EvidenceReport,
  files: ReadonlyMap<string, Uint8Array>,
  original: OriginalFiles,
  onProgress: OnProgress,
): Promise<Check[]> {
  const { hologram, background } = original;
  const given = { hologram: hologram.sha256, background: background?.sha256 ?? null };
  const inputs = checkInputs(evidence, given);
  if (inputs.some(({ passed }) => passed === false)) return inputs;
  return [...inputs, await repeated(atHand, evidence, files, original, onProgress)];
}

async function repeated(
  atHand: SoftwareAtHand,
  evidence: EvidenceReport,
  files: ReadonlyMap<string, Uint8Array>,
  { hologram, background }: OriginalFiles,
  onProgress: OnProgress,
): Promise<Check> {
  const { evidence_report_id, archive_id, created_at, requester, software } = evidence;
  const { requested } = evidence.parameters;
  const identity = { evidence_report_id, archive_id, created_at, requester, software, requested };
  try {
    const recipe = parseRecipe(requested);
    const job = { hologram, background, recipe, identity, calibration: profileOf(evidence) };
    const result = await performReconstruction(atHand.kernels, job, onProgress);
    const made = { evidence: result.evidence, files: () => unpackPackage(Buffer.concat(result.chunks)) };
    return compareAgain(evidence, files, made, atHand);
  } catch (error) {
    if (error instanceof Problem) return refusedAgain(evidence, atHand, `it is refused: ${error.message}`);
    // kernels of a past release may lack what this version asks of them
    if (atHand.isCurrent) throw error;
    return {
      ...refusedAgain(evidence, atHand, 'the kernels that it names don’t work with this version'),
      passed: null,
    };
  }
}
