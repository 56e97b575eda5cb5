import { expect, it } from 'vitest';
import { Chance } from '../../../test/second-simulator/chance.ts';
import { tilesTogether } from './tiles-together.ts';

const SIDE = 60;

/** Values that each tell something of their own. */
function own(seed: number, side: number): number[] {
  const chance = new Chance(seed);
  return Array.from({ length: side * side }, () => chance.normal());
}

it('counts each tile by itself where they have nothing in common', () => {
  expect(tilesTogether(Float64Array.from(own(1, SIDE)), SIDE)).toBeLessThan(1.05);
});

it('is the factor by which a sum of tiles that share what they leave is more uncertain', () => {
  const from = own(2, SIDE + 1);
  const at = (y: number, x: number) => from[y * (SIDE + 1) + x]!;
  const shared = Float64Array.from({ length: SIDE * SIDE }, (_, t) => {
    const [y, x] = [Math.floor(t / SIDE), t % SIDE];
    return at(y, x) + at(y, x + 1) + at(y + 1, x) + at(y + 1, x + 1);
  });
  // four values in each tile, each in four tiles: sums of n tiles have 4² n, and squares 4 n
  expect(Math.abs(tilesTogether(shared, SIDE) - 2)).toBeLessThan(0.1);
});

it('takes no row’s last tile for a neighbour of the next row’s first', () => {
  expect(tilesTogether(Float64Array.of(0, 0, 1, 1, 0, 0), 3)).toBe(1);
  expect(tilesTogether(Float64Array.of(0, 0, 1, 0, 0, 1), 3)).toBe(Math.sqrt(2));
  expect(tilesTogether(Float64Array.of(1, 0, 0, 0, 1, 0), 3)).toBe(Math.sqrt(2));
});

it('is never surer for tiles that go wrong against each other, nor of nothing', () => {
  expect(tilesTogether(Float64Array.of(1, -1, 1, -1, 1, -1), 3)).toBe(1);
  expect(tilesTogether(new Float64Array(6), 3)).toBe(1);
});
