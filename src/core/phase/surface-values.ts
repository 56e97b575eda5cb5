import { legendreDesign } from './legendre.ts';
import type { SmoothPhase } from './smooth-phase.ts';
import type { TilePlaces } from './tiles.ts';

/** A surface's phase at each tile, rad. */
export function valuesAt(tiles: TilePlaces, { degree, coefficients }: SmoothPhase): Float64Array {
  return valuesOf(legendreDesign(tiles, degree), coefficients);
}

/** The same by the terms' values at each tile. */
export function valuesOf(design: Float64Array, coefficients: Float64Array): Float64Array {
  const terms = coefficients.length;
  const values = new Float64Array(design.length / terms);
  for (let t = 0; t < values.length; t++) values[t] = valueOf(design, t * terms, coefficients);
  return values;
}

function valueOf(design: Float64Array, at: number, coefficients: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < coefficients.length; k++) sum += coefficients[k]! * design[at + k]!;
  return sum;
}
