import type { Kernels } from '../kernel/kernels.ts';
import { gaussLegendre } from './gauss-legendre.ts';
import { legendreTerms, legendreValues } from './legendre.ts';

/** Places along a side beyond the degree: with them and their weights the terms of the series are orthogonal. */
const PLACES_BEYOND = 8;

/** A Legendre series in the order of {@link legendreTerms}. */
export interface LegendreSeries {
  /** highest total degree */
  readonly degree: number;
  readonly coefficients: Float64Array;
}

/**
 * What stands for a smooth function over [−1, 1]²: its projection on each term.
 * @param degree the highest total degree
 * @param valuesOver its values where rows and columns are at the places that are given, row by row
 */
export function projectOnLegendre(
  kernels: Kernels,
  degree: number,
  valuesOver: (along: Float64Array) => ArrayLike<number>,
): LegendreSeries {
  const places = gaussLegendre(kernels.wasm, degree + PLACES_BEYOND).map((place) => ({
    ...place,
    values: legendreValues(place.at, degree),
  }));
  const values = valuesOver(Float64Array.from(places, ({ at }) => at));
  const terms = legendreTerms(degree);
  const coefficients = new Float64Array(terms.length);
  places.forEach((y, j) =>
    places.forEach((x, i) => {
      const share = (values[j * places.length + i]! * x.weight * y.weight) / 4;
      terms.forEach(
        ({ a, b }, k) =>
          (coefficients[k]! += share * (2 * a + 1) * (2 * b + 1) * y.values[a]! * x.values[b]!),
      );
    }),
  );
  return { degree, coefficients };
}
