import {
  COVERAGE,
  type Distortion,
  type DistortionPlace,
  type ResidualPlace,
} from '../../rig/calibration.ts';
import type { FinalFit } from '../fit/final-fit.ts';
import type { SettledDistortion } from '../fit/straightened.ts';
import { distortionTerms } from '../../rig/distortion-terms.ts';
import { root } from './budget.ts';
import type { ReportSettings } from './report-settings.ts';

/**
 * How far a lens puts things beside where they belong: the terms of its drawing as they were fitted, the field that they
 * make with its uncertainty, and beside it how far parts were found from where the fit without distortion has them.
 * @param usual σ of each term before the frame was seen, as the fit has it: as little is known of the radial one where the
 *   place of the disc was fitted, which moves outwards and takes up such a term, unless the waves of a lattice tell it. Off-axis
 *   grids of 5 periods (seeds 31, 37, 44 of the second simulator) found 0 to 0.8 of it, with and without
 */
export function distortionOf(
  distortion: SettledDistortion | null,
  { offCentre, measured: { rows, cols, cell } }: FinalFit,
  residuals: readonly ResidualPlace[],
  usual: number,
  { missed }: ReportSettings['distortion'],
): Distortion | null {
  if (!distortion) return null;
  const { terms, left, last } = distortion;
  const count = terms.length;
  const half = (Math.max(rows, cols) * cell) / 2;
  const share = distortion.isSettled ? missed : 1;
  const off = last.map((step, k) => {
    if (k > 0) return Math.abs(share * step);
    return distortion.byOrders ? 0 : root([share * step, offCentre ? usual : 0]);
  });
  const measured = (k: number) => {
    return { value: terms[k]!, sigma: Math.sqrt(left[k * count + k]! + off[k]! * off[k]!) };
  };
  const [width, height] = [cols * cell, rows * cell];
  const at = (place: ResidualPlace): DistortionPlace => {
    const [u, v] = [place.x_px + 0.5 - width / 2, place.y_px + 0.5 - height / 2];
    const moves = distortionTerms.map((term) => term(u / half, v / half));
    const along = (axis: 0 | 1, of = terms) => moves.reduce((sum, move, k) => sum + of[k]! * move[axis], 0);
    const [offX, offY] = [along(0, off), along(1, off)];
    let variance = 0;
    for (const axis of [0, 1] as const)
      moves.forEach((a, k) =>
        moves.forEach((b, l) => (variance += a[axis] * b[axis] * left[k * count + l]!)),
      );
    return {
      ...{ ...place, dx_px: half * along(0), dy_px: half * along(1) },
      sigma_px: half * Math.sqrt(variance + offX * offX + offY * offY),
    };
  };
  const own = [0, 1, 2].map(measured);
  return {
    ...{ radial: own[0]!, tangential_x: own[1]!, tangential_y: own[2]!, radius_px: half },
    significant: distortion.isThere && own.some(({ value, sigma }) => Math.abs(value) > COVERAGE * sigma),
    linear: distortion.linear,
    field: residuals.map(at),
  };
}
