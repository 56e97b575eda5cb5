import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { areaAverage } from './area-average.ts';

const kernels = await loadKernels();

const ramp = (rows: number, cols: number) => ({
  rows,
  cols,
  data: Float32Array.from(
    { length: rows * cols },
    (_, i) => (i % cols) + 0.5 + 10 * (Math.floor(i / cols) + 0.5),
  ),
});

describe('areaAverage', () => {
  it('averages whole blocks', () => {
    const source = { rows: 2, cols: 4, data: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8) };
    expect([...areaAverage(kernels, source, 1, 2).data]).toEqual([3.5, 5.5]);
  });

  it.each([
    [7, 11, 3, 5],
    [10, 16, 4, 7],
    [9, 9, 1, 1],
  ])('keeps a linear ramp linear from %d × %d to %d × %d', (rows, cols, toRows, toCols) => {
    const { data } = areaAverage(kernels, ramp(rows, cols), toRows, toCols);
    // the mean of a pixel-wise constant ramp over an area is not its value in the middle, but within half a pixel
    data.forEach((value, i) => {
      const x = (((i % toCols) + 0.5) * cols) / toCols;
      const y = ((Math.floor(i / toCols) + 0.5) * rows) / toRows;
      expect(Math.abs(value - (x + 10 * y))).toBeLessThan(0.25 * 11);
    });
  });

  it('keeps the mean of everything', () => {
    const source = ramp(37, 53);
    const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(areaAverage(kernels, source, 11, 17).data)).toBeCloseTo(mean(source.data), 3);
  });

  it('halves as the mean of four, gaps left out', () => {
    const source = ramp(6, 8);
    source.data[9] = NaN;
    const { data } = areaAverage(kernels, source, 3, 4);
    const mean = (places: number[]) => places.reduce((sum, at) => sum + source.data[at]!, 0) / places.length;
    expect(data[0]).toBeCloseTo(mean([0, 1, 8]), 5);
    expect(data[5]).toBeCloseTo(mean([18, 19, 26, 27]), 5);
    source.data[9] = 11;
    expect(areaAverage(kernels, source, 3, 4).data[5]).toBe(data[5]);
    expect(areaAverage(kernels, source, 3, 4).data[0]).toBeCloseTo(mean([0, 1, 8, 9]), 5);
  });

  it('takes a grid as it is at its own size, but for what is not finite', () => {
    const source = ramp(3, 5);
    expect(areaAverage(kernels, source, 3, 5)).toBe(source);
    source.data[7] = -Infinity;
    expect([...areaAverage(kernels, source, 3, 5).data]).toEqual([...source.data].with(7, NaN));
  });

  it('enlarges by repeating', () => {
    const source = { rows: 1, cols: 2, data: Float32Array.of(1, 5) };
    expect([...areaAverage(kernels, source, 2, 4).data]).toEqual([1, 1, 5, 5, 1, 1, 5, 5]);
  });

  it('leaves out what is not finite, and has NaN only where nothing is left', () => {
    const source = { rows: 2, cols: 4, data: Float32Array.of(1, NaN, NaN, Infinity, 3, 5, NaN, -Infinity) };
    expect([...areaAverage(kernels, source, 1, 2).data]).toEqual([3, NaN]);
  });
});
