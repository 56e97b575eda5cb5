import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { betweenCells, bordered } from './between-cells.ts';

const [HIGH, WIDE] = [23, 42];
/** A picture of waves with at least fourteen cells to each, at shares of a period. */
function picture(u: number, v: number): readonly [number, number] {
  const turn = 2 * Math.PI;
  return [0.4 + Math.cos(turn * (u + v)), 0.7 * Math.sin(turn * (3 * u - v))];
}

const cells = {
  re: Float32Array.from(
    { length: HIGH * WIDE },
    (_, i) => picture((i % WIDE) / WIDE, Math.floor(i / WIDE) / HIGH)[0],
  ),
  im: Float32Array.from(
    { length: HIGH * WIDE },
    (_, i) => picture((i % WIDE) / WIDE, Math.floor(i / WIDE) / HIGH)[1],
  ),
};

it('goes through a picture as the waves do that it was made of, over several periods', async () => {
  const kernels = await loadKernels();
  const part = { rows: 7, cols: 11 };
  const places = { left: -31.3, top: 12.7, step: 0.83, along: [0.071, -0.02], down: [0.013, 0.09] } as const;
  const { re, im } = betweenCells(kernels, bordered(cells, [HIGH, WIDE]), part, places);
  expect(re).toHaveLength(77);
  re.forEach((value, i) => {
    const [x, y] = [-31.3 + 0.83 * (i % 11), 12.7 + 0.83 * Math.floor(i / 11)];
    const [a, b] = picture(0.071 * x - 0.02 * y, 0.013 * x + 0.09 * y);
    // cubics through so many cells to a wave: a few thousandths of it
    expect(Math.abs(value - a)).toBeLessThan(0.006);
    expect(Math.abs(im[i]! - b)).toBeLessThan(0.006);
  });
});

it('is a cell where it lies on one, and one period on', async () => {
  const kernels = await loadKernels();
  const onCells = { left: 0, top: 0, step: 1, along: [1 / WIDE, 0], down: [0, 1 / HIGH] } as const;
  const part = { rows: HIGH + 2, cols: WIDE + 2 };
  const { re } = betweenCells(kernels, bordered(cells, [HIGH, WIDE]), part, onCells);
  re.forEach((value, i) => {
    const [row, col] = [Math.floor(i / part.cols) % HIGH, (i % part.cols) % WIDE];
    expect(value).toBeCloseTo(cells.re[row * WIDE + col]!, 5);
  });
});

it('is nothing of a lattice without extent', async () => {
  const kernels = await loadKernels();
  const nowhere = { left: 0, top: 0, step: 1, along: [Infinity, 0], down: [0, 1] } as const;
  const { re } = betweenCells(kernels, bordered(cells, [HIGH, WIDE]), { rows: 2, cols: 2 }, nowhere);
  expect([...re]).toEqual([NaN, NaN, NaN, NaN]);
});
