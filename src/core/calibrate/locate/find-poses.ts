import type { Kernels } from '../../kernel/kernels.ts';
import type { Lattice } from '../../targets/target-model.ts';
import { binned, type MeasuredLight } from '../model/measured.ts';
import type { Nominal } from '../model/nominal.ts';
import type { Subject } from '../model/predict.ts';
import { pictureOf, refocused } from '../model/refocus.ts';
import { asDrawn, drawScene } from '../model/scene.ts';
import { placeOf, type Pose } from '../model/state.ts';
import { Correlator, type Match } from './correlate.ts';
import { findLattice } from './lattice-pose.ts';
import type { LocateSettings } from './locate-settings.ts';

/** Cells along the longer side of the picture that turns and sizes are tried on. */
const PICTURE_SIDE = 72;
/** Poses of which several sizes are tried: the best, and one in reserve. */
const TRIED = 2;
const SIZES = [0.97, 0.98, 0.99, 1, 1.01, 1.02, 1.03];

/**
 * How a target may lie: turn and size from the orders of a lattice, or with the place from a picture, several sizes of it.
 * @returns `placed`: the place is known, too
 */
export function findPoses(
  subject: Subject,
  measured: MeasuredLight,
  nominal: Nominal,
  settings: LocateSettings['poses'],
  reach: number,
  onStep: () => void,
): { readonly poses: Pose[]; readonly placed: boolean } {
  const { kernels, model } = subject;
  const [lattice] = model.lattices;
  if (lattice) {
    const pose = latticeIn(kernels, measured, lattice, nominal);
    return { poses: [{ ...pose, x: 0, y: 0 }], placed: false };
  }
  const { medium_wavelength_um, pitch_um } = nominal;
  const area = pitch_um * pitch_um * nominal.magnification * nominal.magnification;
  const zeta = (nominal.from_um + nominal.to_um) / (2 * area);
  const path = { zeta, pitch_um: pitch_um * nominal.magnification, ratio: 1 };
  const field = refocused(kernels, measured, medium_wavelength_um, path);
  const factor = Math.max(1, Math.round(Math.max(measured.rows, measured.cols) / PICTURE_SIDE));
  const picture = binned(pictureOf(measured, field), factor);
  const correlator = new Correlator(subject, picture, measured, pitch_um, reach);
  const view = Math.min(measured.rows, measured.cols) * measured.cell * pitch_um;
  const symmetry = symmetryOf(subject, view, settings.symmetric);
  const step = 3 / Math.max(picture.rows, picture.cols);
  const poses = searchPoses(correlator, symmetry, step, onStep).map(({ pose }) => pose);
  return { poses: sizesOf(poses), placed: true };
}

interface FoundLattice {
  readonly lattice: Lattice;
  readonly nominal: Nominal;
  readonly pose: ReturnType<typeof findLattice>;
}

/** In each frame the last one: of areas of several widths the lattice is the same. */
const lastFound = new WeakMap<MeasuredLight, FoundLattice>();

function latticeIn(kernels: Kernels, measured: MeasuredLight, lattice: Lattice, nominal: Nominal) {
  const last = lastFound.get(measured);
  if (last?.nominal === nominal && isSameLattice(last.lattice, lattice)) return last.pose;
  const pose = findLattice(kernels, measured, lattice, nominal);
  lastFound.set(measured, { lattice, nominal, pose });
  return pose;
}

function isSameLattice(one: Lattice, other: Lattice): boolean {
  const isSame = (a: Lattice['b'], b: Lattice['b']) => a?.x_um === b?.x_um && a?.y_um === b?.y_um;
  return isSame(one.a, other.a) && isSame(one.b, other.b);
}

/** A picture with its twin image gives a size to a per cent or two. */
function sizesOf(poses: readonly Pose[]): Pose[] {
  return poses.slice(0, TRIED).flatMap((pose) => SIZES.map((by) => ({ ...pose, scale: by * pose.scale })));
}

const SCALES = [0.965, 1, 1.035];
/** Looked at more closely; of charts the right one was the first of them. */
const KEPT = 8;

/**
 * How a target may lie: every turn and a few sizes against a coarse picture, then the best of them between the steps.
 * @param step rad
 */
