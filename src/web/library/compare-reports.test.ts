import { expect, it } from 'vitest';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import { compareReports } from './compare-reports.ts';

const report = (
  recipe: Record<string, unknown>,
  metrics: Record<string, number> = {},
  flags: string[] = [],
): EvidenceReport =>
  ({
    created_at: '2026-01-01T00:00:00.000Z',
    software: { name: 'leith', version: '0.1.0', kernel_sha256: 'k' },
    input: {
      ...{ sha256: 'a', format: 'png', width_px: 4, height_px: 4, bit_depth: 8 },
      crop_px: { x: 0, y: 0, width: 4, height: 4 },
    },
    background: null,
    calibration: null,
    parameters: { requested: {}, used: { recipe, sample_pixel_size_um: 3.45 } },
    quality: { metrics, flags: flags.map((code) => ({ code, level: 'info', detail: '' })) },
    uncertainty: { method: 'm', median_phase_sigma_rad: 0.1, components: [] },
  }) as unknown as EvidenceReport;

const differing = (a: EvidenceReport, b: EvidenceReport) =>
  compareReports([a, b]).flatMap(({ title, rows }) =>
    rows.filter(({ differs }) => differs).map(({ label, values }) => [title, label, ...values]),
  );

it('finds nothing between a result and itself', () => {
  const one = report({ z_mm: 5, outputs: ['phase', 'field'] }, { z_mm: 5 }, ['steep_phase']);
  expect(differing(one, one)).toEqual([]);
  const rows = compareReports([one, one]).flatMap((group) => group.rows);
  expect(rows).toContainEqual({ label: 'Distance (mm)', values: ['5', '5'], differs: false });
  expect(rows).toContainEqual({
    label: 'Maps in the package',
    values: ['phase, field', 'phase, field'],
    differs: false,
  });
});

it('marks what differs, also where only one of the two has it', () => {
  const a = report({ z_mm: 5, z_min_mm: null, sideband: 'auto' }, { residues: 0 }, ['steep_phase']);
  const b = report({ z_mm: 4.7243096, z_min_mm: 1, sideband: 'auto' }, { residues: 2, sharpness: 1 });
  expect(differing(a, b)).toEqual([
    ['Parameters', 'Distance (mm)', '5', '4.72431'],
    ['Parameters', 'Search from (mm)', '–', '1'],
    ['Found', 'residues', '0', '2'],
    ['Found', 'sharpness', '–', '1'],
    ['Flags', 'steep phase', 'info', '–'],
  ]);
});

it('shows as many digits as tell two numbers apart', () => {
  const [a, b] = [report({ z_mm: 4.72430961 }), report({ z_mm: 4.72430962 })];
  expect(differing(a, b)).toEqual([['Parameters', 'Distance (mm)', '4.72430961', '4.72430962']]);
});
