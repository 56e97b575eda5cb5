import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { movingFrame } from '../../sequence/moving-inline.fixture.ts';
import { rollPlane, wholeShift } from './whole-shift.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

it.each([0, 1, 7])('finds by how much a sample has moved: %d px', (step) => {
  const side = 128;
  const [before, now] = [0, 1].map((k) => {
    const { samples } = movingFrame(kernels, k, { side, step }).hologram;
    const values = Float32Array.from(samples);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.map((value) => Math.sqrt(value / mean));
  });
  using scope = kernels.scope();
  const plane = scope.real(side, side);
  const values = kernels.floats(plane.ptr, side * plane.pitch);
  for (let row = 0; row < side; row++)
    values.set(now!.subarray(row * side, (row + 1) * side), row * plane.pitch);
  expect(wholeShift(kernels, before!, plane)).toEqual({ x: -step || 0, y: 0 });
});

it('moves a plane around its edges', () => {
  using scope = kernels.scope();
  const plane = scope.complex(6, 32);
  const stride = floatsPerRow(plane);
  const values = kernels.floats(plane.ptr, 6 * stride);
  for (let row = 0; row < 6; row++)
    for (let col = 0; col < 32; col++) {
      values[row * stride + inRow(col)] = 100 * row + col;
      values[row * stride + inRow(col) + TO_IMAGINARY] = -100 * row - col;
    }
  rollPlane(kernels, plane, { x: -3, y: 2 });
  for (let row = 0; row < 6; row++)
    for (let col = 0; col < 32; col++) {
      const came = 100 * ((row + 4) % 6) + ((col + 3) % 32);
      expect(values[row * stride + inRow(col)]).toBe(came);
      expect(values[row * stride + inRow(col) + TO_IMAGINARY]).toBe(-came);
    }
});
