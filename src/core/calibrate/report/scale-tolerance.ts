import { boundsOf } from '../../targets/shape.ts';
import type { Area, TargetModel } from '../../targets/target-model.ts';

/**
 * How far a target's own tolerances let its scale be off, one standard deviation as a share; null where none is known.
 * A tolerance on the one size that is used counts in full; those on places that are independent of each other average.
 * @param standard what one σ of a stated tolerance is
 */
export function scaleTolerance(
  model: TargetModel,
  found: readonly Area[],
  standard: (stated: number) => number,
): number | null {
  const [lattice] = model.lattices;
  if (lattice) {
    const { a, tolerance_um } = lattice;
    if (tolerance_um === null) return null;
    return standard(tolerance_um) / Math.sqrt(a.x_um * a.x_um + a.y_um * a.y_um);
  }
  if (model.rigid === 'part') return partTolerance(model, found, standard);
  if (model.tolerance.size_um === null) return null;
  const sizes = found.map(({ shape }) => {
    if (shape.kind === 'band') return shape.width_um;
    const { left_um, right_um, top_um, bottom_um } = boundsOf(shape);
    return Math.min(right_um - left_um, bottom_um - top_um);
  });
  return sizes.length > 0 ? standard(model.tolerance.size_um) / Math.max(...sizes) : null;
}

/** Each set tells the scale from the distance between its outer bars; sets count by their weights. */
function partTolerance(
  model: TargetModel,
  found: readonly Area[],
  standard: (stated: number) => number,
): number | null {
  const { position_um } = model.tolerance;
  if (position_um === null) return null;
  let sum = 0;
  for (const part of new Set(found.map((area) => area.part))) {
    const boxes = found.filter((area) => area.part === part).map(({ shape }) => boundsOf(shape));
    const middles = boxes.map((box) => [(box.left_um + box.right_um) / 2, (box.top_um + box.bottom_um) / 2]);
    const spans = [0, 1].map((k) => {
      const values = middles.map((middle) => middle[k]!);
      return Math.max(...values) - Math.min(...values);
    });
    const base = Math.max(...spans) / standard(position_um);
    sum += base * base;
  }
  return sum > 0 ? 1 / Math.sqrt(sum) : null;
}
