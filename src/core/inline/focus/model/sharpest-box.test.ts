import { describe, expect, it } from 'vitest';
import type { RealPlane } from '../../../kernel/plane.ts';
import { boxOf, sharpestBox } from './sharpest-box.ts';
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

describe('the sharpest box', () => {
  const TILES = 6;
  const frame = { rows: 60, cols: 120 } as RealPlane;
  /** Tiles of 20 × 10 px, each with its sharpness. */
  const sample = (sharp: Readonly<Record<number, number>>) => {
    const sums = new Float64Array(TILES * TILES * 7);
    for (const [t, value] of Object.entries(sharp)) sums[Number(t) * 7 + 1] = value;
    return { z: 1, sums, pixelsPerTile: 200 };
  };
  const box = (sharp: Readonly<Record<number, number>>, side: number) =>
    sharpestBox(sample(sharp), TILES, frame, side);

  it('has what is sharp in its middle', () => {
    // tile 14: column 2, row 2, its middle at (50, 25)
    // 5 px to the left is as near as a box can be; of two that are as near the first is taken
    expect(box({ 14: 1 }, 30)).toEqual({ x: 30, y: 5, width: 30, height: 30 });
    // column 5, row 0: as near as the frame lets it
    expect(box({ 5: 1 }, 30)).toEqual({ x: 90, y: 0, width: 30, height: 30 });
    expect(box({ 30: 1 }, 30)).toEqual({ x: 0, y: 30, width: 30, height: 30 });
  });

  it('goes where there is most, not where one tile is sharpest', () => {
    expect(box({ 0: 1.5, 28: 1, 29: 1, 34: 1, 35: 1 }, 40).x).toBeGreaterThan(60);
    expect(box({ 0: 5, 28: 1, 29: 1, 34: 1, 35: 1 }, 40)).toMatchObject({ x: 0, y: 0 });
  });

  it('is cut to the frame', () => {
    expect(box({ 14: 1 }, 1000)).toEqual({ x: 0, y: 0, width: 120, height: 60 });
    expect(box({ 14: 1 }, 80)).toMatchObject({ y: 0, width: 80, height: 60 });
  });

  it('counts nothing that lies on its rim or beyond', () => {
    // seven places of a box of 20 px along 120 px begin at 0, 16, 33 … 100: only the first holds the middle of tile 0
    expect(box({ 0: 1, 1: 0.9 }, 20)).toMatchObject({ x: 0, y: 0 });
    expect(box({ 0: 0.9, 1: 1 }, 20).x).toBe(16);
  });
});
