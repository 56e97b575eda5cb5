import type { ResidualPlace } from '../../core/rig/calibration.ts';
import type { Canvas } from '../preview/canvas.ts';
import type { PixelRectangle } from '../preview/ring.ts';
import { drawLine, type At } from './line.ts';

/** Share of the way from one place to the next that the longest arrow takes. */
const LONGEST = 0.45;
const HEAD = 0.25;

/** By how many times arrows are drawn longer than what they show: 1, 2 or 5 times a power of ten; null: there are none. */
export function exaggerationOf(places: readonly ResidualPlace[], shorterSide: number): number | null {
  const lengths = places.flatMap(({ seen }) =>
    seen ? [Math.sqrt(seen.dx_px * seen.dx_px + seen.dy_px * seen.dy_px)] : [],
  );
  const longest = Math.max(0, ...lengths);
  if (longest === 0) return null;
  const most = (LONGEST * shorterSide) / Math.sqrt(places.length) / longest;
  let power = 1;
  while (10 * power <= most) power *= 10;
  while (power > most) power /= 10;
  return power * ([5, 2, 1].find((step) => step * power <= most) ?? 1);
}

/** How far parts lie from the fit, from the middle of each place of the frame. */
export function drawResiduals(
  canvas: Canvas,
  places: readonly ResidualPlace[],
  times: number,
  onCanvas: (at: At) => At,
  colour: number,
  clip: PixelRectangle,
): void {
  for (const { x_px: x, y_px: y, seen } of places) {
    if (!seen) continue;
    const [from, to] = [
      onCanvas({ x, y }),
      onCanvas({ x: x + times * seen.dx_px, y: y + times * seen.dy_px }),
    ];
    const [u, v] = [HEAD * (from.x - to.x), HEAD * (from.y - to.y)];
    const heads = [
      { x: to.x + u - v, y: to.y + v + u },
      { x: to.x + u + v, y: to.y + v - u },
    ];
    for (const end of [from, ...heads]) drawLine(canvas, end, to, colour, clip);
  }
}
