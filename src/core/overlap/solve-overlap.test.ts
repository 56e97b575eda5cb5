import { expect, it } from 'vitest';
import { overlapSettings } from './overlap-settings.ts';
import { lookedAt } from './solve-overlap.ts';

it('first tries a part of 320 pixels a side of what is at least four times as large', () => {
  const part = (rows: number, cols: number) => lookedAt({ rows, cols }, overlapSettings);
  expect(part(640, 640)).toEqual({ row: 160, col: 160, side: 320 });
  expect(part(320, 1280)).toEqual({ row: 0, col: 480, side: 320 });
  expect([part(640, 639), part(319, 2000)]).toEqual([null, null]);
});
