import { expect, it } from 'vitest';
import { findTarget } from '../../targets/catalogue.ts';
import type { FinalFit } from '../fit/final-fit.ts';
import { explainedBetweenEnds } from './between-ends.ts';

const SIDE = 200;
const CELLS = SIDE * SIDE;

/** A scale of 100 µm, its lines upright, 2 µm a cell: 120 µm long, every second one 200, about the middle of the frame. */
function fitOf(wrong: (row: number, col: number) => boolean): FinalFit {
  const scale = findTarget('stage-micrometer-100um')!.model();
  const isLong = (name: string) => Number(name.split(' ')[1]) % 2 === 0;
  const model = scale.withLines!((name) => (isLong(name) ? [-60, 140] : [-60, 60]));
  const at = (of: (row: number, col: number) => number) =>
    Float64Array.from({ length: CELLS }, (_, i) => of(Math.floor(i / SIDE), i % SIDE));
  const measured = { rows: SIDE, cols: SIDE, cell: 1, re: at((_, col) => col % 2), im: null };
  const left = { square: at((row, col) => (wrong(row, col) ? 1 : 0)), weight: at(() => 1) };
  const state = { places: [[0.5, 0, 99.5, 0, 0.5, 99.5]] };
  return { subject: { model }, measured, fit: { state, left, meanSquare: 0 } } as unknown as FinalFit;
}

it('asks nothing of a drawing beyond the ends of a scale’s lines', () => {
  expect(explainedBetweenEnds(fitOf((row) => row < 70 || row >= 170)).explained).toBe(1);
  // lines 100 and 102 are long, and half a division wide: so many rows of theirs lie beyond the short ones
  const near = (col: number) => Math.abs(col - 99.5) < 25;
  expect(
    explainedBetweenEnds(fitOf((row, col) => row >= 130 && !near(col) && col > 25 && col < 175)).explained,
  ).toBe(1);
});

it('counts what is wrong between them', () => {
  const { explained, meanSquare } = explainedBetweenEnds(fitOf((row) => row >= 70 && row < 130));
  expect(explained).toBeLessThan(0);
  expect(meanSquare).toBeGreaterThan(0.5);
  // of a long line alone
  expect(
    explainedBetweenEnds(fitOf((row, col) => row >= 140 && Math.abs(col - 99.5) < 2)).explained,
  ).toBeLessThan(1);
});
