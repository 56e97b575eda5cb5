import type { Kernels } from '../kernel/kernels.ts';
import { samplePixelSize } from '../off-axis/geometry.ts';
import { chooseSideband, type MeasuredFrame } from '../off-axis/measure-frame.ts';
import type { Sideband } from '../off-axis/sideband.ts';
import { Problem } from '../problem.ts';
import type { Recipe } from '../recipe.ts';
import type { Lattice } from '../targets/target-model.ts';

/**
 * The sideband of a frame that shows a target. Two orders of a grating may beat stronger than the sideband is, and pass
 * for one: they lie where the lattice says, and a background frame has none.
 */
export function sidebandOf(
  kernels: Kernels,
  hologram: MeasuredFrame,
  blank: MeasuredFrame | null,
  recipe: Recipe,
  lattice: Lattice | null,
): Sideband {
  const pixel = samplePixelSize(recipe);
  const at = ({ x, y }: Sideband['carrier']) =>
    chooseSideband(kernels, hologram, blank, { ...recipe, carrier_cycles_per_px: [x, y] }, pixel);
  try {
    const found = chooseSideband(kernels, hologram, blank, recipe, pixel);
    if (found.given || !found.rival || !lattice || !isBeat(found.carrier, lattice, pixel)) return found;
    return at(found.rival.carrier);
  } catch (cause) {
    if (!(cause instanceof Problem) || cause.code !== 'SIDEBAND_NOT_FOUND') throw cause;
    if (!blank || recipe.carrier_cycles_per_px) throw cause;
    return at(chooseSideband(kernels, blank, null, recipe, pixel).carrier);
  }
}

/** Share by which a lattice may look larger or smaller than the nominal pitch says. */
const SCALE_RANGE = 0.08;
/** Orders that beat with the middle one, or the first with each other. */
const BEATS = [1, 2];

/** Whether a frequency, cycles per pixel, is as far from 0 as neighbouring orders of a lattice are from each other. */
function isBeat({ x, y }: Sideband['carrier'], { a }: Lattice, pitch_um: number): boolean {
  const periods = Math.sqrt((x * x + y * y) * (a.x_um * a.x_um + a.y_um * a.y_um)) / pitch_um;
  return BEATS.some((n) => Math.abs(periods / n - 1) < SCALE_RANGE);
}
