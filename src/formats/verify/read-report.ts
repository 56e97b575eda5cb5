import type { EvidenceReport } from '../report/evidence-report.ts';

export const EVIDENCE = 'data/evidence.json';

/**
 * The report of a package, of this version or an older one: what verifying needs of it is there. Null: it is not. That
 * the rest is as the schema says follows from who signed it.
 */
export function readReport(bytes: Uint8Array | undefined): EvidenceReport | null {
  if (!bytes) return null;
  try {
    const report = JSON.parse(new TextDecoder().decode(bytes)) as Partial<EvidenceReport>;
    return isWhole(report) ? report : null;
  } catch {
    return null;
  }
}

function isWhole(report: Partial<EvidenceReport>): report is EvidenceReport {
  const { evidence_report_id, archive_id, created_at, payload_sha256, software, input } = report;
  const texts: readonly unknown[] = [
    ...[evidence_report_id, archive_id, created_at, payload_sha256],
    ...[software?.name, software?.version, software?.kernel_sha256, input?.sha256],
    ...(report.outputs ?? [null]).flatMap((output) => [output?.path, output?.sha256]),
  ];
  return texts.every((text) => typeof text === 'string') && typeof report.parameters?.requested === 'object';
}
