import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { projectOnLegendre } from './legendre-projection.ts';
import { evaluateSeries } from './smooth-series.ts';

const places = [-1, -0.95, -0.4, 0, 0.3, 0.8, 1];

it.each([
  ['a polynomial', (x: number, y: number) => 1 + 0.2 * x - 0.3 * x * y * y, 1e-12],
  ['a beam', (x: number, y: number) => Math.exp(-((x - 0.2) ** 2 + 2 * y * y)), 1e-5],
  // eight half waves, the most that a light has
  [
    'parasitic fringes',
    (x: number, y: number) => 1 + 0.03 * Math.cos(Math.PI * (2.5 * x + 1.5 * y) + 1),
    2e-4,
  ],
])('%s comes out as it is', async (_, of, off) => {
  const kernels = await loadKernels();
  const { degree, coefficients } = projectOnLegendre(kernels, 24, (along) =>
    Array.from(along, (y) => Array.from(along, (x) => of(x, y))).flat(),
  );
  for (const y of places)
    for (const x of places)
      expect(Math.abs(evaluateSeries(coefficients, degree, x, y) - of(x, y))).toBeLessThan(off);
});
