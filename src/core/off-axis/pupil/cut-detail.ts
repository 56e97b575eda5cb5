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
  const near = Int32Array.from({ length: tiles }, (_, at) => Math.min(at, tiles - 1 - at, reach));
  const within = medianInPlace(lossesAt(loss, near, reach, reach));
  const times = Array.from(
    { length: reach },
    (_, k) => medianInPlace(lossesAt(loss, near, k, reach)) / within,
  );
  const usual = new Float64Array(loss.length);
  for (let t = 0; t < usual.length; t++)
    usual[t] = within * (times[near[t % tiles]!] ?? 1) * (times[near[Math.floor(t / tiles)]!] ?? 1);
  return usual;
}

/** Of tiles that lie so near to an edge of the frame, and so near to one of those across. */
function lossesAt(loss: Float64Array, near: Int32Array, nearer: number, farther: number): Float64Array {
  const some = new Float64Array(loss.length);
  let count = 0;
  for (let t = 0; t < loss.length; t++) {
    const x = near[t % near.length]!;
    const y = near[Math.floor(t / near.length)]!;
    if (Math.min(x, y) === nearer && Math.max(x, y) === farther) some[count++] = loss[t]!;
  }
  return some.subarray(0, count);
}

/** Tiles along the frame's shorter side that a fade of so many camera pixels touches at either end. */
export function tilesFaded(
  taper: number,
  tiles: number,
  { rows, cols }: { readonly rows: number; readonly cols: number },
): number {
  return Math.ceil((taper * tiles) / Math.min(rows, cols));
}
