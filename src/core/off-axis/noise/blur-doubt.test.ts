import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import { sidebandSettings } from '../../sideband/sideband-settings.ts';
import { doubtOfBlur, withBlur } from './blur-doubt.ts';

const kernels = await loadKernels();
const carrier = { x: 0.2, y: -0.1 };

/** A weak ripple of so many cycles per pixel on an even field. */
function rippled(scope: ReturnType<typeof kernels.scope>, gx: number, gy: number) {
  const [rows, cols] = [64, 64];
  const plane = scope.complex(rows, cols);
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      const at = row * floatsPerRow(plane) + inRow(col);
      const turn = 2 * Math.PI * 3 * (gx * col + gy * row);
      values[at] = 1 + 0.1 * Math.cos(turn);
      values[at + TO_IMAGINARY] = 0.1 * Math.sin(turn);
    }
  return { plane, rows, cols, stepX: 3, stepY: 3, fullRows: 192, fullCols: 192, noiseGain: 1, taper: 8 };
}

describe('doubtOfBlur', () => {
  it.each([
    [0.02, 0],
    [0, 0.02],
    [-0.015, 0.01],
  ])('is what a bell takes of a ripple at (%f, %f) cycles/px over what it takes of the carrier', (gx, gy) => {
    using scope = kernels.scope();
    const passed = (x: number, y: number) => Math.exp(-2 * Math.PI * Math.PI * 0.04 * (x * x + y * y));
    const ratio = passed(carrier.x + gx, carrier.y + gy) / passed(carrier.x, carrier.y);
    const blur = { px: 0.2, heardTo: 0.3, isUndone: false };
    const doubt = doubtOfBlur(kernels, rippled(scope, gx, gy), carrier, blur, { knownTo: 0.5 })!;
    const expected = (0.1 * (ratio - 1)) ** 2;
    for (const power of doubt) {
      expect(power / expected).toBeGreaterThan(0.9);
      expect(power / expected).toBeLessThan(1.1);
    }
    const undone = doubtOfBlur(
      kernels,
      rippled(scope, gx, gy),
      carrier,
      { ...blur, isUndone: true },
      { knownTo: 0.5 },
    )!;
    expect(undone[0]! / doubt[0]!).toBeCloseTo(0.25, 6);
  });

  it('is some 15 % of what the bell took where it was undone', () => {
    using scope = kernels.scope();
    const field = rippled(scope, 0.02, 0);
    const of = (isUndone: boolean) =>
      doubtOfBlur(kernels, field, carrier, { px: 0.6, heardTo: 0.3, isUndone }, sidebandSettings.blur)![0]!;
    const share = Math.sqrt(of(true) / of(false));
    expect(share).toBeGreaterThan(0.12);
    expect(share).toBeLessThan(0.18);
  });

  it('is nothing where nothing was smoothed, and adds to what the filter cut on the finer grid', () => {
    using scope = kernels.scope();
    expect(doubtOfBlur(kernels, rippled(scope, 0.02, 0), carrier, undefined, { knownTo: 0.5 })).toBeNull();
    expect(withBlur(null, null)).toBeNull();
    expect(withBlur(Float64Array.of(2), Float64Array.of(1, 1, 1, 3))).toEqual(Float64Array.of(3, 3, 3, 5));
  });
});
