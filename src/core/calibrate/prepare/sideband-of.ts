import type { Kernels } from '../../kernel/kernels.ts';
import { samplePixelSize } from '../../rig/geometry.ts';
import { chooseSideband, type MeasuredFrame } from '../../sideband/measure-frame.ts';
import type { Frequency } from '../../field/frequency.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import { Problem } from '../../problem/problem.ts';
import type { Recipe } from '../../recipe/recipe.ts';
import type { Lattice } from '../../targets/target-model.ts';

/**
 * The sideband of a frame that shows a target. Two orders of a grating may beat stronger than the sideband is, and pass
 * for one: they lie where the lattice says, and a background frame has none. Steps may send more light to either side
 * than straight on.
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
    if (found.given || !found.rival || !lattice) return found;
    const { carrier, rival } = found;
    if (isFewOrders(carrier, lattice, pixel)) return at(rival.carrier);
    const apart = { x: rival.carrier.x - carrier.x, y: rival.carrier.y - carrier.y };
    // the first orders on either side: what passes straight on lies between them
    if (!areOrders(apart, 2, lattice, pixel)) return found;
    return at({ x: carrier.x + apart.x / 2, y: carrier.y + apart.y / 2 });
  } catch (cause) {
    if (!(cause instanceof Problem) || cause.code !== 'SIDEBAND_NOT_FOUND') throw cause;
    if (!blank || recipe.carrier_cycles_per_px) throw cause;
    return at(chooseSideband(kernels, blank, null, recipe, pixel).carrier);
  }
}

/** Share by which a lattice may look larger or smaller than the nominal pitch says. */
const SCALE_RANGE = 0.08;

/** Whether a frequency, cycles per pixel, leads from an order of a lattice to the next, or to the one after. */
export function isFewOrders(frequency: Frequency, lattice: Lattice, pixel_um: number): boolean {
  return [1, 2].some((n) => areOrders(frequency, n, lattice, pixel_um));
}

function areOrders({ x, y }: Frequency, n: number, { a }: Lattice, pixel_um: number): boolean {
  const periods = Math.sqrt((x * x + y * y) * (a.x_um * a.x_um + a.y_um * a.y_um)) / pixel_um;
  return Math.abs(periods / n - 1) < SCALE_RANGE;
}
