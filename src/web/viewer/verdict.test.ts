import { expect, it } from 'vitest';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import { askAgain, verdictOf } from './verdict.ts';

function flagged(
  code: string,
  requested: Readonly<Record<string, unknown>>,
  level = 'needs_review',
  total_median_rad = 0.1,
): EvidenceReport {
  const flags = [{ code, level, detail: 'Look. And more.' }];
  const parameters = { requested, used: { recipe: {}, sample_pixel_size_um: 0.0388 } };
  return {
    evidence_report_id: 'evr_1',
    quality: { flags, metrics: {} },
    uncertainty: { total_median_rad },
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

it.each([
  ['poor_fit', 'warning', 'distrust'],
  // something is not as it was taken to be, but σ was found to hold
  ['poor_fit', 'needs_review', 'look'],
  // it explains the hologram: where it did not, poor_fit would say so
  ['retrieval_not_converged', 'warning', 'look'],
])('%s as a %s: %s', (code, level, trust) => {
  expect(verdictOf(flagged(code, {}, level), false).trust).toBe(trust);
});

it('a map of which most is not known is none to trust, whatever else is said of it', () => {
  const { trust, said } = verdictOf(flagged('saturated', {}, 'info', 1.8), false);
  expect([trust, said]).toEqual(['distrust', 'Most of this phase is not known']);
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

it('says once what two flags of one code are about, with both texts and places, as gravely as the graver', () => {
  const report = flagged('saturated', {});
  const [corner, side] = [
    { x: 0, y: 0, width: 8, height: 8 },
    { x: 20, y: 0, width: 8, height: 40 },
  ];
  const flags = [
    { code: 'frame_blank', level: 'info', detail: 'A corner is black.', regions_px: [corner] },
    ...report.quality.flags,
    { code: 'frame_blank', level: 'needs_review', detail: 'A side has no light.', regions_px: [side] },
    { code: 'colour_mosaic', level: 'info', detail: 'Evened.' },
  ];
  const { said, remarks } = verdictOf(
    { ...report, quality: { ...report.quality, flags } } as EvidenceReport,
    false,
  );
  expect(said).toBe('Look at 2 things before you use it');
  expect(remarks.map(({ code, level }) => [code, level])).toEqual([
    ['frame_blank', 'needs_review'],
    ['saturated', 'needs_review'],
    ['colour_mosaic', 'info'],
  ]);
  expect(remarks[0]).toMatchObject({
    title: 'A part of the frame is blank in 2 regions',
    detail: 'A corner is black. A side has no light.',
    regions: [corner, side],
  });
});

it('says once that turns are open, where several flags say so', () => {
  const report = flagged('saturated', {});
  const flags = [
    { code: 'steep_phase', level: 'warning', detail: 'It is steep.' },
    {
      code: 'turns_open',
      level: 'warning',
      detail: 'Two cells.',
      regions_px: [{ x: 0, y: 0, width: 8, height: 8 }],
    },
    { code: 'unwrapping_untrusted', level: 'warning', detail: '4 residues.' },
    { code: 'twin_open', level: 'warning', detail: 'The sign.' },
  ];
  const { said, remarks } = verdictOf(
    { ...report, quality: { ...report.quality, flags } } as EvidenceReport,
    false,
  );
  expect(said).toBe('Look at 2 things before you use it');
  expect(remarks.map(({ code, title, detail }) => [code, title, detail])).toEqual([
    ['turns_open', 'Whole turns are open in one region', 'Two cells. 4 residues. It is steep.'],
    ['twin_open', 'The sign is open', 'The sign.'],
  ]);
});
