import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { passedByBell } from '../spectrum/frame-blur.ts';
import { unblurred } from './unblurred.ts';

const kernels = await loadKernels();

describe('unblurred', () => {
  it.each([
    [37, 51, 0.11, -0.07],
    [64, 40, 0.2, 0.18],
  ])('gives fringes back what a bell took, in %d by %d pixels', (rows, cols, fx, fy) => {
    using scope = kernels.scope();
    const passed = (f: number) => passedByBell(0.9, f, kernels.wasm);
    const plane = scope.real(rows, cols);
    const values = kernels.floats(plane.ptr, rows * plane.pitch);
    const fringe = (x: number, y: number) => Math.cos(2 * Math.PI * (fx * x + fy * y));
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < cols; x++)
        values[y * plane.pitch + x] = 100 + 20 * passed(fx) * passed(fy) * fringe(x, y);
    const sharp = unblurred(kernels, scope, plane, passed);
    const found = kernels.floats(sharp.ptr, rows * sharp.pitch);
    let inside = 0;
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < cols; x++) {
        const off = Math.abs(found[y * sharp.pitch + x]! - 100 - 20 * fringe(x, y));
        if (Math.min(x, y, cols - 1 - x, rows - 1 - y) >= 16) inside = Math.max(inside, off);
      }
    // what hardly passed is left: a few hundredths at such frequencies
    expect(inside).toBeLessThan(0.03 * 20);
  });

  it('leaves even light even up to the edges', () => {
    using scope = kernels.scope();
    const plane = scope.real(24, 20);
    kernels.floats(plane.ptr, 24 * plane.pitch).fill(70);
    const sharp = unblurred(kernels, scope, plane, (f) => passedByBell(1, f, kernels.wasm));
    const found = kernels.floats(sharp.ptr, 24 * sharp.pitch);
    for (let y = 0; y < 24; y++)
      for (let x = 0; x < 20; x++) expect(found[y * sharp.pitch + x]).toBeCloseTo(70, 3);
  });
});
