import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { meanSlopes, slopesAmong } from './surface-slopes.ts';
import type { Slopes, Tiles } from './tiles.ts';

const kernels = await loadKernels();
const SIDE = 48;
const place = (k: number) => (2 * (k + 0.5)) / SIDE - 1;
const axis = Float64Array.from({ length: SIDE }, (_, k) => place(k));
const tiles = { x: axis, y: axis, count: SIDE * SIDE } as Tiles;

/** Slopes of a bowl of 3 rad under fringes of a reflection three tiles wide, rad per sample of a field of 480 a side. */
function slopesUnderFringes() {
  const at = (along: (x: number, y: number) => number) =>
    Float64Array.from({ length: SIDE * SIDE }, (_, t) => {
      const [x, y] = [place(t % SIDE), place(Math.floor(t / SIDE))];
      const fringes = 8 * Math.cos((2 * Math.PI * SIDE * (x + y)) / 6);
      return (2 / 479) * (along(x, y) + fringes);
    });
  const known = new Uint8Array(SIDE * SIDE).fill(1);
  return { x: at((x) => 6 * x), y: at((_, y) => 6 * y), aheadX: 0, aheadY: 0, known };
}

it('finds what bends a frame under a reflection by the means of slopes, where their median lies on flanks of its fringes', () => {
  const slopes = slopesUnderFringes();
  const weight = new Float64Array(tiles.count).fill(1);
  const over = { rows: 480, cols: 480, degree: 3 };
  // 3 x² is 1 + 2 P2
  const truth = [0, 0, 0, 2, 0, 2, 0, 0, 0, 0];
  const off = (of: Slopes) => {
    const found = slopesAmong(kernels, tiles, of, over, weight)!;
    return Math.max(...truth.map((c, k) => Math.abs(found[k]! - c)));
  };
  expect(off(slopes)).toBeGreaterThan(1);
  expect(off(meanSlopes(tiles, slopes, weight, 8))).toBeLessThan(0.1);
});

it('takes no slope into a mean that has no weight', () => {
  const slopes = slopesUnderFringes();
  const half = Float64Array.from({ length: tiles.count }, (_, t) => (t % SIDE < SIDE / 2 ? 1 : 0));
  const spoilt = { ...slopes, x: slopes.x.map((slope, t) => (half[t] === 0 ? 1e3 : slope)) };
  const [x, other] = [slopes, spoilt].map((of) => meanSlopes(tiles, of, half, 8).x);
  expect(other).toEqual(x);
});
