import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { transformed } from '../model/spectrum.ts';
import { shiftSpectrum, subCellPeak } from './sub-cell-peak.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [ROWS, COLS] = [40, 48];

/** A hill that is a few cells wide. */
function hill(x: number, y: number) {
  const re = Float32Array.from({ length: ROWS * COLS }, (_, i) => {
    const [u, v] = [(i % COLS) - x, Math.floor(i / COLS) - y];
    return Math.exp(-(u * u + v * v) / 6);
  });
  return transformed(kernels, { re, im: null }, ROWS, COLS);
}

it('finds the top of a hill between its samples', () => {
  const top = subCellPeak(kernels, hill(20.3, 13.6), [ROWS, COLS], (re) => re, { x: 20, y: 14 });
  expect(top.x).toBeCloseTo(20.3, 2);
  expect(top.y).toBeCloseTo(13.6, 2);
  expect(top.value).toBeCloseTo(1, 3);
});

it('shifts what a spectrum belongs to', () => {
  const spectrum = hill(20, 13);
  shiftSpectrum(kernels, spectrum, [ROWS, COLS], 1.25, -2.5);
  const there = hill(21.25, 10.5);
  const off = spectrum.re.map((value, i) => Math.hypot(value - there.re[i]!, spectrum.im[i]! - there.im[i]!));
  expect(Math.max(...off)).toBeLessThan(1e-3);
});
