import { expect, it } from 'vitest';
import { surfaceBend } from './surface-bend.ts';
import { evaluateSeries } from './smooth-series.ts';

it('is the root mean square over the frame of all but mean and tilt, and of what is left', () => {
  const coefficients = Float64Array.from([9, -7, 5, 0.3, 0.2, -0.4]);
  const bent = coefficients.map((c, k) => (k < 3 ? 0 : c));
  let squares = 0;
  for (let y = 0; y < 200; y++)
    for (let x = 0; x < 200; x++)
      squares += evaluateSeries(bent, 2, (x + 0.5) / 100 - 1, (y + 0.5) / 100 - 1) ** 2 / 40_000;
  expect(surfaceBend({ degree: 2, coefficients }, 0)).toBeCloseTo(Math.sqrt(squares), 3);
  expect(surfaceBend({ degree: 2, coefficients }, 0.5)).toBeCloseTo(Math.sqrt(squares + 0.25), 3);
  expect(surfaceBend({ degree: 1, coefficients: coefficients.subarray(0, 3) }, 0.1)).toBeCloseTo(0.1, 12);
});
