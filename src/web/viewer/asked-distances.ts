import { limits } from '../../core/limits/limits.ts';
import type { Values } from '../fields/fields.ts';

const written = (z_mm: number) => String(Number(z_mm.toPrecision(6)));

/** Fields of a request at one distance. */
export function atDistance(z_mm: number): Values {
  return { z_mm: written(z_mm), z_min_mm: '', z_max_mm: '' };
}

/** of a distance: a window ends before the sensor */
const NEAR = 0.1;
/** Standard deviations of a distance that a window reaches to either side. */
const SIGMAS = 5;

/**
 * A window for the service's own search, around a distance that was found here.
 * @param depth_mm depth of field: less than some of it shows no focus
 */
export function windowAround(z_mm: number, sigma_mm: number, depth_mm: number): Values {
  const half = Math.min(limits.focus_range_width_mm.max / 2, Math.max(SIGMAS * sigma_mm, 4 * depth_mm));
  // on the side of the sensor on which it was found: beyond lies the twin
  const [from, to] =
    z_mm > 0
      ? [Math.max(z_mm - half, NEAR * z_mm), z_mm + half]
      : [z_mm - half, Math.min(z_mm + half, NEAR * z_mm)];
  return { z_mm: '', z_min_mm: written(from), z_max_mm: written(to) };
}
