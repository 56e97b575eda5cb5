import { expect, test } from 'vitest';
import { meanVariance, overRegion } from './mean-variance.ts';

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

test('where a report says place by place what lasts, the rest averages out as what has a correlation length', () => {
  const components = [part(0.1, 2), part(0.2, null), part(null, null)];
  const lasting_share = { rows: 1, cols: 2, values: [0.25, 1] };
  const told = overRegion({ components, lasting_share })!;
  expect(told.kept(1e6)).toBeCloseTo(meanVariance([part(0.1, 2)], 1e6) / 0.01, 12);
  expect([told.lasts(0.5, 0), told.lasts(0.9, 0.49), told.lasts(0, 0.5), told.lasts(1, 1)]).toEqual([
    0.25, 0.25, 1, 1,
  ]);
  const untold = overRegion({ components })!;
  expect(untold.kept(1e12)).toBeCloseTo(0.8, 6);
  expect(untold.lasts(0.5, 0.5)).toBe(0);
});

test('nothing is said where no component is, and nothing averages out where none has a length', () => {
  expect(overRegion({})).toBeNull();
  expect(overRegion({ components: [part(null, null)] })).toBeNull();
  expect(overRegion({ components: [part(0.1, null)] })!.kept(1e6)).toBe(1);
});
