import { expect, it } from 'vitest';
import { litteredKernels } from '../../../test/load-kernels.ts';

it('fills the rows of a real plane up with 0, whatever the memory held', async () => {
  const kernels = await litteredKernels();
  using scope = kernels.scope();
  const [rows, cols] = [5, 9];
  const { ptr, pitch } = scope.real(rows, cols);
  const values = kernels.floats(ptr, rows * pitch);
  expect(pitch).toBe(12);
  for (let row = 0; row < rows; row++)
    expect([...values.subarray(row * pitch + cols, (row + 1) * pitch)]).toEqual([0, 0, 0]);
});
