import { chamferDistances } from '../../field/chamfer-distances.ts';
import { withHolesFilled, type MarkedPlane } from '../../field/holes.ts';

/**
 * Diameter (px) of the widest disc that fits into the marks of each part. Holes are filled, and what the frame's edge cuts is
 * taken to go on beyond it.
 * @param partOf number of the part that a pixel belongs to, 0 … count
 */
export function widestDiscs(
  { rows, cols, marks }: MarkedPlane,
  partOf: (at: number) => number,
  count: number,
): Float64Array {
  const far = chamferDistances(withHolesFilled({ rows, cols, marks }), rows, cols);
  const widest = new Float64Array(count + 1);
  for (let at = 0; at < far.length; at += 1) {
    if (far[at]! === 0) continue;
    const part = partOf(at);
    // the rim lies half a pixel before the nearest one that is not marked
    widest[part] = Math.max(widest[part]!, Math.min(2 * far[at]! - 1, rows + cols));
  }
  return widest;
}
