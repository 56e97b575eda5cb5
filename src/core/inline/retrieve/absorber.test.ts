import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { writeComplex } from '../../../../test/direct-transform.ts';
import { darkestOf, isHopeless, isSure } from './absorbing-start.ts';
import type { RetrievalLevel } from './retrieval-level.ts';
import { retrievalSettings } from './retrieval-settings.ts';

const { absorbing } = retrievalSettings;
const quarter = { factor: 4, several: false };

it('a sample that delays light is none that absorbs only: objectives lie apart by three times', () => {
  const hopeless = (ratio: number, darkest = 0) => isHopeless({ ratio, darkest }, absorbing);
  expect([hopeless(2.97), hopeless(3.03)]).toEqual([false, true]);
  // nor one that several frames show to be hardly dark
  expect([hopeless(1, 0.346), hopeless(1, 0.354)]).toEqual([false, true]);
});

it('one that absorbs only explains the frames nearly as well, and is dark where several frames tell', () => {
  const sure = (ratio: number, darkest = 0, at = quarter) => isSure({ ratio, darkest }, at, absorbing);
  expect([sure(1.78), sure(1.82)]).toEqual([true, false]);
  expect([sure(1, 0.247), sure(1, 0.253)]).toEqual([true, false]);
  // one frame tells from a quarter of the resolution on, several sooner
  expect([1, 2, 4, 5, 8].map((factor) => sure(1, 0, { factor, several: false }))).toEqual([
    ...[true, true, true],
    ...[false, false],
  ]);
  expect(sure(1, 0, { factor: 8, several: true })).toBe(true);
});

it('is as dark as one in two hundred of its samples is at least, of those over the sensor', async () => {
  const kernels = await loadKernels();
  using scope = kernels.scope();
  const [rows, cols] = [60, 70];
  const x = scope.complex(rows, cols);
  const darkest = (dark: number) => {
    const re = Float64Array.from({ length: rows * cols }, (_, i) => {
      const [row, col] = [Math.floor(i / cols) - 4, (i % cols) - 3];
      if (row < 0 || row >= 40 || col < 0 || col >= 50) return 0.01;
      return row * 50 + col < dark ? 0.2 : 0.9;
    });
    writeComplex(kernels, x, { rows, cols, re, im: new Float64Array(rows * cols) });
    const level = { x, grid: { firstRow: 4, firstCol: 3, rows }, optics: { rows: 40, cols: 50 } };
    return darkestOf(kernels, level as unknown as RetrievalLevel, absorbing);
  };
  // of 2,000
  expect(darkest(11)).toBeCloseTo(0.2, 6);
  expect(darkest(9)).toBeCloseTo(0.9, 6);
});
