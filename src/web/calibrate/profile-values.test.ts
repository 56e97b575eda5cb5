import { describe, expect, it } from 'vitest';
import { withSigma } from './profile-values.ts';

describe('withSigma', () => {
  it.each([
    [{ value: 3.4512345, sigma: 0.001712 }, '3.4512 ± 0.0017 µm'],
    [{ value: 1234.5, sigma: 23 }, '1235 ± 23 µm'],
    [{ value: 1, sigma: 0.096 }, '1.000 ± 0.096 µm'],
    [{ value: 2.5, sigma: 0 }, '2.5 µm'],
    [{ value: -0.012, sigma: 0.002 }, '−0.0120 ± 0.0020 µm'],
    [{ value: -2e-7, sigma: 3.3e-5 }, '0.000000 ± 0.000033 µm'],
  ])('shows two digits of the uncertainty: %j', (measured, text) => {
    expect(withSigma(measured, 'µm')).toBe(text);
  });
});
