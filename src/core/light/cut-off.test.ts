import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { Chance } from '../../../test/second-simulator/chance.ts';
import { cutOffAmong } from './cut-off.ts';

const [rows, cols] = [60, 70];
const FULL = 255;
const kernels = await loadKernels();

/** How many of the full pixels of a frame are light that was cut off. */
function lightOf(count: (x: number, y: number) => number) {
  using scope = kernels.scope();
  const plane = scope.real(rows, cols);
  const counts = kernels.floats(plane.ptr, rows * plane.pitch);
  const full: number[] = [];
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < cols; x += 1) {
      const here = Math.min(FULL, count(x, y));
      counts[y * plane.pitch + x] = here;
      if (here === FULL) full.push(y * 100 + x);
    }
  return { full: full.length, light: cutOffAmong(kernels, { plane }, full, 100).length };
}

const chance = new Chance(5);
const noise = Float64Array.from({ length: rows * cols }, () => 100 + 20 * chance.normal());
const beam = (x: number, y: number) => noise[y * cols + x]!;

it('a spot that light is gathered in is light, and one in the corner as well', () => {
  const spot = (x: number, y: number) =>
    beam(x, y) +
    300 * Math.exp(-((x - 30) ** 2 + (y - 20) ** 2) / 12) +
    400 * Math.exp(-(x * x + y * y) / 20);
  const { full, light } = lightOf(spot);
  expect(full).toBeGreaterThan(20);
  expect(light).toBe(full);
});

it('what was drawn in, and broken pixels, are none', () => {
  const isDrawn = (x: number, y: number) =>
    (x >= 40 && x < 55 && y >= 50 && y < 53) || y < 4 || (x === 9 && y === 31);
  const { full, light } = lightOf((x, y) => (isDrawn(x, y) ? FULL : beam(x, y)));
  expect(full).toBe(45 + 4 * cols + 1);
  expect(light).toBe(0);
});

it('tells them apart in one frame', () => {
  const both = (x: number, y: number) => {
    if (x >= 40 && x < 55 && y >= 50 && y < 53) return FULL;
    return beam(x, y) + 300 * Math.exp(-((x - 30) ** 2 + (y - 20) ** 2) / 12);
  };
  const { full, light } = lightOf(both);
  expect(full - light).toBe(45);
});
