import { boundsOf } from '../targets/shape.ts';
import type { Area, TargetModel } from '../targets/target-model.ts';
import type { FinalFit } from './final-fit.ts';
import { pitchOf } from './state.ts';

/**
 * What drawing, pixels and pupil leave unknown however little noise there is. `cycles` of the rim of what passes, by
 * which either end of what the target spans may lie off, in-line and off-axis; `depths` of field; `ratio`: what the
 * ratio of x to y and the angles have of the pitch's.
 */
interface ModelError {
  readonly cycles: { readonly inline: number; readonly offAxis: number };
  readonly depths: number;
  readonly ratio: number;
}

/**
 * By what there is to see: off-axis the rim of the filter cuts through the light of the many edges of a chart or a grid,
 * alike in all directions; of rows few orders come near it, and in-line pixels pass nearly all. A strip has two edges
 * and nothing to average over, and a ball bends light so steeply that pixels sample its rim badly. From 58 simulated
 * rigs, two or three of each target and mode (seeds 1001 to 1003), and the ratios from 100 (seeds 1001 to 1004), beside the
 * fit's own uncertainties.
 */
const errors: Readonly<Record<'rows' | 'outline' | 'pattern' | 'strip' | 'ball', ModelError>> = {
  rows: { cycles: { inline: 0.0002, offAxis: 0.0002 }, depths: 0.0004, ratio: 0.5 },
  outline: { cycles: { inline: 0.0002, offAxis: 0.0005 }, depths: 0.0006, ratio: 0.6 },
  pattern: { cycles: { inline: 0.0003, offAxis: 0.001 }, depths: 0.0007, ratio: 0.75 },
  strip: { cycles: { inline: 0.0006, offAxis: 0.0002 }, depths: 0.0006, ratio: 0.5 },
  ball: { cycles: { inline: 0.0012, offAxis: 0.0009 }, depths: 0.004, ratio: 2 },
};

function errorOf({ lattices, rigid, copies }: TargetModel, found: readonly Area[]): ModelError {
  if (copies === 'scattered') return errors.ball;
  const isBands = found.length > 0 && found.every(({ shape }) => shape.kind === 'band');
  if (lattices.length === 0 && isBands) return errors.strip;
  if (isBands) return errors.rows;
  return lattices.length === 0 && rigid === 'whole' ? errors.outline : errors.pattern;
}

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
  const { cycles, depths, ratio } = errorOf(subject.model, found);
  const passed = Math.min(measured.filter?.pass ?? 0.5, fit.state.pupil ?? 0.5);
  const own = measured.im === null ? cycles.inline : cycles.offAxis;
  const pitch = own / passed / (spanOf(final, found) / 2);
  const radius = passed / (subject.magnification * pitchOf(fit.state.places[0]!));
  const z_mm = depths / (subject.wavelength_um * radius * radius) / 1000;
  const turned = ratio * pitch;
  return { pitch, anisotropy: turned, shear: turned, rotation_deg: (turned * 180) / Math.PI, z_mm };
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
