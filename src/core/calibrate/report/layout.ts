import type { FoundFeature } from '../../rig/calibration.ts';
import type { Area } from '../../targets/target-model.ts';

/** Where a part was found beside where the fit has it, camera pixels. */
interface Placed {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

/**
 * Of parts that keep no place to each other and yet share one in a fit, as the drawing lays them out: they lie off from it as far as they are found to, each by
 * itself, and a straight line through such places is so uncertain.
 * @param shared the parts that share a place; null: all keep theirs
 * @returns one σ, a share or rad: by how much all together may be larger, turned, longer one way or askew; 0: fewer than three are seen
 */
export function layoutOf(
  features: readonly FoundFeature[],
  seen: readonly Area[],
  shared: ReadonlySet<string> | null,
): number {
  if (!shared) return 0;
  const parts = placedParts(features, seen, shared);
  const n = parts.length;
  if (n < 3) return 0;
  const mean = (of: (one: Placed) => number) => parts.reduce((sum, one) => sum + of(one), 0) / n;
  const square = (of: (one: Placed) => number) => {
    const middle = mean(of);
    return parts.reduce((sum, one) => sum + (of(one) - middle) * (of(one) - middle), 0);
  };
  const variance = (square(({ dx }) => dx) + square(({ dy }) => dy)) / (2 * (n - 1));
  return Math.sqrt(variance / (square(({ x }) => x) + square(({ y }) => y)));
}

function placedParts(
  features: readonly FoundFeature[],
  seen: readonly Area[],
  shared: ReadonlySet<string>,
): Placed[] {
  const partOf = new Map(seen.map(({ name, part }) => [name, part]));
  const byPart = new Map<string, FoundFeature[]>();
  for (const feature of features) {
    const part = partOf.get(feature.name);
    if (feature.rejected || part === undefined || !shared.has(part)) continue;
    byPart.set(part, [...(byPart.get(part) ?? []), feature]);
  }
  return [...byPart.values()].map((own): Placed => {
    const mean = (of: (one: FoundFeature) => number) =>
      own.reduce((sum, one) => sum + of(one), 0) / own.length;
    return {
      ...{ x: mean(({ fitted_px }) => fitted_px.x), y: mean(({ fitted_px }) => fitted_px.y) },
      dx: mean(({ found_px, fitted_px }) => found_px.x - fitted_px.x),
      dy: mean(({ found_px, fitted_px }) => found_px.y - fitted_px.y),
    };
  });
}
