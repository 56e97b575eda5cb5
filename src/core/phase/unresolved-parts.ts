import { medianInPlace } from '../fit/median.ts';
import { rimsAround, type HangingRegion } from './hanging-regions.ts';
import { partPhases, partSamples, partsOf, type RimlessParts, type UnwrappedPhase } from './rimless-parts.ts';
import { gapsClosed } from './rims.ts';

/**
 * What is all rim, and wider than a cycle of the filter's rim: a single step leaves less, so it hides what the filter does not resolve. What
 * has the background's phase has its turns.
 * @param parts what rims leave of the frame
 * @param isMarked of samples that are known to be doubtful
 * @param reach samples per cycle of the filter's rim
 * @param near rad: as close to 0 as the background is
 */
export function unresolvedParts(
  rims: Uint8Array,
  parts: RimlessParts,
  phase: UnwrappedPhase,
  isMarked: (i: number) => boolean,
  reach: number,
  near: number,
): HangingRegion[] {
  const { rows, cols } = parts;
  const others = rims.map((is) => 1 - is);
  return partsOf(gapsClosed(others, rows, cols, reach + 1), rows, cols).list.flatMap((part) => {
    const own = partSamples(part);
    const marked = own.filter(isMarked).length;
    if (marked > part.size / 2 || Math.abs(medianInPlace(partPhases(part, phase, cols))) < near) return [];
    return [{ part, around: rimsAround(parts, own, reach) }];
  });
}
