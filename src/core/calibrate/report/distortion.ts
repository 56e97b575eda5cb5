import type { Distortion, DistortionPlace, ResidualPlace } from '../../rig/calibration.ts';
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
  residuals: readonly ResidualPlace[],
  { missed }: ReportSettings['distortion'],
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
  const at = (place: ResidualPlace): DistortionPlace => {
    const [u, v] = [place.x_px + 0.5 - width / 2, place.y_px + 0.5 - height / 2];
    const moves = distortionTerms.map((term) => term(u / half, v / half));
    const along = (axis: 0 | 1) => moves.reduce((sum, move, k) => sum + terms[k]! * move[axis], 0);
    let variance = 0;
    for (const axis of [0, 1] as const)
      moves.forEach((a, k) =>
        moves.forEach((b, l) => (variance += a[axis] * b[axis] * left[k * count + l]!)),
      );
    return {
      ...{ ...place, dx_px: half * along(0), dy_px: half * along(1) },
      sigma_px: half * Math.sqrt(variance + missed * missed * (along(0) * along(0) + along(1) * along(1))),
    };
  };
  return {
    ...{ radial: measured(0), tangential_x: measured(1), tangential_y: measured(2), radius_px: half },
    significant: distortion.isThere,
    field: residuals.map(at),
  };
}
