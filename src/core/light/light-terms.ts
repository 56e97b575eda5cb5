import type { Kernels } from '../kernel/kernels.ts';
import { legendreTerms, legendreValues } from '../phase/legendre.ts';

/** What a beam and a lens make of light: polynomials up to this degree. */
const POLYNOMIAL_UP_TO = 3;

/** One term of a light that bends, over [−1, 1]². */
interface LightTerm {
  /** a polynomial’s total degree, or the half waves along both sides */
  readonly order: number;
  readonly along: { readonly y: number; readonly x: number };
  readonly isWave: boolean;
}

/**
 * Polynomials P_a(y) P_b(x) up to degree 3, and cosines of whole half waves over the frame. Polynomials of a high degree grow without bound towards
 * the corners, where tiles that such a series does not follow, or that a sample hides, tell it least; waves do not.
 * @param order the highest, of both
 */
export function lightTerms(order: number): readonly LightTerm[] {
  const polynomials = legendreTerms(Math.min(order, POLYNOMIAL_UP_TO));
  const waves = legendreTerms(order).slice(1);
  const term = (isWave: boolean) =>
    function of({ a, b }: { readonly a: number; readonly b: number }): LightTerm {
      return { order: a + b, along: { y: a, x: b }, isWave };
    };
  return [...polynomials.map(term(false)), ...waves.map(term(true))];
}

/** Every term (columns) at every place (rows): where rows are at `y` and columns at `x`, row by row. */
export function lightDesign(
  { wasm: { cos } }: Kernels,
  x: Float64Array,
  y: Float64Array,
  order: number,
): Float64Array {
  const terms = lightTerms(order);
  const valuesOf = (at: number) => ({
    polynomials: legendreValues(at, POLYNOMIAL_UP_TO),
    waves: Float64Array.from({ length: order + 1 }, (_, k) => cos((Math.PI * k * (at + 1)) / 2)),
  });
  const alongX = Array.from(x, valuesOf);
  const design = new Float64Array(x.length * y.length * terms.length);
  let at = 0;
  for (const ofY of Array.from(y, valuesOf))
    for (const ofX of alongX)
      for (const { along, isWave } of terms)
        design[at++] = isWave
          ? ofY.waves[along.y]! * ofX.waves[along.x]!
          : ofY.polynomials[along.y]! * ofX.polynomials[along.x]!;
  return design;
}
