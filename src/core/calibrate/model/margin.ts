import type { MeasuredLight } from './measured.ts';
import type { Nominal } from './nominal.ts';

/**
 * Cycles of the filter's rim that a wave goes on ringing beyond an edge: enough to find a place, and to measure it. A quarter less of the second
 * lets so much light from the other side of the canvas in that a chart off-axis is refused; of four targets a quarter more of it makes
 * error over σ 0.9 to 2.2 times what it is, and a quarter of the first 0.6 to 1.1 times. The other bounds change nothing.
 */
export const RINGING = { coarse: 3, fine: 12 };
/** Cells that a margin has at least. */
const NARROWEST = 8;
/** px, and share of the shorter side, that a margin has at most: its cells cost time */
const WIDEST = { px: 256, share: 0.3 };
/** Sine of the steepest light that is followed to where it comes from: what is steeper comes from ever farther away. */
const STEEPEST = 0.9;

/** How far light from one point spreads at the sensor, camera pixels. */
export function marginOf(measured: MeasuredLight, nominal: Nominal, ringing = RINGING.coarse): number {
  const side = Math.min(measured.rows, measured.cols) * measured.cell;
  const most = ringing > RINGING.coarse ? Math.max(WIDEST.px, WIDEST.share * side) : WIDEST.share * side;
  return Math.min(most, spreadOf(measured, nominal, ringing));
}

function spreadOf(measured: MeasuredLight, nominal: Nominal, ringing: number): number {
  const { medium_wavelength_um, magnification } = nominal;
  const pitch = nominal.pitch_um * magnification;
  const radius = rimOf(measured);
  const sine = Math.min(STEEPEST, (medium_wavelength_um * radius) / pitch);
  const z = Math.max(Math.abs(nominal.from_um), Math.abs(nominal.to_um));
  const reach = (z * sine) / Math.sqrt(1 - sine * sine) / pitch;
  return reach + Math.max(NARROWEST * measured.cell, ringing / radius);
}

/** The finest that cells show, cycles per camera pixel. */
function rimOf({ filter, cell }: MeasuredLight): number {
  return filter ? filter.stop : 0.5 / cell;
}

/** What is drawn around a frame, camera pixels. */
export interface Surroundings {
  readonly margin: number;
  /** from the canvas's rim on, what is drawn fades over so much; see `soften` */
  readonly fade: number;
}

/**
 * Light that reaches the frame comes from nearer to it than what fades: that is what a wave rings over beyond its first cycles.
 * Of a margin that is cut short the same share fades.
 */
export function surroundingsOf(measured: MeasuredLight, nominal: Nominal): Surroundings {
  const margin = marginOf(measured, nominal, RINGING.fine);
  const fade = (RINGING.fine - RINGING.coarse) / rimOf(measured);
  return { margin, fade: fade * (margin / spreadOf(measured, nominal, RINGING.fine)) };
}

export function foldOf(measured: MeasuredLight): number {
  return measured.filter && measured.cell > 1 ? 2 : 1;
}
