import type { Kernels } from '../../kernel/kernels.ts';
import type { TargetModel } from '../../targets/target-model.ts';
import { Correlator } from './correlate.ts';
import { findLattice } from './lattice-pose.ts';
import { binned, type Measured } from '../model/measured.ts';
import type { Nominal } from '../model/nominal.ts';
import type { Pose } from '../model/pose.ts';
import { pictureOf, refocused } from './refocus.ts';
import { searchPoses } from './search-pose.ts';
import { symmetryOf } from './symmetry.ts';

/** Cells along the longer side of the picture that turns and sizes are tried on. */
const PICTURE_SIDE = 72;
const PLACED_TRIED = 2;
const ALL_SIZES = Array.from({ length: 11 }, (_, k) => 0.95 + 0.01 * k);
const SIZES = [0.97, 0.98, 0.99, 1, 1.01, 1.02, 1.03];

/**
 * How a target may lie: turn and size from the orders of a lattice, or with the place from a picture, several sizes of it.
 * @returns `placed`: the place is known, too
 */
export function findPoses(
  kernels: Kernels,
  measured: Measured,
  model: TargetModel,
  nominal: Nominal,
  onStep: () => void,
): { readonly poses: Pose[]; readonly placed: boolean } {
  const [lattice] = model.lattices;
  if (lattice) {
    const poses = findLattice(kernels, measured, lattice, nominal.pitch_um).map(({ pose }) => pose);
    return { poses: poses.map((pose) => ({ ...pose, x: 0, y: 0 })), placed: false };
  }
  const { wavelength_um, pitch_um } = nominal;
  const area = pitch_um * pitch_um * nominal.magnification * nominal.magnification;
  const zeta = (nominal.from_um + nominal.to_um) / (2 * area);
  const field = refocused(kernels, measured, wavelength_um, pitch_um * nominal.magnification, zeta);
  const factor = Math.max(1, Math.round(Math.max(measured.rows, measured.cols) / PICTURE_SIDE));
  const picture = binned(pictureOf(measured, field), factor);
  const correlator = new Correlator(kernels, picture, measured, model, pitch_um, wavelength_um);
  const view = Math.min(measured.rows, measured.cols) * measured.cell * pitch_um;
  const symmetry = symmetryOf(kernels, model, view, wavelength_um);
  const step = 3 / Math.max(picture.rows, picture.cols);
  const poses = searchPoses(correlator, symmetry, step, onStep).map(({ pose }) => pose);
  return { poses: sizesOf(poses, model), placed: true };
}

/**
 * A picture with its twin image gives a size to a per cent or two. A ball bends light so much that its picture out of focus says little of its size: all that are allowed are
 * tried.
 */
function sizesOf(poses: readonly Pose[], model: TargetModel): Pose[] {
  const around = model.copies === 'scattered' ? null : SIZES;
  return poses
    .slice(0, around ? PLACED_TRIED : 1)
    .flatMap((pose) =>
      (around ?? ALL_SIZES).map((by) => ({ ...pose, scale: around ? by * pose.scale : by })),
    );
}
