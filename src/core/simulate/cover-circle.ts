import type { KernelExports } from '../kernel/exports.ts';

/**
 * The area that a circle around the origin and a polygon share, exact up to rounding: for each edge the triangle
 * between it and the origin, with what lies outside the circle replaced by a sector. Signed by the polygon's sense.
 * @param x,y the polygon's vertices, in the unit of the radius
 */
export function circlePolygonArea(
  x: readonly number[],
  y: readonly number[],
  radius: number,
  wasm: Pick<KernelExports, 'atan2'>,
): number {
  let area = 0;
  for (let i = 0; i < x.length; i += 1) {
    const j = (i + 1) % x.length;
    area += edgeArea(x[i]!, y[i]!, x[j]!, y[j]!, radius, wasm);
  }
  return area;
}

function edgeArea(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  radius: number,
  wasm: Pick<KernelExports, 'atan2'>,
): number {
  const [dx, dy] = [bx - ax, by - ay];
  const sector = (px: number, py: number, qx: number, qy: number) =>
    (radius * radius * wasm.atan2(px * qy - py * qx, px * qx + py * qy)) / 2;
  const square = dx * dx + dy * dy;
  const half = ax * dx + ay * dy;
  const root = half * half - square * (ax * ax + ay * ay - radius * radius);
  if (square === 0) return 0;
  if (root <= 0) return sector(ax, ay, bx, by);
  // where along the edge the circle is entered and left
  const enter = Math.max(0, (-half - Math.sqrt(root)) / square);
  const leave = Math.min(1, (-half + Math.sqrt(root)) / square);
  if (leave <= enter) return sector(ax, ay, bx, by);
  const [ex, ey, lx, ly] = [ax + enter * dx, ay + enter * dy, ax + leave * dx, ay + leave * dy];
  const before = enter > 0 ? sector(ax, ay, ex, ey) : 0;
  const after = leave < 1 ? sector(lx, ly, bx, by) : 0;
  return before + (ex * ly - ey * lx) / 2 + after;
}
