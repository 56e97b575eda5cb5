import type { KernelExports } from '../kernel/exports.ts';
import { legendreDerivatives, legendreValues } from './legendre.ts';

/** Newton’s steps towards a place: each doubles the digits. */
const STEPS = 6;

/** Where a function over [−1, 1] is looked at, and what that counts for in its integral. */
export interface QuadraturePlace {
  readonly at: number;
  readonly weight: number;
}

/** Places and weights of Gauss–Legendre quadrature (Press et al., Numerical Recipes, 3rd ed., 4.6): exact up to degree 2 n − 1. */
export function gaussLegendre({ cos }: Pick<KernelExports, 'cos'>, n: number): QuadraturePlace[] {
  return Array.from({ length: n }, (_, k) => {
    let at = cos((Math.PI * (k + 0.75)) / (n + 0.5));
    let slope = 0;
    for (let step = 0; step < STEPS; step++) {
      slope = legendreDerivatives(at, n)[n]!;
      at -= legendreValues(at, n)[n]! / slope;
    }
    return { at, weight: 2 / ((1 - at * at) * slope * slope) };
  });
}
