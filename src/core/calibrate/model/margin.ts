import type { MeasuredLight } from './measured.ts';
import type { Nominal } from './nominal.ts';

/** Cycles of the filter's rim that a wave is followed for beyond an edge, as it goes on ringing. */
export interface RingingCycles {
  /** to find a place */
  readonly found: number;
  /** and to measure it: less lets light from the other side of the canvas in */
  readonly measured: number;
}

/** Cells that a margin has at least. */
const NARROWEST = 8;
/** px, and share of the shorter side, that a margin has at most: its cells cost time */
const WIDEST = { px: 256, share: 0.3 };
/** Sine of the steepest light that is followed to where it comes from: what is steeper comes from ever farther away. */
const STEEPEST = 0.9;

/** How far light from one point spreads at the sensor, camera pixels: as far as a place needs it to be found. */
export function marginOf(measured: MeasuredLight, nominal: Nominal, { found }: RingingCycles): number {
  return Math.min(WIDEST.share * shorterSide(measured), spreadOf(measured, nominal, found));
}

function shorterSide({ rows, cols, cell }: MeasuredLight): number {
  return Math.min(rows, cols) * cell;
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
export function surroundingsOf(light: MeasuredLight, nominal: Nominal, ringing: RingingCycles): Surroundings {
  const spread = spreadOf(light, nominal, ringing.measured);
  const margin = Math.min(Math.max(WIDEST.px, WIDEST.share * shorterSide(light)), spread);
  const fade = (ringing.measured - ringing.found) / rimOf(light);
  return { margin, fade: fade * (margin / spread) };
}

export function foldOf(measured: MeasuredLight): number {
  return measured.filter && measured.cell > 1 ? 2 : 1;
}
