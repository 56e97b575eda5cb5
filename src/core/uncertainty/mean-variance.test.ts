import { expect, test } from 'vitest';
import { meanVariance } from './mean-variance.ts';

const part = (median_rad: number | null, correlation_length_um: number | null) => ({
  median_rad,
  correlation_length_um,
});

test('a component averages out over areas larger than its correlation, one without a length never', () => {
  expect(meanVariance([part(0.1, 2)], 1e6) / ((0.01 * Math.PI * 4) / 1e6)).toBeCloseTo(1, 4);
  expect(meanVariance([part(0.1, 2)], 1e-6)).toBeCloseTo(0.01, 8);
  expect(meanVariance([part(0.1, null)], 1e6)).toBeCloseTo(0.01, 12);
  expect(meanVariance([part(0.1, 2), part(0.2, null), part(null, 3)], 1e9)).toBeCloseTo(0.04, 6);
});

test('it is the variance of the mean of what has a Gaussian autocorrelation, within a fifth, at any size', () => {
  for (const side of [4, 10, 30, 100]) {
    const length = 8;
    let sum = 0;
    for (let lag = 1 - side; lag < side; lag++)
      sum += (side - Math.abs(lag)) * Math.exp(-((lag / length) ** 2));
    const direct = (sum / side ** 2) ** 2;
    const stated = meanVariance([part(1, length)], side * side);
    expect(stated / direct).toBeGreaterThan(0.7);
    expect(stated / direct).toBeLessThan(1.25);
  }
});
