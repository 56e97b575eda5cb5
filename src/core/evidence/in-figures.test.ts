import { expect, it } from 'vitest';
import { inFigures } from './in-figures.ts';

it.each([
  [100, '100'],
  [1234, '1200'],
  [99.7, '100'],
  [12.3, '12'],
  [0.5, '0.50'],
  [-0.123, '-0.12'],
] as const)('writes %s as %s', (value, text) => {
  expect(inFigures(value)).toBe(text);
});
