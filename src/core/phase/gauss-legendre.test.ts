import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { gaussLegendre } from './gauss-legendre.ts';

it('integrates polynomials over [−1, 1] as far as twice its places reach, and no farther', async () => {
  const { wasm } = await loadKernels();
  for (const n of [1, 2, 5, 24]) {
    const places = gaussLegendre(wasm, n);
    const off = (degree: number) => {
      const sum = places.reduce((all, { at, weight }) => all + weight * at ** degree, 0);
      return Math.abs(sum - (degree % 2 === 0 ? 2 / (degree + 1) : 0));
    };
    const exact = Array.from({ length: 2 * n }, (_, degree) => off(degree));
    expect(Math.max(...exact)).toBeLessThan(1e-14);
    expect(off(2 * n)).toBeGreaterThan(1e-14);
  }
});
