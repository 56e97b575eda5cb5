import { expect, it } from 'vitest';
import type { FinalFit } from './final-fit.ts';
import { fitSettings } from './fit-settings.ts';
import { straightenedBy } from './straightened.ts';

it('judges what is put straight where each term is what lenses that are sold for measuring have', () => {
  const fit = {} as FinalFit;
  const judged = (...terms: number[]) =>
    straightenedBy({ terms: Float64Array.from(terms), fit }, fitSettings);
  expect(judged(0.039, -0.039, 0)).toBe(fit);
  expect(judged(0.041, 0, 0)).toBeNull();
  expect(judged(0, 0, -0.041)).toBeNull();
  expect(straightenedBy(null, fitSettings)).toBeNull();
});
