import { commonOf, type FoundHeights, type PlacedHeights } from './find-heights.ts';

interface Confirmation {
  /** standard deviations of chance by which something is clearly more */
  readonly clear: number;
  /** of how many pixels the misfit is */
  readonly pixels: number;
  /** share of the misfit: what differs by less does not decide */
  readonly asCheap: number;
}

/**
 * What was found for all distances together stands only where it leaves no more of the frames than what was stated does. It was looked for on a
 * part of the frames, where it is sparse: smooth cells are sparse elsewhere, too, and of those that the part cuts no field explains anything, which
 * tells of no distance. Where it leaves clearly more of whole frames, distances stand as they were stated, and are off by what the misfit of
 * whole frames there, at those that were found and halfway allows. Single ones that were moved beside the others were then moved by a field that
 * explained the frames at the wrong distance: they stay so only where that leaves less of whole frames, too.
 * @param leaves mean square of what is left of whole frames, over the noise's
 */
export function confirmedHeights(
  found: FoundHeights,
  leaves: (at: PlacedHeights) => number,
  { clear, pixels, asCheap }: Confirmation,
): FoundHeights {
  const { common, asStated, halfway, given } = found;
  if (!found.isMoved || !common || !asStated || !halfway || !given) return found;
  const [there, stated] = [leaves(found), leaves(asStated)];
  // of n squares of a normal deviate the mean scatters by √(2/n)
  if (there <= stated * (1 + clear * Math.sqrt(2 / pixels))) return found;
  const { farther } = common;
  const all = asStated.isUneven ? leaves(given) : Infinity;
  const kept = all < stated ? given : asStated;
  const tried = [
    [farther, there],
    [farther / 2, leaves(halfway)],
    [0, Math.min(all, stated)],
  ] as const;
  const [a, b, c] = farther < 0 ? tried : [tried[2], tried[1], tried[0]];
  const open = commonOf({ at: [a[0], b[0], c[0]], costs: [a[1], b[1], c[1]] }, asCheap, 0);
  // where no parabola has a least value, anything between both is as likely as another
  const between = { farther: 0, sigma: Math.abs(farther) / Math.sqrt(3) };
  return { ...found, ...kept, isMoved: false, common: { ...(open ?? between), rival: null } };
}
