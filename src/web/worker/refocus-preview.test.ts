import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { ComplexMap } from '../../core/reconstruction/reconstruction.ts';
import { coarseField } from './refocus-preview.ts';
import { FieldRefocuser } from './refocuser.ts';

const kernels = await loadKernels();
const optics = {
  ...{ wavelength: 0.6328, pitchX: 3.45, pitchY: 3.45, radius: 0.02, taper: 0 },
  outside: 1,
} as const;

/** Smooth bumps of phase far from the edges: hardly anything beyond the filter. */
function bumps(rows: number, cols: number): ComplexMap {
  const data = new Float32Array(2 * rows * cols);
  for (let i = 0; i < rows * cols; i++) {
    const [x, y] = [(i % cols) - cols / 2, Math.floor(i / cols) - rows / 2];
    const phase =
      1.2 * Math.exp(-((x - 20) ** 2 + y * y) / 600) - 0.7 * Math.exp(-((x + 40) ** 2 + (y - 15) ** 2) / 900);
    data[2 * i] = Math.cos(phase);
    data[2 * i + 1] = Math.sin(phase);
  }
  return { rows, cols, data };
}

describe('a preview of a refocused field', () => {
  it.each([
    [200, 320],
    // a prime number of rows is padded to a size that transforms fast
    [199, 321],
  ])('of %i × %i has far fewer samples, and shows the same', (rows, cols) => {
    const whole = bumps(rows, cols);
    const coarse = coarseField(kernels, whole, optics);
    expect(coarse.field.data.length * 9).toBeLessThan(whole.data.length);
    for (const shift_mm of [0, 0.4, -1]) {
      using full = new FieldRefocuser(kernels, whole, optics);
      using small = new FieldRefocuser(kernels, coarse.field, coarse.optics);
      full.to(shift_mm);
      small.to(shift_mm);
      const [expected, found] = [full.map('phase'), small.map('phase')];
      const [stepX, stepY] = [coarse.optics.pitchX / 3.45, coarse.optics.pitchY / 3.45];
      let worst = 0;
      for (let y = 4; y < found.rows - 4; y++) {
        for (let x = 4; x < found.cols - 4; x++) {
          const [col, row] = [x * stepX, y * stepY];
          const [left, top] = [Math.floor(col), Math.floor(row)];
          const at = (dx: number, dy: number) => expected.data[(top + dy) * cols + left + dx]!;
          const [u, v] = [col - left, row - top];
          const between =
            (at(0, 0) * (1 - u) + at(1, 0) * u) * (1 - v) + (at(0, 1) * (1 - u) + at(1, 1) * u) * v;
          worst = Math.max(worst, Math.abs(between - found.data[y * found.cols + x]!));
        }
      }
      // of up to 1.2 rad
      expect(worst, `${shift_mm} mm`).toBeLessThan(0.02);
    }
  });

  it('of a field that fills its samples is no larger than a screen shows', () => {
    const fine = { ...optics, radius: 0.14 };
    const { field } = coarseField(kernels, bumps(600, 1200), fine);
    expect(Math.max(field.rows, field.cols)).toBeLessThanOrEqual(648);
    const small = bumps(64, 64);
    expect(coarseField(kernels, small, fine).field).toBe(small);
  });
});
