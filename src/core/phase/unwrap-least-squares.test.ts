import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Kernels } from '../kernel/kernels.ts';

const wasm = readFileSync(new URL('../../../kernels/kernels.wasm', import.meta.url));
const kernels = await Kernels.load(wasm);
const TURN = 2 * Math.PI;

/** Fits a surface to the wrapped `truth` and returns its largest deviation from it, a constant apart, and the rest's. */
function deviations(rows: number, cols: number, cycles: number, truth: (row: number, col: number) => number) {
  using scope = kernels.scope();
  const wrapped = scope.real(rows, cols);
  const surface = scope.real(rows, cols);
  const rest = scope.real(rows, cols);
  const mask = scope.bytes(rows * cols);
  kernels.wasm.fillBytes(mask, { value: 0, bytes: rows * cols });
  const view = kernels.floats(wrapped.ptr, rows * wrapped.pitch);
  const pixels = Array.from({ length: rows * cols }, (_, i) => [Math.floor(i / cols), i % cols] as const);
  for (const [row, col] of pixels) {
    const value = truth(row, col);
    view[row * wrapped.pitch + col] = value - TURN * Math.round(value / TURN);
  }
  kernels.wasm.fitSurface(wrapped, mask, surface, rest, cycles);
  const [fit, left] = [surface, rest].map((plane) => kernels.floats(plane.ptr, rows * plane.pitch)) as [
    Float32Array,
    Float32Array,
  ];
  const spread = (values: number[]) => {
    const low = values.reduce((a, b) => Math.min(a, b));
    return values.reduce((a, b) => Math.max(a, b)) - low;
  };
  const at = ([row, col]: readonly [number, number]) => row * wrapped.pitch + col;
  const offset = fit[0]! - truth(0, 0);
  const wrap = (v: number) => v - TURN * Math.round(v / TURN);
  return {
    surface: spread(pixels.map((p) => fit[at(p)]! - truth(...p))),
    // The rest is what the surface is off by, so the two add up to the truth.
    sum: spread(pixels.map((p) => wrap(fit[at(p)]! - offset + wrap(left[at(p)]! + offset) - truth(...p)))),
  };
}

describe('the least-squares surface', () => {
  const waves = (row: number, col: number) =>
    12 * Math.sin(row / 17) * Math.cos(col / 23) + 0.05 * row + 0.4 * col;

  it.each([
    [16, 16],
    [37, 50],
    [130, 211],
    [33, 700],
    [700, 19],
    [8, 8],
    [3, 5],
  ])(
    // prettier-ignore
    'is the phase itself where that is smooth, %i by %i',
    (rows, cols) => {
      const range = 24 + 0.05 * rows + 0.4 * cols;
      const [few, many] = [deviations(rows, cols, 2, waves), deviations(rows, cols, 12, waves)];
      expect(few.surface).toBeLessThan(0.02 * range);
      expect(few.sum).toBeLessThan(0.2);
      expect(many.surface).toBeLessThan(5e-4 * range);
    },
  );
});
