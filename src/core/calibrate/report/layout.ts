import type { FoundFeature } from '../../rig/calibration.ts';
import type { Area } from '../../targets/target-model.ts';
import type { Readings } from './readings.ts';

/** One σ of what a layout that nobody certifies leaves open. */
export interface Layout {
  /** a share */
  readonly scale: number;
  /** of lengths along x over those along y a share, and rad by which axes are off a right angle */
  readonly askew: number;
  /** rad */
  readonly turn: number;
}

/** Where a part was found beside where the fit has it, camera pixels. */
interface Placed {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

/**
 * Of parts that keep no place to each other and yet share one in a fit, as the drawing lays them out: they lie off from it as far as they are found to, each by
 * itself, and a straight line through such places is so uncertain. Null: there are fewer than three.
 * @param shared the parts that share a place; null: all keep theirs
 */
export function layoutOf(
  features: readonly FoundFeature[],
  seen: readonly Area[],
  shared: ReadonlySet<string> | null,
): Layout | null {
  if (!shared) return null;
  const parts = placedParts(features, seen, shared);
  const n = parts.length;
  if (n < 3) return null;
  const mean = (of: (one: Placed) => number) => parts.reduce((sum, one) => sum + of(one), 0) / n;
  const square = (of: (one: Placed) => number) => {
    const middle = mean(of);
    return parts.reduce((sum, one) => sum + (of(one) - middle) * (of(one) - middle), 0);
  };
  const variance = (square(({ dx }) => dx) + square(({ dy }) => dy)) / (2 * (n - 1));
  const [across, down] = [square(({ x }) => x), square(({ y }) => y)];
  const both = Math.sqrt(variance / (across + down));
  return { scale: both, askew: Math.sqrt(variance / across + variance / down), turn: both };
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

/**
 * What that leaves open of each reading; diffraction fixes z / pitch². A refit takes out what all of them lie off by together, and yet this counts in whole: parts
 * weigh unequally in it, so what each lies off by beside a straight line moves the line as well (one of six fresh charts was 5σ off by what the refit left alone).
 */
export function leftByLayout({ scale, askew, turn }: Layout, values: Readings): Partial<Readings> {
  return {
    ...{ pitch: scale * values.pitch, pitchX: scale * values.pitchX, pitchY: scale * values.pitchY },
    ...{ anisotropy: askew * values.anisotropy, shear: askew, rotation_deg: (turn * 180) / Math.PI },
    z_mm: 2 * scale * Math.abs(values.z_mm),
  };
}
