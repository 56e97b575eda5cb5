import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { shortestHalf } from './shortest-half.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

function normals(count: number, seed: number): Float64Array {
  const normal = normalSource(Random.from(seed), kernels.wasm);
  return Float64Array.from({ length: count }, () => 2 + 0.1 * normal());
}

describe('shortestHalf', () => {
  it('finds mean and standard deviation of normal numbers', () => {
    const { middle, scale } = shortestHalf(normals(4000, 1).toSorted());
    expect(Math.abs(middle - 2)).toBeLessThan(0.05);
    expect(scale / 0.1).toBeGreaterThan(0.9);
    expect(scale / 0.1).toBeLessThan(1.1);
  });

  it('is not pulled by two fifths that lie to one side', () => {
    const { middle, scale } = shortestHalf(
      normals(1000, 2)
        .map((v, k) => (k % 5 < 2 ? v + 0.5 + k / 1000 : v))
        .toSorted(),
    );
    expect(Math.abs(middle - 2)).toBeLessThan(0.07);
    expect(scale).toBeLessThan(0.2);
  });

  it('is right in the mean for twelve of them, too', () => {
    const scales = Array.from({ length: 200 }, (_, k) => shortestHalf(normals(12, 10 + k).toSorted()).scale);
    const mean = scales.reduce((a, b) => a + b, 0) / scales.length;
    expect(mean / 0.1).toBeGreaterThan(0.85);
    expect(mean / 0.1).toBeLessThan(1.25);
  });
});
