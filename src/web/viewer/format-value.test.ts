import { expect, it } from 'vitest';
import { formatWithSigma } from './format-value.ts';

it.each([
  [1.23456, 0.00512, '1.2346 ± 0.0051 rad'],
  [-0.036, 0.0141, '−0.036 ± 0.014 rad'],
  [1234.5, 12.4, '1235 ± 12 rad'],
  // two digits of the uncertainty, also where they stand before the point
  [78890.4, 281.2, '78890 ± 280 rad'],
  [-1234567, 45678, '−1235000 ± 46000 rad'],
  [2, null, '2 rad'],
])('writes %d ± %d with two digits of the uncertainty', (value, sigma, text) => {
  expect(formatWithSigma(value, sigma, 'rad')).toBe(text);
});
