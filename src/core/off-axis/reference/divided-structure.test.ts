import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { planeOf, polar } from '../../../../test/wave-of.ts';
import type { NativeField } from '../../demodulate/demodulate.ts';
import { NOISE_TILES } from '../../demodulate/demodulate-pair.ts';
import { dividedStructure, lessNoiseOf } from './divided-structure.ts';

const kernels = await loadKernels();
const [ROWS, COLS] = [150, 190];

/** Uneven light behind a reference that is tilted and bent, with fringes of so much of it. */
function powers(fringes: number, level = 100, frequency = 0.9): Float64Array {
  using scope = kernels.scope();
  const plane = planeOf(kernels, scope, ROWS, COLS, (x, y) => {
    const light = level * (1 + x / COLS - (y / ROWS) ** 2 / 2);
    const stray = polar(fringes, frequency * x + 0.4 * frequency * y);
    const [re, im] = [1 + stray[0], stray[1]];
    const [cos, sin] = polar(light, 0.5 * x + 0.002 * x * y);
    return [re * cos - im * sin, re * sin + im * cos];
  });
  return dividedStructure(kernels, { plane, rows: ROWS, cols: COLS } as NativeField, 8).power;
}

it('finds the power of fringes that a background frame has, whatever its light and its reference', () => {
  for (const power of powers(0.05)) expect(power / 0.05 ** 2).toBeCloseTo(1, 1);
});

it('finds fringes that are wider than the finest tiles by coarser ones', () => {
  for (const power of powers(0.05, 100, 0.15)) {
    expect(power / 0.05 ** 2).toBeGreaterThan(0.9);
    expect(power / 0.05 ** 2).toBeLessThan(1.1);
  }
});

it('takes light that is uneven for none', () => {
  for (const power of powers(0)) expect(power).toBeLessThan(1e-6);
});

it('has tiles of 32 samples of the shorter side, and the same in any unit', () => {
  expect(powers(0.05)).toHaveLength(4 * 4);
  powers(0.05, 1e-4).forEach((power) => expect(power / 0.05 ** 2).toBeCloseTo(1, 1));
  expect(powers(0.05, 0)).toEqual(new Float64Array(16));
});

it('is told without the noise of the background frame, as far as that is known', () => {
  const structure = { tiles: 2, power: Float64Array.of(5, 3, 2, 1) };
  const noise = new Float64Array(NOISE_TILES ** 2).fill(2);
  expect(lessNoiseOf(structure, noise)).toEqual({ tiles: 2, power: Float64Array.of(3, 1, 0, 0) });
  expect([lessNoiseOf(null, noise), lessNoiseOf(structure, null)]).toEqual([null, null]);
});
