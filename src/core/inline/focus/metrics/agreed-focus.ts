import { dipsBelowRims } from './foci.ts';
import type { FrameParts } from './local-foci.ts';
import type { SearchRange } from './search-range.ts';
import { regionCurves } from './sweep.ts';

/**
 * The distance at which more parts of the frame than chance can bring there, each alone, have their edges in the fewest places
 * (the deepest dip of what is the less peaked). This takes no side in what the object is: where it is dense and strong, neither
 * an absorbing nor a phase object explains the hologram, and the metrics of both hardly change.
 * @returns µm; null where parts agree no more than chance would have it, or only within a depth of field of the range's ends
 */
export function agreedFocus(parts: FrameParts, range: SearchRange): number | null {
  const { sweep, depth, shares, metrics } = parts;
  const isInside = (z: number) => z >= range.from && z <= range.to;
  const own = Array.from(shares, (share, tile) => {
    if (share < metrics.parts.leastEnergy / shares.length) return [];
    const { z, peakedness } = regionCurves(sweep, [tile]);
    const blunt = peakedness.map((peak) => -peak);
    const dips = dipsBelowRims(z, blunt, metrics.extrema).filter(({ at }) => isInside(at));
    return dips.sort((a, b) => b.depth - a.depth).slice(0, 1);
  }).flat();
  const zs = sweep.map(({ z }) => z).filter(isInside);
  let best = { chance: metrics.parts.chance, z: 0 };
  for (const z of zs) {
    const isNear = (at: number) => Math.abs(at - z) < depth(z);
    const near = own.filter(({ at }) => isNear(at));
    const share = zs.filter(isNear).length / zs.length;
    const chance = chanceOf(near.length, own.length, share) / share;
    if (chance < best.chance) best = { chance, z: near.reduce((sum, { at }) => sum + at, 0) / near.length };
  }
  const reach = depth(best.z);
  const isResolved = reach <= metrics.longest * best.z;
  return isResolved && best.z - reach >= range.from && best.z + reach <= range.to ? best.z : null;
}

/** That at least so many of all are somewhere, each with the same chance: the tail of the binomial distribution. */
export function chanceOf(some: number, all: number, each: number): number {
  let [sum, term] = [0, 1];
  for (let k = 0; k < all; k++) term *= 1 - each;
  for (let k = 0; k <= all; k++) {
    if (k >= some) sum += term;
    term *= ((all - k) / (k + 1)) * (each / (1 - each));
  }
  return sum;
}
