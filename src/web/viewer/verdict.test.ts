import { expect, it } from 'vitest';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import { askAgain, verdictOf } from './verdict.ts';

function flagged(code: string, requested: Readonly<Record<string, unknown>>): EvidenceReport {
  const flags = [{ code, level: 'needs_review', detail: 'Look. And more.' }];
  const parameters = { requested, used: { recipe: {}, sample_pixel_size_um: 0.0388 } };
  return {
    evidence_report_id: 'evr_1',
    quality: { flags, metrics: {} },
    parameters,
  } as unknown as EvidenceReport;
}

it('offers to take distances in the sample, with the pitch there', () => {
  const requested = {
    holography_mode: 'inline',
    pixel_pitch_um: '2.2',
    magnification: '56.7',
    z_max_mm: '0.02',
  };
  const report = flagged('distances_on_sensor_side', requested);
  const [remark] = verdictOf(report, false).remarks;
  expect(remark!.title).toBe('Distances may be meant in the sample');
  const asked = new URLSearchParams(askAgain(report, remark!.remedy!.fields).split('?')[1]);
  expect(Object.fromEntries(asked)).toEqual({
    ...requested,
    ...{ pixel_pitch_basis: 'object_space', pixel_pitch_um: '0.0388', again: 'evr_1' },
  });
});

it('offers nothing where no field could change it', () => {
  expect(verdictOf(flagged('saturated', {}), false).remarks[0]!.remedy).toBeNull();
});

it('offers to take a camera as linear that may have a gamma', () => {
  const [remark] = verdictOf(flagged('camera_gamma_open', { z_mm: '1' }), false).remarks;
  const asked = new URLSearchParams(
    askAgain(flagged('camera_gamma_open', { z_mm: '1' }), remark!.remedy!.fields).split('?')[1],
  );
  expect(Object.fromEntries(asked)).toEqual({ z_mm: '1', camera_gamma: '1', again: 'evr_1' });
});
