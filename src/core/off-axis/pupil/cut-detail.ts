import { medianInPlace } from '../../fit/median.ts';
import type { PupilRimSettings } from './pupil-settings.ts';

/** What lies beyond a filter, per tile of a square grid. */
export interface CutByFilter {
  /** mean square, in units of the background's intensity */
  readonly power: Float64Array;
  /** independent numbers of it in a tile */
  readonly count: number;
  /** tiles from each edge of the frame that its fade touches */
  readonly faded: number;
}

/**
 * What of that was the sample's, as a mean square: a rim that was not heard may be that of the sample, whose finest detail lies in
 * a few places and is drowned by the noise of all others. Most of a frame loses noise, speckle included, and at its edges
 * what the fade does to both; what a place loses beyond that is missing there.
 * @param noise of the camera, E|n|² per tile, up to a factor
 */
export function detailCut(
  { power, count, faded }: CutByFilter,
  noise: Float64Array,
  { sureLoss }: Pick<PupilRimSettings, 'sureLoss'>,
): Float64Array {
  const usual = usualLoss(
    power.map((p, t) => p / noise[t]!),
    faded,
  );
  const chance = 1 + sureLoss / Math.sqrt(count);
  return power.map((p, t) => {
    const expected = usual[t]! * noise[t]!;
    return p > chance * expected ? p - expected : 0;
  });
}

/** Of each tile, what most lose, as many times as most of those do that lie as near to an edge of the frame. */
function usualLoss(loss: Float64Array, faded: number): Float64Array {
  const tiles = Math.round(Math.sqrt(loss.length));
  const reach = Math.min(faded, tiles >> 2);
  const near = (at: number) => Math.min(at, tiles - 1 - at, reach);
  const [byX, byY] = [(t: number) => near(t % tiles), (t: number) => near(Math.floor(t / tiles))];
  const most = (isOne: (t: number) => boolean) => medianInPlace(loss.filter((_, t) => isOne(t)));
  const within = most((t) => byX(t) === reach && byY(t) === reach);
  const times = Array.from({ length: reach }, (_, k) => {
    const isThere = (t: number) => Math.min(byX(t), byY(t)) === k && Math.max(byX(t), byY(t)) === reach;
    return most(isThere) / within;
  });
  return loss.map((_, t) => within * (times[byX(t)] ?? 1) * (times[byY(t)] ?? 1));
}

/** Tiles along the frame's shorter side that a fade of so many camera pixels touches at either end. */
export function tilesFaded(
  taper: number,
  tiles: number,
  { rows, cols }: { readonly rows: number; readonly cols: number },
): number {
  return Math.ceil((taper * tiles) / Math.min(rows, cols));
}
