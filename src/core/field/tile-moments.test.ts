import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { planeOf, polar } from '../../../test/wave-of.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { tileMoments } from './tile-moments.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

it('averages modulus and power over shares that reach from edge to edge', () => {
  const [rows, cols, tiles] = [35, 47, 4];
  // the modulus grows along x only, the phase turns: a mean of the field itself would vanish
  using scope = kernels.scope();
  const plane = planeOf(kernels, scope, rows, cols, (x, y) => polar(1 + x, 2.1 * x + y));
  const { modulus, power } = tileMoments(kernels, plane, rows, cols, tiles);
  for (let t = 0; t < tiles * tiles; t++) {
    const from = Math.floor(((t % tiles) * (cols - 1)) / tiles);
    const to = Math.floor((((t % tiles) + 1) * (cols - 1)) / tiles);
    const values = Array.from({ length: to - from }, (_, k) => 1 + from + k);
    const mean = (of: (v: number) => number) => values.reduce((sum, v) => sum + of(v), 0) / values.length;
    expect(modulus[t]! / mean((v) => v)).toBeCloseTo(1, 5);
    expect(power[t]! / mean((v) => v * v)).toBeCloseTo(1, 5);
  }
});

it('gives every tile a value in a field smaller than the tiles', () => {
  using scope = kernels.scope();
  const plane = planeOf(kernels, scope, 6, 5, () => [3, 4]);
  const { modulus } = tileMoments(kernels, plane, 6, 5, 12);
  expect([...modulus].every((value) => Math.abs(value - 5) < 1e-5)).toBe(true);
});
