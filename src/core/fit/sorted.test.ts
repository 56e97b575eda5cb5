import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Random } from '../simulate/random.ts';
import { sorted } from './sorted.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

it.each([0, 1, 2, 3, 17, 1000, 4099])('sorts %i values as a typed array does', (count) => {
  const random = Random.from(count);
  const values = Float64Array.from(
    { length: count },
    () => (random.uniform() - 0.5) * 10 ** (random.uniform() * 12 - 6),
  );
  expect(sorted(kernels, values)).toEqual(values.toSorted());
});

it('keeps equal values, and puts −0 before 0', () => {
  const values = Float64Array.from([3, 0, -0, 3, -3, 0, Infinity, -Infinity, 5e-324, -5e-324]);
  const found = sorted(kernels, values);
  const expected = values.toSorted();
  expect([...found].every((value, k) => Object.is(value, expected[k]))).toBe(true);
});
