import { expect, it } from 'vitest';
import type { RealPlane } from '../../../kernel/plane.ts';
import { boxOf } from './sharpest-box.ts';
import { factorFor } from './trials.ts';

it('a box holds its tiles, cut to whole pixels', () => {
  const frame = { rows: 50, cols: 83 } as RealPlane;
  // 8 × 8 tiles of 10.375 × 6.25 px: columns 2 to 4, rows 1 to 6
  expect(boxOf([10, 20, 51], 8, frame)).toEqual({ x: 20, y: 6, width: 51 - 20, height: 43 - 6 });
  expect(boxOf([0], 8, frame)).toEqual({ x: 0, y: 0, width: 10, height: 6 });
  expect(boxOf([63], 8, frame)).toEqual({ x: 72, y: 43, width: 11, height: 7 });
});

it('a grid for trials has about so many samples a side', () => {
  expect(factorFor({ x: 0, y: 0, width: 400, height: 100 }, 50)).toBe(4);
  expect(factorFor({ x: 0, y: 0, width: 40, height: 10 }, 50)).toBe(1);
  expect(factorFor({ x: 0, y: 0, width: 350, height: 350 }, 100)).toBe(4);
});
