import { chamferDistances } from '../../field/chamfer-distances.ts';
import { withHolesFilled } from '../../field/holes.ts';
import { coupledParts, near, within, type FieldRows } from './couple/coupled-parts.ts';

/** |x − 1| from which on a place belongs to a part: as far from the beam as what lets nothing through */
const FAR = 1;
/** px: a part no deeper than so many has no middle that could rise above its rim */
const LEAST_DEPTH = 3;

/** Parts of a field that are as far from the beam as nothing is, or farther: no linear theory is theirs. */
export interface StrongParts {
  readonly count: number;
  /** of each place the part that is nearest, from 0 */
  readonly nearest: Int32Array;
  /** places within the outlines of parts, and … */
  readonly places: Int32Array;
  /** … how deep in its part each of them lies: 0 at the rim, 1 where that is farthest */
  readonly depth: Float32Array;
  /** 1 where a part's own fringes lie */
  readonly about: Uint8Array;
}

/**
 * Rings that are the beam's within a part belong to it.
 * @param reach px about a part that its own fringes take
 * @returns null where there are none
 */
export function strongParts(field: FieldRows, reach: number): StrongParts | null {
  const { rows, cols } = field;
  const parts = coupledParts(field, FAR, 1);
  if (parts.count === 0) return null;
  const filled = withHolesFilled({ rows, cols, marks: near(field, FAR, 0) });
  const far = chamferDistances(filled, rows, cols);
  const deepest = new Float64Array(parts.count);
  far.forEach((d, i) => {
    const part = parts.nearest[i]!;
    if (d < Infinity) deepest[part] = Math.max(deepest[part]!, d);
  });
  const isDeep = (i: number) => filled[i] === 1 && deepest[parts.nearest[i]!]! >= LEAST_DEPTH;
  const places = Int32Array.from([...filled.keys()].filter(isDeep));
  // the rim lies half a pixel before the nearest place that is not marked
  const depth = Float32Array.from(places, (i) =>
    Math.min(1, (far[i]! - 0.5) / (deepest[parts.nearest[i]!]! - 0.5)),
  );
  if (places.length === 0) return null;
  const deep = new Uint8Array(rows * cols);
  places.forEach((i) => (deep[i] = 1));
  return { ...parts, places, depth, about: within({ rows, cols }, deep, reach) };
}
