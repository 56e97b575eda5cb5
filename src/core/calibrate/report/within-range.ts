import type { Measured } from '../../rig/calibration.ts';
import type { Nominal } from '../model/nominal.ts';
import { root, standard, type Source } from './budget.ts';

/** By how much a distance is off that a person says to lie in a range, anywhere in it alike: root mean square, in the range's units. */
function leftByRange(value: number, from: number, to: number): number {
  return root([standard((to - from) / 2), value - (from + to) / 2]);
}

/**
 * A range that a person gives says that the distance lies in it. What was found is then off by no more than that leaves, however little the
 * frame tells: where its lines come to more, they are smaller by one share, all of them.
 */
export function withinRange(
  sources: readonly Source[],
  { value, sigma }: Measured,
  { from_um, to_um, rangeGiven }: Pick<Nominal, 'from_um' | 'to_um' | 'rangeGiven'>,
): readonly Source[] {
  const most = leftByRange(value, from_um / 1000, to_um / 1000);
  if (!rangeGiven || sigma <= most) return sources;
  const share = most / sigma;
  return sources.map((one) => ({ ...one, u: { ...one.u, z_mm: share * (one.u.z_mm ?? 0) } }));
}
