import { loadKernels } from '../../../test/load-kernels.ts';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { beadReconstruction, packageContext } from '../package/bead-reconstruction.fixture.ts';
import { encodePayload } from '../package/payload.ts';
import { buildEvidenceReport, evidenceJson } from './build-evidence-report.ts';
import { evidenceReportJsonSchema, evidenceReportSchema, type EvidenceReport } from './evidence-report.ts';

const kernels = await loadKernels();

let report: EvidenceReport;
beforeAll(() => {
  const reconstruction = beadReconstruction(32, 48);
  const outputs = encodePayload(kernels, reconstruction).files.map(({ output }) => output);
  report = buildEvidenceReport(reconstruction, packageContext(), outputs, 'c'.repeat(64));
});

describe('the evidence report', () => {
  it('has every field of the contract and passes its own schema with nothing left over', () => {
    expect(evidenceReportSchema.parse(report)).toEqual(report);
    expect(Object.keys(report)).toEqual([
      ...['evidence_report_id', 'archive_id', 'created_at', 'requester', 'software', 'input', 'background'],
      ...['parameters', 'calibration', 'steps', 'focus_curves', 'foci', 'quality', 'uncertainty', 'outputs'],
      ...['payload_sha256', 'limitations'],
    ]);
  });

  it('writes numbers that are not finite as null', () => {
    expect(report.quality.metrics['undefined_here']).toBeNull();
  });

  it('is refused by the schema when a digest is cut short or a field is missing', () => {
    expect(evidenceReportSchema.safeParse({ ...report, payload_sha256: 'abc' }).success).toBe(false);
    const { limitations: _, ...rest } = report;
    expect(evidenceReportSchema.safeParse(rest).success).toBe(false);
  });

  it('reads back from its file as it was, each list of numbers on one line', () => {
    const odd = { ...report, requester: '[\n 1,\n 2\n]' };
    expect(JSON.parse(evidenceJson(odd))).toEqual(odd);
    expect(evidenceJson(report)).toMatch(/"carrier_cycles_per_px": \[0\.182, 0\.143\]/);
  });

  it('has its JSON Schema committed beside it (node src/formats/report/build-schema.ts)', () => {
    const committed = readFileSync(new URL('evidence-report.schema.json', import.meta.url), 'utf8');
    expect(JSON.parse(committed)).toEqual(evidenceReportJsonSchema());
  });
});
