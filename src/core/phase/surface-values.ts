import { legendreDesign } from './legendre.ts';
import type { SmoothPhase } from './smooth-phase.ts';
import type { TilePlaces } from './tiles.ts';

/** A surface's phase at each tile, rad. */
export function valuesAt(tiles: TilePlaces, { degree, coefficients }: SmoothPhase): Float64Array {
  const design = legendreDesign(tiles, degree);
  const terms = coefficients.length;
  return Float64Array.from({ length: tiles.count }, (_, t) => {
    let sum = 0;
    for (let k = 0; k < terms; k++) sum += coefficients[k]! * design[t * terms + k]!;
    return sum;
  });
}
