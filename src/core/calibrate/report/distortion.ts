import type { Distortion, DistortionPlace, FoundFeature } from '../../rig/calibration.ts';
import type { FinalFit } from '../fit/final-fit.ts';
import type { Refit } from '../fit/refit.ts';
import { distortionTerms } from '../model/disturbances.ts';
import type { ReportSettings } from './report-settings.ts';

/**
 * How far a lens puts things beside where they belong: the terms of its drawing as they were fitted, the field that they
 * make with its uncertainty, and beside it how far parts were found from where the fit without distortion has them.
 */
export function distortionOf(
  { distortion }: Refit,
  { measured: { rows, cols, cell } }: FinalFit,
  features: readonly FoundFeature[],
  { places, missed }: ReportSettings['distortion'],
): Distortion | null {
  if (!distortion) return null;
  const { terms, left } = distortion;
  const count = terms.length;
  const half = (Math.max(rows, cols) * cell) / 2;
  const measured = (k: number) => {
    const off = missed * terms[k]!;
    return { value: terms[k]!, sigma: Math.sqrt(left[k * count + k]! + off * off) };
  };
  const [width, height] = [cols * cell, rows * cell];
  const at = (column: number, row: number): DistortionPlace => {
    const [x, y] = [((column + 0.5) * width) / places, ((row + 0.5) * height) / places];
    const moves = distortionTerms.map((term) => term((x - width / 2) / half, (y - height / 2) / half));
    const along = (axis: 0 | 1) => moves.reduce((sum, move, k) => sum + terms[k]! * move[axis], 0);
    let variance = 0;
    for (const axis of [0, 1] as const)
      moves.forEach((a, k) =>
        moves.forEach((b, l) => (variance += a[axis] * b[axis] * left[k * count + l]!)),
      );
    const own = features.filter(({ rejected, found_px: { x: u, y: v } }) => {
      return (
        !rejected &&
        Math.abs(u + 0.5 - x) <= width / places / 2 &&
        Math.abs(v + 0.5 - y) <= height / places / 2
      );
    });
    return {
      ...{ x_px: x - 0.5, y_px: y - 0.5, dx_px: half * along(0), dy_px: half * along(1) },
      sigma_px: half * Math.sqrt(variance + missed * missed * (along(0) * along(0) + along(1) * along(1))),
      seen: own.length > 0 ? meanOf(own) : null,
    };
  };
  const indices = Array.from({ length: places }, (_, k) => k);
  return {
    ...{ radial: measured(0), tangential_x: measured(1), tangential_y: measured(2), radius_px: half },
    significant: distortion.isThere,
    field: indices.flatMap((row) => indices.map((column) => at(column, row))),
  };
}

/** How far parts lie from where they were expected, on average, and how much they differ in it. */
function meanOf(features: readonly FoundFeature[]): NonNullable<DistortionPlace['seen']> {
  const n = features.length;
  const off = features.map(({ found_px: p, fitted_px: q }) => [p.x - q.x, p.y - q.y] as const);
  const [dx, dy] = [0, 1].map((axis) => off.reduce((sum, one) => sum + one[axis]!, 0) / n) as [
    number,
    number,
  ];
  const spread = off.reduce((sum, [x, y]) => sum + (x - dx) * (x - dx) + (y - dy) * (y - dy), 0);
  return { dx_px: dx, dy_px: dy, parts: n, scatter_px: n > 1 ? Math.sqrt(spread / (n - 1)) : null };
}
