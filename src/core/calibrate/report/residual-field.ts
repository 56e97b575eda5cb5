import type { FoundFeature, ResidualPlace } from '../../rig/calibration.ts';
import type { MeasuredLight } from '../model/measured.ts';

/** How far parts of a target were found from where the fit has them, by places over the frame, row by row. */
export function residualField(
  { rows, cols, cell }: MeasuredLight,
  features: readonly FoundFeature[],
  places: number,
): ResidualPlace[] {
  const [width, height] = [(cols * cell) / places, (rows * cell) / places];
  const used = features.filter(({ rejected }) => !rejected);
  const indices = Array.from({ length: places }, (_, k) => k);
  return indices.flatMap((row) =>
    indices.map((column): ResidualPlace => {
      const [x, y] = [(column + 0.5) * width - 0.5, (row + 0.5) * height - 0.5];
      const own = used.filter(
        ({ found_px }) => Math.abs(found_px.x - x) <= width / 2 && Math.abs(found_px.y - y) <= height / 2,
      );
      return { x_px: x, y_px: y, seen: own.length > 0 ? meanOf(own) : null };
    }),
  );
}

/** Of several frames of one rig: what stays at its place is the rig's. */
export function pooledField(each: readonly (readonly ResidualPlace[])[]): ResidualPlace[] {
  return each[0]!.map(({ x_px, y_px }, k) => {
    const found = each.flatMap((places) => places[k]?.seen ?? []);
    const parts = found.reduce((sum, one) => sum + one.parts, 0);
    if (parts === 0) return { x_px, y_px, seen: null };
    const mean = (axis: 'dx_px' | 'dy_px') =>
      found.reduce((sum, one) => sum + one.parts * one[axis], 0) / parts;
    const [dx_px, dy_px] = [mean('dx_px'), mean('dy_px')];
    const spread = found.reduce((sum, one) => {
      const [x, y] = [one.dx_px - dx_px, one.dy_px - dy_px];
      const own = one.scatter_px ?? 0;
      return sum + one.parts * (x * x + y * y) + (one.parts - 1) * own * own;
    }, 0);
    const scatter_px = parts > 1 ? Math.sqrt(spread / (parts - 1)) : null;
    return { x_px, y_px, seen: { dx_px, dy_px, parts, scatter_px } };
  });
}

function meanOf(features: readonly FoundFeature[]): NonNullable<ResidualPlace['seen']> {
  const n = features.length;
  const off = features.map(({ found_px: p, fitted_px: q }) => [p.x - q.x, p.y - q.y] as const);
  const [dx, dy] = [0, 1].map((axis) => off.reduce((sum, one) => sum + one[axis]!, 0) / n) as [
    number,
    number,
  ];
  const spread = off.reduce((sum, [x, y]) => sum + (x - dx) * (x - dx) + (y - dy) * (y - dy), 0);
  return { dx_px: dx, dy_px: dy, parts: n, scatter_px: n > 1 ? Math.sqrt(spread / (n - 1)) : null };
}
