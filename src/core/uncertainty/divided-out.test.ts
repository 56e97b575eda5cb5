import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { planeOf, polar } from '../../../test/wave-of.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { leftDividedOut } from './divided-out.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const grid = { tilesX: 2, top: 2, left: 4, side: 8 };
/** rad, of each of two by two tiles from (4, 2) on: π turns the light by |1 − u|² = 4, π / 2 by 2 */
const turns = [Math.PI, Math.PI / 2, 0, Math.PI];

/** What is left of so much that was divided out of each tile. Beside the tiles all is turned. */
function left(divided: readonly number[], shown: readonly number[], modulus = 1): number[] {
  using scope = kernels.scope();
  const plane = planeOf(kernels, scope, 20, 24, (x, y) => {
    const [i, j] = [Math.floor((x - 4) / 8), Math.floor((y - 2) / 8)];
    return polar(modulus, i === 0 || i === 1 ? (turns[2 * j + i] ?? 3) : 3);
  });
  return [...leftDividedOut(kernels, plane, grid, Float64Array.from(divided), Float64Array.from(shown))];
}

it('is half of what was divided out, as far as the sample turned the light, and the modulus shows it', () => {
  const all = left([0.1, 0.2, 0.3, 0.4], [9, 9, 9, 9]);
  [0.2, 0.2, 0, 0.8].forEach((power, t) => expect(all[t]).toBeCloseTo(power, 6));
  expect(left([0.1, 0.2, 0.3, 0.4], [0, 0, 9, 0])).toEqual([0, 0, 0, 0]);
});

it('is the share of it that the modulus shows over all tiles, more where light is turned more', () => {
  // of 0.2, 0.2 and 0.8, weighted with 4, 2 and 4, the first
  const [first, second, third, fourth] = left([0.1, 0.2, 0.3, 0.4], [0.2, 0, 0, 0]);
  const share = (0.2 * 4) / (0.2 * 4 + 0.2 * 2 + 0.8 * 4);
  expect(first! / 0.2).toBeCloseTo(share, 6);
  expect(second! / 0.2).toBeCloseTo(share, 6);
  expect(third).toBeCloseTo(0, 9);
  expect(fourth! / 0.8).toBeCloseTo(share, 6);
});

it('counts what one tile shows up to three times what it has, and no more in all than there is', () => {
  // squares of a single fringe scatter: the mean over tiles that show none and thrice as much is all of it
  const share = (shown: readonly number[]) => left([0.1, 0.2, 0.3, 0.4], shown)[0]! / 0.2;
  const all = 0.2 * 4 + 0.2 * 2 + 0.8 * 4;
  expect(share([0.3, 0, 0, 0])).toBeCloseTo((0.3 * 4) / all, 6);
  expect(share([9, 0, 0, 0])).toBeCloseTo((3 * 0.2 * 4) / all, 6);
  expect(share([9, 9, 0, 9])).toBeCloseTo(1, 6);
});

it('moves the phase of a dim sample the more, and none by more than where what strays is as bright', () => {
  // 1 − u = 1.5 where the light is turned by π and half as strong, of a quarter of the power
  const [dim] = left([0.1, 0, 0, 0], [9, 0, 0, 0], 0.5);
  expect(dim).toBeCloseTo((0.5 * 0.1 * 1.5 ** 2) / 0.25, 6);
  const [dark] = left([0.1, 0, 0, 0], [9, 0, 0, 0], 1e-3);
  expect(dark).toBeCloseTo(0.5 * 1.001 ** 2, 6);
});

it('is nothing where nothing was divided out', () => {
  const [first, second] = left([0, 0.2, 0, 0], [9, 9, 9, 9]);
  expect(first).toBe(0);
  expect(second).toBeCloseTo(0.2, 6);
  expect(left([0, 0, 0, 0], [9, 9, 9, 9])).toEqual([0, 0, 0, 0]);
});
