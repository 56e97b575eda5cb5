import type { MeasuredLight } from '../model/measured.ts';
import type { State } from '../model/state.ts';

/** Radii that are tried inside the widest one, as shares of it. */
const SHARES = Array.from({ length: 17 }, (_, k) => 1 - 0.04 * k);
/** By what share of the widest radius the best one is then moved; with a filter a field has few cells, and more cost little. */
const FINER = { inline: [0.02, 0.01], offAxis: [0.02, 0.01, 0.005, 0.0025] };
/** The widest radius without a filter: what pixels sample. */
const NYQUIST = 0.5;

/**
 * What a rig's optics pass: the radius of the sharp-edged disc with which the drawing fits best, cycles per camera
 * pixel, or null where none fits clearly better than no disc. Every radius is tried: a lattice sends its light into few
 * directions, and the residual changes only where the rim crosses one.
 *
 * Without it orders that the drawing has and the frame lacks are made up for by blur, width and scale: 0.4 % of the
 * pitch in a small off-axis frame.
 * @param lossWith the residual with a disc of this radius
 * @param near a radius already known; only others next to it are tried then
 * @param worth see `FitSettings`
 */
export function pupilOf(
  filter: MeasuredLight['filter'],
  lossWith: (radius: number | null) => number,
  near: number | null,
  worth: number,
): { readonly pupil: number | null; readonly loss: number } {
  const widest = filter ? filter.stop : NYQUIST;
  const before = { pupil: near, loss: lossWith(near) };
  let best = before;
  const attempt = (radius: number) => {
    if (radius >= widest) return;
    const loss = lossWith(radius);
    if (loss < best.loss) best = { pupil: radius, loss };
  };
  if (near === null) for (const share of SHARES) attempt(share * widest);
  for (const step of filter ? FINER.offAxis : FINER.inline) {
    const { pupil } = best;
    if (pupil === null) break;
    attempt(pupil - step * widest);
    attempt(pupil + step * widest);
  }
  return near === null && best.loss > (1 - worth) * before.loss ? before : best;
}

/** Of what light passes, cycles per camera pixel. */
export function passedRadius({ pupil }: State, { filter, cell }: MeasuredLight): number {
  return Math.min(pupil ?? 0.5, filter?.stop ?? 0.5, 0.5 / cell);
}
