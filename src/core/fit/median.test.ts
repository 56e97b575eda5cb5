import fc from 'fast-check';
import { expect, test } from 'vitest';
import { medianInPlace } from './median.ts';

test('agrees with sorting, ties and all', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 60 }), (values) => {
      const sorted = [...values].sort((a, b) => a - b);
      expect(medianInPlace(Float64Array.from(values))).toBe(sorted[values.length >> 1]);
    }),
    { seed: 1 },
  );
});

test('of nothing is NaN', () => {
  expect(medianInPlace(new Float64Array(0))).toBeNaN();
});
