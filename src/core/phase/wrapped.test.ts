import type { RealAt } from '../kernel/addresses.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ComplexPlane } from '../kernel/plane.ts';
import { Kernels } from '../kernel/kernels.ts';
import { modulus, wrappedPhase, wrappedPhaseAndModulus } from './wrapped.ts';

const wasm = readFileSync(new URL('../../../kernels/kernels.wasm', import.meta.url));
const PI = Math.fround(Math.PI);
let kernels: Kernels;
beforeAll(async () => {
  kernels = await Kernels.load(wasm);
});

/** Writes `at(row, col)` = [re, im] into a field. */
function fill(field: ComplexPlane, at: (row: number, col: number) => readonly [number, number]): void {
  for (let row = 0; row < field.rows; row++) {
    const floats = kernels.floats(field.ptr, floatsIn(field)).subarray(row * floatsPerRow(field));
    for (let col = 0; col < field.cols; col++) {
      const [re, im] = at(row, col);
      floats[inRow(col)] = re;
      floats[inRow(col) + TO_IMAGINARY] = im;
    }
  }
}

/** The phase (single precision) of a list of points, by way of a field of one row. */
function anglesOf(points: (readonly [number, number])[]): number[] {
  using scope = kernels.scope();
  const field = scope.complex(1, points.length);
  const phase = scope.real(1, points.length);
  fill(field, (_, col) => points[col]!);
  wrappedPhase(kernels, field, phase);
  return [...kernels.floats(phase.ptr, points.length)];
}

describe('wrappedPhase', () => {
  it('is within 3e-7 rad all around and at any magnitude', () => {
    for (const scale of [1e-30, 1e-3, 1, 4096, 1e30]) {
      const points = Array.from({ length: 20_011 }, (_, i) => {
        const angle = (i / 20_010 - 0.5) * 2 * Math.PI;
        return [Math.fround(scale * Math.cos(angle)), Math.fround(scale * Math.sin(angle))] as const;
      });
      const error = anglesOf(points).map((a, i) => {
        const difference = Math.abs(a - Math.atan2(points[i]![1], points[i]![0]));
        return Math.min(difference, Math.abs(difference - 2 * Math.PI));
      });
      expect(Math.max(...error)).toBeLessThan(3e-7);
    }
  });

  it('has one side of the cut, +π, and is 0 at the origin', () => {
    const cut = [[-1, 0], [-1, -0], [-1, -1e-12], [-1, 1e-12], [-1e-40, 0]] as const; // prettier-ignore
    expect(anglesOf([...cut])).toEqual([PI, PI, PI, PI, PI]);
    const origin = [[0, 0], [-0, 0], [0, -0], [-0, -0]] as const; // prettier-ignore
    expect(anglesOf([...origin]).map((angle) => angle + 0)).toEqual([0, 0, 0, 0]);
  });

  it('does not hide a NaN', () => {
    const angles = anglesOf([[NaN, 1], [1, NaN], [NaN, NaN], [1, 1]]); // prettier-ignore
    expect(angles.map(Number.isNaN)).toEqual([true, true, true, false]);
  });
});

describe('wrappedPhaseAndModulus', () => {
  it.each([
    [3, 5],
    [16, 16],
    [7, 33],
    [2, 512],
  ])('takes a field of %i by %i', (rows, cols) => {
    // prettier-ignore
    using scope = kernels.scope();
    const field = scope.complex(rows, cols);
    const phase = scope.real(rows, cols);
    const size = scope.real(rows, cols);
    const alone = [scope.real(rows, cols), scope.real(rows, cols)] as const;
    const value = (row: number, col: number) => [row - 1.5, (col - 2.25) * (row + 1)] as const;
    fill(field, value);
    wrappedPhaseAndModulus(kernels, field, phase, size);
    wrappedPhase(kernels, field, alone[0]);
    modulus(kernels, field, alone[1]);
    for (let row = 0; row < rows; row++)
      for (let col = 0; col < cols; col++) {
        const [re, im] = value(row, col);
        const at = row * phase.pitch + col;
        const floats = (ptr: RealAt) => kernels.floats(ptr, rows * phase.pitch)[at]!;
        expect(floats(phase.ptr)).toBeCloseTo(Math.atan2(im, re), 6);
        expect(floats(size.ptr) / Math.sqrt(re * re + im * im)).toBeCloseTo(1, 6);
        expect(floats(alone[0].ptr)).toBe(floats(phase.ptr));
        expect(floats(alone[1].ptr)).toBe(floats(size.ptr));
      }
  });

  it('refuses an output of another shape', () => {
    using scope = kernels.scope();
    expect(() => wrappedPhase(kernels, scope.complex(4, 8), scope.real(4, 9))).toThrow(RangeError);
  });
});
