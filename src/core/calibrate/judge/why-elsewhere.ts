import type { Calibration } from '../../rig/calibration.ts';
import type { Nominal } from '../model/nominal.ts';
import { liesAt } from './judge.ts';

/**
 * @param elsewhere_um beyond the range that a person gave, where the drawing explains the frame far better than within it; null: nowhere
 * @returns why it is refused; null where it is not
 */
export function whyElsewhere(
  { explained }: Pick<Calibration, 'explained'>,
  { from_um, to_um }: Pick<Nominal, 'from_um' | 'to_um'>,
  elsewhere_um: number | null,
): string | null {
  if (elsewhere_um === null) return null;
  const [from, to] = [Math.min(from_um, to_um), Math.max(from_um, to_um)];
  return `${liesAt(elsewhere_um, from, to)} Within that range the drawing explains ${(100 * explained).toFixed(1)} % of the frame, which is clearly less: the distances that were given do not hold the target. Check z_min_mm and z_max_mm.`;
}
