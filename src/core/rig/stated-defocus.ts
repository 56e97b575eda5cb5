import type { Recipe } from '../recipe/values.ts';
import type { RigCorrection } from './rig-correction.ts';

/** By how much a distance that is given may be off, µm: one standard deviation from each source. */
export interface StatedDefocus {
  readonly distance: number;
  /** the distance that does, paraxially, what the wavelength may be off by: z δλ / λ */
  readonly wavelength: number;
}

type Stated = Pick<
  Recipe,
  'z_mm' | 'stack_z_mm' | 'z_tolerance_mm' | 'wavelength_um' | 'wavelength_tolerance_nm'
>;

/**
 * What a recipe's tolerances and a profile leave open of a distance. Light that has gone the distance z shows z λ / pitch², so
 * a profile's wavelength and scale have no part in the distance that was measured with them: only in what a distance has
 * beyond it. Of a stack it is what all distances are off by together, at their mean. Tolerances are half-widths, any value inside as likely as another (GUM, JCGM 100:2008, 4.3.7).
 */
export function statedDefocus(
  recipe: Stated,
  { distance: measured }: Pick<RigCorrection, 'distance'>,
): StatedDefocus {
  const stack = recipe.stack_z_mm;
  const z = stack ? stack.reduce((sum, one) => sum + one, 0) / stack.length : recipe.z_mm;
  if (z === null) return { distance: 0, wavelength: 0 };
  const beyond = z - (measured?.z_mm ?? 0);
  const own = measured?.own_mm ?? 0;
  const scaled = beyond * (measured?.scale ?? 0);
  const said = standard(recipe.z_tolerance_mm ?? 0);
  const { wavelength_tolerance_nm: nm, wavelength_um } = recipe;
  const share = nm === null ? (measured?.wavelength ?? 0) : standard(nm / 1000 / wavelength_um);
  return {
    distance: 1000 * Math.sqrt(own * own + scaled * scaled + said * said),
    wavelength: 1000 * Math.abs(beyond) * share,
  };
}

/** µm: the most that a distance is off by as it is stated: a tolerance is a half-width, and nothing lies beyond. Infinity where none is given. */
export function farthestOff(recipe: Stated, rig: Pick<RigCorrection, 'distance'>): number {
  if (recipe.z_tolerance_mm === null) return Infinity;
  const { distance, wavelength } = statedDefocus(recipe, rig);
  return Math.sqrt(3) * (distance + wavelength);
}

function standard(halfWidth: number): number {
  return halfWidth / Math.sqrt(3);
}
