import { boundsOf } from '../../targets/shape.ts';
import type { Area, TargetModel } from '../../targets/target-model.ts';
import type { FinalFit } from '../fit/final-fit.ts';
import { pitchOf } from '../model/state.ts';

/**
 * What drawing, pixels and pupil leave unknown however little noise there is. Cycles of the rim of what passes by which
 * the two ends of what the target spans may lie off: both of them (`pitch`), along x against along y (`ratio`; of rows
 * and strips nothing depends on it) and across it (`turn`); and depths of field.
 */
interface ModelError {
  readonly pitch: number;
  readonly ratio: number;
  readonly turn: number;
  readonly depths: number;
}

interface ModelErrors {
  readonly inline: ModelError;
  readonly offAxis: ModelError;
}

const ofDisc: ModelError = { pitch: 0.0004, ratio: 0.0008, turn: 0.0003, depths: 0.0009 };

/**
 * By what there is to see: off-axis the rim of the filter cuts through the light of the many edges of a chart or a grid,
 * alike in all directions; of rows few orders come near it, and in-line pixels pass nearly all. A strip has two edges
 * and nothing to average over, and a disc's edge meets pixels at every angle. Such that over simulated rigs, beside the fit's own uncertainties, errors over σ have a root mean
 * square near 1: some 120 of each target and mode (seeds 1 to 66, 1001 to 1016, 2001 to 2018 and 3001 to 3030).
 */
const errors = {
  rows: {
    inline: { pitch: 0.00016, ratio: 0.0002, turn: 0.00009, depths: 0.0003 },
    offAxis: { pitch: 0.00023, ratio: 0.0002, turn: 0.00009, depths: 0.00015 },
  },
  strip: {
    inline: { pitch: 0.0004, ratio: 0.0006, turn: 0.0001, depths: 0.0005 },
    offAxis: { pitch: 0.00024, ratio: 0.0002, turn: 0.00007, depths: 0.0005 },
  },
  lattice: {
    inline: { pitch: 0.00025, ratio: 0.00024, turn: 0.00024, depths: 0.0008 },
    offAxis: { pitch: 0.0009, ratio: 0.0006, turn: 0.0003, depths: 0.0006 },
  },
  chart: {
    inline: { pitch: 0.00007, ratio: 0.00013, turn: 0.0001, depths: 0.00015 },
    offAxis: { pitch: 0.0006, ratio: 0.00055, turn: 0.0006, depths: 0.0005 },
  },
  outline: {
    inline: { pitch: 0.00016, ratio: 0.0003, turn: 0.0003, depths: 0.0006 },
    offAxis: { pitch: 0.0003, ratio: 0.0002, turn: 0.00016, depths: 0.0002 },
  },
  // no disc of the catalogue is for in-line rigs
  disc: { inline: ofDisc, offAxis: ofDisc },
} satisfies Readonly<Record<string, ModelErrors>>;

function errorsOf({ lattices, rigid }: TargetModel, found: readonly Area[]): ModelErrors {
  const are = (kind: Area['shape']['kind']) =>
    found.length > 0 && found.every(({ shape }) => shape.kind === kind);
  if (lattices.length > 0) return are('band') ? errors.rows : errors.lattice;
  if (are('band')) return errors.strip;
  if (are('circle')) return errors.disc;
  return rigid === 'whole' ? errors.outline : errors.chart;
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
  const { inline, offAxis } = errorsOf(subject.model, found);
  const { depths, ...cycles } = measured.im === null ? inline : offAxis;
  const passed = Math.min(measured.filter?.pass ?? 0.5, fit.state.pupil ?? 0.5);
  const share = (own: number) => own / passed / (spanOf(final, found) / 2);
  const radius = passed / (subject.magnification * pitchOf(fit.state.places[0]!));
  const z_mm = depths / (subject.medium_wavelength_um * radius * radius) / 1000;
  const turn = share(cycles.turn);
  return {
    ...{ pitch: share(cycles.pitch), anisotropy: share(cycles.ratio), z_mm },
    ...{ shear: turn, rotation_deg: (turn * 180) / Math.PI },
  };
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
