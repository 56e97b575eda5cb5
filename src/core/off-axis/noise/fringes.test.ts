import { expect, it } from 'vitest';
import { visibilityOf } from './fringes.ts';

it('tells the visibility of fringes, and none of counts that were scaled to both sides of 0', () => {
  const modulus = Float64Array.of(40, 41, 400);
  expect(visibilityOf([modulus], 100)).toBeCloseTo(0.82);
  expect(visibilityOf([modulus, Float64Array.of(0.5)], 100)).toBeCloseTo(0.41);
  // counts that are nowhere below 0 have at most twice their mean: pulses of light
  expect(visibilityOf([modulus], 42)).toBeCloseTo(82 / 42);
  for (const mean of [40, 0, -100]) expect(visibilityOf([modulus], mean)).toBeNull();
});
