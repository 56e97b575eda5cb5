import type { Measured } from './measured.ts';

/** Radii that are tried inside a wider one, as shares of it, widest first. */
const SHARES = Array.from({ length: 17 }, (_, k) => 1 - 0.04 * k);
/** How much of the widest radius the steps are by which the best one is then moved. */
const FINER = [0.02, 0.01];

/**
 * What a rig's optics pass: the radius of the sharp-edged disc with which the drawing fits best, cycles per camera
 * pixel, or null where none fits better than no disc. Every radius is tried: a lattice sends its light into few
 * directions, and the residual changes only where the rim crosses one.
 * @param lossWith the residual with a disc of this radius
 */
export function pupilOf(
  { filter }: Pick<Measured, 'filter'>,
  lossWith: (radius: number | null) => number,
): number | null {
  const widest = filter ? filter.stop : 0.5;
  const without = lossWith(null);
  let best = { radius: widest, loss: without };
  const attempt = (radius: number) => {
    if (radius >= widest) return;
    const loss = lossWith(radius);
    if (loss < best.loss) best = { radius, loss };
  };
  for (const share of SHARES) attempt(share * widest);
  for (const step of FINER) {
    const { radius } = best;
    attempt(radius - step * widest);
    attempt(radius + step * widest);
  }
  return best.loss < without ? best.radius : null;
}
