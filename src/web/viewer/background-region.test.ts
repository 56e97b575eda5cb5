import { expect, it } from 'vitest';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import { backgroundFields } from './background-region.ts';

const report = { input: { crop_px: { x: 100, y: 10, width: 400, height: 200 } } } as EvidenceReport;

it('rectangles of a map are rectangles of the uploaded frame, whole pixels inside, whatever the map’s sampling', () => {
  const full = { rows: 200, cols: 400 };
  const [a, b] = [
    { x: 0, y: 0, width: 50, height: 40 },
    { x: 300, y: 150, width: 100, height: 50 },
  ];
  expect(backgroundFields(report, full, [a, b])).toEqual({
    background_region: '100,10,50,40;400,160,100,50',
  });
  const native = { rows: 60, cols: 120 };
  expect(backgroundFields(report, native, [{ x: 1, y: 1, width: 10, height: 10 }])).toEqual({
    background_region: '104,14,32,32',
  });
});

it('what is no rectangle is not taken for one', () => {
  const round = { x: 0, y: 0, width: 50, height: 40, shape: 'ellipse' } as const;
  expect(backgroundFields(report, { rows: 200, cols: 400 }, [round])).toBeNull();
});
