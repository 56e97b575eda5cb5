import { fastSize } from '../fft/fast-size.ts';
import type { SimulationSpec } from './simulation-spec.ts';

/** How many pixels a wave has beyond each side of the frame. */
export interface Margin {
  readonly x: number;
  readonly y: number;
}

/** What the ringing of a sharp pupil reaches, in cycles of its rim. */
const RINGING_CYCLES = 10;
/** px, and share of the shorter side: more than either costs too much memory; what is missing then is far outside. */
const LARGEST = { px: 256, share: 0.25 };

/**
 * A target goes on beyond the frame and diffracts light into it: as much of it is computed as the steepest ray that
 * the pupil passes can cross on its way to the sensor. Other objects lie inside the frame and need none.
 */
export function simulationMargin(spec: SimulationSpec): Margin {
  if (spec.target === null) return { x: 0, y: 0 };
  const { wavelength_um, pixel_pitch_um, pupil_radius_cycles_per_px, width_px, height_px } = spec;
  const sine = Math.min(0.9, (wavelength_um * pupil_radius_cycles_per_px) / pixel_pitch_um);
  const reach_px = (Math.abs(spec.z_mm) * 1000 * sine) / Math.sqrt(1 - sine * sine) / pixel_pitch_um;
  const most = Math.max(LARGEST.px, Math.floor(LARGEST.share * Math.min(width_px, height_px)));
  const margin = Math.min(most, Math.ceil(reach_px + RINGING_CYCLES / pupil_radius_cycles_per_px));
  return { x: fitted(width_px, margin), y: fitted(height_px, margin) };
}

/** At least `margin`, so that the whole has a size that transforms fast, where the two sides can be equal. */
function fitted(count: number, margin: number): number {
  const added = fastSize(count + 2 * margin) - count;
  return added % 2 === 0 ? added / 2 : margin;
}

/** The frame's own part of samples that have a margin. */
export function withoutMargin(
  samples: Float64Array,
  rows: number,
  cols: number,
  { x, y }: Margin,
): Float64Array<ArrayBuffer> {
  const own = new Float64Array(rows * cols);
  for (let row = 0; row < rows; row += 1) {
    const from = (row + y) * (cols + 2 * x) + x;
    own.set(samples.subarray(from, from + cols), row * cols);
  }
  return own;
}
