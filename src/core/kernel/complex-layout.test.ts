import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import {
  blocksOf,
  bytesToColumn,
  floatsIn,
  floatsPerRow,
  inRow,
  quadsOf,
  TO_IMAGINARY,
} from './complex-layout.ts';
import type { Kernels } from './kernels.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

it.each([
  [1, 1],
  [3, 7],
  [5, 16],
  [2, 35],
])('samples of a plane of %i × %i lie where the kernels write them', (rows, cols) => {
  using scope = kernels.scope();
  const plane = scope.complex(rows, cols);
  const [re, im] = [scope.floats(rows * cols + 3), scope.floats(rows * cols + 3)];
  kernels.floats(re, rows * cols).set(Array.from({ length: rows * cols }, (_, i) => i));
  kernels.floats(im, rows * cols).set(Array.from({ length: rows * cols }, (_, i) => 1000 + i));
  kernels.wasm.joinParts(re, im, plane);
  const floats = kernels.floats(plane.ptr, floatsIn(plane));
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      const at = row * floatsPerRow(plane) + inRow(col);
      expect([floats[at], floats[at + TO_IMAGINARY]]).toEqual([row * cols + col, 1000 + row * cols + col]);
    }
});

it('quads and blocks are counted whole, and begin at their columns', () => {
  expect([1, 4, 5, 17].map(quadsOf)).toEqual([1, 1, 2, 5]);
  expect([1, 16, 17].map(blocksOf)).toEqual([1, 1, 2]);
  expect(bytesToColumn(8)).toBe(4 * inRow(8));
  expect(() => bytesToColumn(6)).toThrow(RangeError);
});
