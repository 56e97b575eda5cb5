import { boundsOf } from '../targets/shape.ts';
import type { Area } from '../targets/target-model.ts';
import type { FinalFit } from './final-fit.ts';
import { pitchOf } from './state.ts';

/**
 * What drawing, pixels and pupil leave unknown however little noise there is, a model error that was measured: cycles
 * of the rim of what passes, at either end of what the target spans (root mean square over noise-free and noisy grids
 * of 224 to 512 px off-axis: 0.014 px of 12.8), and depths of field.
 */
const CYCLES = 0.0012;
const DEPTHS = 0.015;

/** One σ each, as it is added to those of the fit: shares of the pitch and of its ratio, rad, degrees, mm. */
export interface Systematic {
  readonly pitch: number;
  readonly anisotropy: number;
  readonly shear: number;
  readonly rotation_deg: number;
  readonly z_mm: number;
}

/** @param found the parts that the frame shows */
export function systematicOf(final: FinalFit, found: readonly Area[]): Systematic {
  const { subject, measured, fit } = final;
  const passed = Math.min(measured.filter?.pass ?? 0.5, fit.state.pupil ?? 0.5);
  const pitch = CYCLES / passed / (spanOf(final, found) / 2);
  const radius = passed / (subject.magnification * pitchOf(fit.state.places[0]!));
  const z_mm = DEPTHS / (subject.wavelength_um * radius * radius) / 1000;
  // x over y, each from its own ends; what moves an end outwards moves it sideways too
  const rotation_deg = (pitch * 180) / Math.PI;
  return { pitch, anisotropy: 2 * pitch, shear: 2 * pitch, rotation_deg, z_mm };
}

/**
 * Camera pixels from one end of what tells the scale to the other: a lattice fills the frame, of a band only its width
 * counts, and where parts keep no places to each other, the largest one.
 */
function spanOf({ subject, measured, fit }: FinalFit, found: readonly Area[]): number {
  const { model } = subject;
  const frame = Math.max(measured.rows, measured.cols) * measured.cell;
  if (model.lattices.length > 0 || found.length === 0) return frame;
  const parts = model.rigid === 'part' ? [...new Set(found.map(({ part }) => part))] : [null];
  const extents = parts.map((part) => extentOf(found.filter((area) => part === null || area.part === part)));
  return Math.min(frame, Math.max(...extents) / pitchOf(fit.state.places[0]!));
}

/** µm */
function extentOf(areas: readonly Area[]): number {
  const bands = areas.flatMap(({ shape }) => (shape.kind === 'band' ? [shape.width_um] : []));
  if (bands.length > 0) return Math.max(...bands);
  const boxes = areas.map(({ shape }) => boundsOf(shape));
  const width =
    Math.max(...boxes.map(({ right_um }) => right_um)) - Math.min(...boxes.map(({ left_um }) => left_um));
  const height =
    Math.max(...boxes.map(({ bottom_um }) => bottom_um)) - Math.min(...boxes.map(({ top_um }) => top_um));
  return Math.max(width, height);
}
