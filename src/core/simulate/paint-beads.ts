import type { ObjectSpec } from './simulation-spec.ts';
import type { Random } from './random.ts';
import { scatter, sizeOr } from './scatter.ts';
import { eachPixelAround, type ThinObject } from './thin-object.ts';

/**
 * Transparent spheres seen as phase: φ(r) = peak · √(1 − r²/R²), the optical path through a ball.
 * `size_um` is the radius (default: 0.18 of the shorter side for one bead, 0.05 for several).
 */
export function paintBeads(object: ThinObject, spec: ObjectSpec, random: Random): void {
  const radius = sizeOr(object, spec.size_um, spec.count === 1 ? 0.18 : 0.05);
  for (const place of scatter(object, spec.count, radius, random)) {
    eachPixelAround(object, place, radius, (index, dx, dy) => {
      const inside = 1 - (dx * dx + dy * dy) / (radius * radius);
      if (inside > 0) object.phase[index]! += spec.phase_rad * Math.sqrt(inside);
    });
  }
}