function searchPoses(correlator: Correlator, symmetry: Symmetry, step: number, onStep: () => void): Match[] {
  const turns = symmetry.turn === 0 ? 1 : Math.ceil(symmetry.turn / step);
  const found: Match[] = [];
  for (const mirrored of symmetry.mirror ? [false] : [false, true]) {
    for (let k = 0; k < turns; k += 1) {
      onStep();
      const rotation = (k * symmetry.turn) / turns;
      for (const scale of SCALES) found.push(correlator.best({ rotation, scale, mirrored }));
    }
  }
  return apartFrom(found, step)
    .map((match) => sharpened(correlator, match, symmetry.turn === 0 ? 0 : step))
    .sort((a, b) => b.score - a.score);
}

/** Best first, without what lies next to something better. */
function apartFrom(matches: readonly Match[], step: number): Match[] {
  const kept: Match[] = [];
  for (const match of matches.toSorted((a, b) => b.score - a.score)) {
    const near = kept.some(
      ({ pose }) =>
        pose.mirrored === match.pose.mirrored && Math.abs(pose.rotation - match.pose.rotation) < 2.5 * step,
    );
    if (!near) kept.push(match);
    if (kept.length === KEPT) break;
  }
  return kept;
}

function sharpened(correlator: Correlator, start: Match, step: number): Match {
  let best = start;
  let [turn, size] = [step / 2, 0.0175];
  for (let round = 0; round < 3; round += 1) {
    const { rotation, scale, mirrored } = best.pose;
    for (const dr of turn === 0 ? [0] : [-turn, 0, turn]) {
      for (const ds of [-size, 0, size]) {
        if (dr === 0 && ds === 0) continue;
        const match = correlator.best({ rotation: rotation + dr, scale: scale + ds, mirrored });
        if (match.score > best.score) best = match;
      }
    }
    [turn, size] = [turn / 2, size / 2];
  }
  return best;
}

interface Symmetry {
  /** turns by this angle (rad) change nothing; 0: no turn changes anything */
  readonly turn: number;
  /** whether it looks the same from behind, at some turn */
  readonly mirror: boolean;
}

const SIDE = 96;

/**
 * By which turns a target's drawing comes back to itself, seen on drawings of it: none of them is asked for.
 * @param field_um side of the view that is compared, around the origin
 */
function symmetryOf(
  { kernels, model, wavelength_um }: Subject,
  field_um: number,
  symmetric: number,
): Symmetry {
  const drawn = (degrees: number, mirrored: boolean) => {
    const canvas = { rows: SIDE, cols: SIDE, cell: 1, left: 0, top: 0 };
    const middle = { x: (SIDE - 1) / 2, y: (SIDE - 1) / 2 };
    const pose = { rotation: (degrees * Math.PI) / 180, scale: 1, mirrored, x: 0, y: 0 };
    const place = placeOf(pose, field_um / SIDE, middle, kernels.wasm);
    const wave = drawScene(canvas, model, [{ place, parts: null }], asDrawn, wavelength_um, kernels.wasm);
    return inDisc(wave.re.map((re, i) => re + 0.7 * wave.im[i]!));
  };
  const upright = drawn(0, false);
  const same = (degrees: number, mirrored = false) =>
    correlation(upright, drawn(degrees, mirrored)) > symmetric;
  const mirror = same(0, true);
  if (same(37)) return { turn: 0, mirror: true };
  const turn = [60, 90, 180].find((degrees) => same(degrees)) ?? 360;
  return { turn: (turn * Math.PI) / 180, mirror };
}

function inDisc(values: Float32Array): Float64Array {
  const middle = (SIDE - 1) / 2;
  const inside: number[] = [];
  for (let row = 0, i = 0; row < SIDE; row += 1)
    for (let col = 0; col < SIDE; col += 1, i += 1)
      if (squared(row - middle) + squared(col - middle) < squared(middle)) inside.push(values[i]!);
  return Float64Array.from(inside);
}

function squared(x: number): number {
  return x * x;
}

function correlation(a: Float64Array, b: Float64Array): number {
  const mean = (v: Float64Array) => v.reduce((sum, x) => sum + x, 0) / v.length;
  const [ma, mb] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i += 1) {
    const [x, y] = [a[i]! - ma, b[i]! - mb];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa > 0 ? ab / Math.sqrt(aa * bb) : 0;
}
