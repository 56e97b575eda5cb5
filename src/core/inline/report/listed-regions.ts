import type { OpenRegion } from '../../phase/open-turns.ts';

/** The most regions that a flag lists. */
const MOST_LISTED = 20;

/** Places of a flag, in pixels of the used part of the frame. */
export function listedRegions(regions: readonly OpenRegion[]): Omit<OpenRegion, 'size'>[] {
  return regions.slice(0, MOST_LISTED).map(({ x, y, width, height }) => ({ x, y, width, height }));
}
