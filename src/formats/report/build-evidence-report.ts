import type { Reconstruction } from '../../core/reconstruction/reconstruction.ts';
import type { PackageContext } from './package-context.ts';
import type { EvidenceReport, Output } from './evidence-report.ts';

const limitations = [
  'For research use only: not for diagnosis, and not for acceptance or safety decisions.',
  'No accuracy and no repeatability is established for this setup. The uncertainty covers what its components list ' +
    'and no more: no errors of pixel pitch, magnification, refractive index or alignment, and of wavelength and ' +
    'distance only where they are components that are not 0.',
  'Phase is relative: an unknown constant, and whatever background the steps list as removed, is not part of it. ' +
    'Where neighbouring pixels of the true phase differ by more than half a wave, unwrapping can be wrong by ' +
    'whole turns.',
];

/** What was found and done, in the contract's words. Numbers that are not finite become null: JSON has none. */
export function buildEvidenceReport(
  reconstruction: Reconstruction,
  context: PackageContext,
  outputs: readonly Output[],
  payloadSha256: string,
): EvidenceReport {
  const { crop_px, used, steps, focus_curves, foci, flags, metrics, uncertainty } = reconstruction;
  const { requested, input, background, calibration, ...identity } = context;
  const report = {
    evidence_report_id: identity.evidence_report_id,
    archive_id: identity.archive_id,
    created_at: identity.created_at,
    requester: identity.requester,
    software: identity.software,
    input: { ...input, crop_px },
    background,
    parameters: { requested, used },
    calibration,
    steps,
    focus_curves,
    foci,
    quality: { flags, metrics },
    uncertainty,
    outputs,
    payload_sha256: payloadSha256,
    limitations,
  };
  return JSON.parse(JSON.stringify(report)) as EvidenceReport;
}

/** The report as a file: indented, but each list of numbers on one line. */
export function evidenceJson(report: EvidenceReport): string {
  const indented = JSON.stringify(report, null, 2);
  // inside strings JSON has no raw line feed, so only lists can match
  const numberList = /\[\n\s+(?:(?:-?\d[\d.eE+-]*|null),?\s*\n\s*)+\]/g;
  return `${indented.replace(numberList, (list) => list.replace(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']'))}\n`;
}
