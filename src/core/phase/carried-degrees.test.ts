import { expect, it } from 'vitest';
import { Problem } from '../problem/problem.ts';
import { backgroundSettings } from './background-settings.ts';
import { carriedDegrees, degreesThatReach } from './carried-degrees.ts';
import type { TilePlaces } from './tiles.ts';

const SIDE = 20;
const along = Float64Array.from({ length: SIDE }, (_, k) => (2 * k) / (SIDE - 1) - 1);

/** A frame of 20 × 20 tiles whose first so many columns and rows may be used. */
function corner(columns: number, rows: number): TilePlaces {
  const inside = Uint8Array.from({ length: SIDE * SIDE }, (_, t) =>
    t % SIDE < columns && Math.floor(t / SIDE) < rows ? 1 : 0,
  );
  return { count: SIDE * SIDE, x: along, y: along, inside, block: { rows: 4, cols: 4 } };
}

const SAMPLES = { stepX: 2, stepY: 2 };

it('lets errors grow tenfold towards the far edges, and no more', () => {
  const { mostGrowth } = backgroundSettings;
  const reach = (columns: number, rows: number) => {
    const tiles = corner(columns, rows);
    return degreesThatReach(tiles, tiles.inside, 1, mostGrowth)([0, 1]);
  };
  // 9.4- and 11.0-fold
  expect(reach(2, 8)).toEqual([0, 1]);
  expect(reach(6, 2)).toEqual([0]);
  expect(carriedDegrees(corner(2, 8), [0, 1], backgroundSettings, SAMPLES)).toEqual([0, 1]);
  expect(() => carriedDegrees(corner(6, 2), [1], backgroundSettings, SAMPLES)).toThrow(/11-fold/);
});

it('asks for eight whole tiles', () => {
  expect(carriedDegrees(corner(3, 3), [0], backgroundSettings, SAMPLES)).toEqual([0]);
  expect(() => carriedDegrees(corner(7, 1), [0], backgroundSettings, SAMPLES)).toThrow(Problem);
});
