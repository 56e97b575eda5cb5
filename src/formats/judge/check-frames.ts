import type { EvidenceReport } from '../report/evidence-report.ts';
import { digestsOf } from '../sequence/frames-table.ts';
import { merkleRoot } from '../sequence/merkle-root.ts';
import type { Check } from '../verify/check.ts';

/** The table of the frames says what the report's one digest says. */
export function checkFrames(evidence: EvidenceReport, files: ReadonlyMap<string, Uint8Array>): Check {
  const name = 'frames';
  const table = files.get('data/frames.csv');
  const digests = table ? digestsOf(new TextDecoder().decode(table)) : null;
  if (!digests || digests.length === 0)
    return { name, passed: false, detail: 'data/frames.csv can’t be read' };
  const root = merkleRoot(digests);
  const { sequence, input } = evidence;
  const passed =
    root === sequence?.frames_sha256_root && root === input.sha256 && digests.length === sequence.frames;
  const detail = passed
    ? `the digests of ${digests.length} frames make the one of the report`
    : `the digests in data/frames.csv make ${root}, the report says ${input.sha256}`;
  return { name, passed, detail };
}
