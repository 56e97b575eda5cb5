import { medianInPlace } from '../../fit/median.ts';
import type { PupilRimSettings } from './pupil-settings.ts';

/** What a narrower filter took away from a field, per noise tile. */
export interface CutByFilter {
  /** mean square, in units of the background's intensity */
  readonly power: Float64Array;
  /** independent numbers of it in a tile */
  readonly count: number;
}

/**
 * What of that was the sample's, as a mean square: a rim that was not heard may be that of the sample, whose finest detail lies in
 * a few places and is drowned by the noise of all others. Most of a frame loses noise, speckle included; what a place
 * loses beyond that is missing there.
 * @param noise of the camera, E|n|² per tile, up to a factor
 */
export function detailCut(
  { power, count }: CutByFilter,
  noise: Float64Array,
  { sureLoss }: Pick<PupilRimSettings, 'sureLoss'>,
): Float64Array {
  const usual = medianInPlace(power.map((p, t) => p / noise[t]!));
  const chance = 1 + sureLoss / Math.sqrt(count);
  return power.map((p, t) => (p > chance * usual * noise[t]! ? p - usual * noise[t]! : 0));
}
