import type { Kernels } from '../kernel/kernels.ts';
import type { TargetModel } from '../targets/target-model.ts';
import { Correlator } from './correlate.ts';
import { scanDistances } from './distance-scan.ts';
import { fitScene, middleOf, type SceneFit } from './fit-scene.ts';
import { findLattice } from './lattice-pose.ts';
import { evenLight, withDegrees } from './light.ts';
import { binned, type Measured } from './measured.ts';
import { Optics } from './optics.ts';
import { placeOf, type Pose } from './pose.ts';
import type { Subject } from './predict.ts';
import { pictureOf, refocused } from './refocus.ts';
import { asDrawn } from './scene.ts';
import { searchPoses } from './search-pose.ts';
import { pitchOf, type State, type Unknown } from './state.ts';
import { symmetryOf } from './symmetry.ts';

/** The rig as a person believes it to be. */
export interface Nominal {
  readonly wavelength_um: number;
  /** of a camera pixel on the target */
  readonly pitch_um: number;
  /** see `Subject` */
  readonly magnification: number;
  /** distances from the target to the sensor, µm, in the space that light propagates in */
  readonly from_um: number;
  readonly to_um: number;
}

export interface Located {
  readonly fit: SceneFit;
  readonly measured: Measured;
}

/** Cells along the longer side of the picture that turns and sizes are tried on. */
const PICTURE_SIDE = 72;
/** Cells along the longer side of the coarsest level of the fit. */
const COARSE_SIDE = 128;
/** Cells that a period has at least. */
const CELLS_PER_PERIOD = 5;
const TRIED = 5;
/** px²: where a blur starts from. */
export const SHARP = 0.1;
const PLACED_TRIED = 2;
const SIZES = [0.97, 0.98, 0.99, 1, 1.01, 1.02, 1.03];

/** Cycles of the filter's rim that a wave goes on ringing beyond an edge: enough to find a place, and to measure it. */
export const RINGING = { coarse: 3, fine: 12 };
/** px, and share of the shorter side, that a margin has at most */
const WIDEST = { px: 256, share: 0.3 };

/** How far light from one point spreads at the sensor, camera pixels. */
export function marginOf(measured: Measured, nominal: Nominal, ringing = RINGING.coarse): number {
  const { wavelength_um, magnification } = nominal;
  const pitch = nominal.pitch_um * magnification;
  const radius = measured.filter ? measured.filter.stop : 0.5 / measured.cell;
  const sine = Math.min(0.9, (wavelength_um * radius) / pitch);
  const z = Math.max(Math.abs(nominal.from_um), Math.abs(nominal.to_um));
  const reach = (z * sine) / Math.sqrt(1 - sine * sine) / pitch;
  const side = Math.min(measured.rows, measured.cols) * measured.cell;
  const most = ringing > RINGING.coarse ? Math.max(WIDEST.px, WIDEST.share * side) : WIDEST.share * side;
  return Math.min(most, reach + Math.max(8 * measured.cell, ringing / radius));
}

/** Depth of field of what cells can show, in units of zeta. */
function depthOf(measured: Measured, wavelength_um: number): number {
  const radius = measured.filter ? Math.min(measured.filter.pass, 0.5 / measured.cell) : 0.5 / measured.cell;
  return 1 / (wavelength_um * radius * radius);
}

export function foldOf(measured: Measured): number {
  return measured.filter && measured.cell > 1 ? 2 : 1;
}

export function zetasOf(nominal: Nominal, measured: Measured, pitch_um: number): number[] {
  const area = pitch_um * pitch_um * nominal.magnification * nominal.magnification;
  const depth = depthOf(measured, nominal.wavelength_um);
  const ends = [nominal.from_um / area, nominal.to_um / area] as const;
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  const spread = Math.max(to - from, depth);
  const count = Math.min(160, Math.max(2, Math.ceil(spread / (0.5 * depth))));
  const middle = (from + to) / 2;
  return Array.from({ length: count + 1 }, (_, k) => middle + spread * (k / count - 0.5));
}

function shortestPeriod(model: TargetModel, pitch_um: number): number {
  const lengths = model.lattices.map(({ a }) => Math.sqrt(a.x_um * a.x_um + a.y_um * a.y_um) / pitch_um);
  return Math.min(Infinity, ...lengths);
}

/** Factors by which the measured cells are joined, coarsest first. */
function levelsOf(measured: Measured, model: TargetModel, nominal: Nominal): number[] {
  const period = shortestPeriod(model, nominal.pitch_um) / measured.cell;
  const levels = [1];
  while (
    Math.max(measured.rows, measured.cols) / levels[0]! > 1.5 * COARSE_SIDE &&
    period / (2 * levels[0]!) >= CELLS_PER_PERIOD
  )
    levels.unshift(2 * levels[0]!);
  return levels;
}

/** Turn and size, and for what has no lattice the place, from the frame as it is. */
function posesOf(
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
  return { poses: searchPoses(correlator, symmetry, step, onStep).map(({ pose }) => pose), placed: true };
}

/** What is fitted while little is known yet. */
function firstUnknowns(model: TargetModel): Unknown[] {
  const rotation: Unknown[] = model.determines.includes('rotation') ? ['rotation'] : [];
  return ['scale', ...rotation, 'x0', 'y0', 'zeta'];
}

export function allUnknowns(model: TargetModel, pieces: number): Unknown[] {
  const has = (name: TargetModel['determines'][number]) => model.determines.includes(name);
  const shifts = Array.from({ length: pieces }, (_, k): Unknown[] => [`x${k}`, `y${k}`]).flat();
  return [
    'scale',
    ...(has('rotation') ? (['rotation'] as const) : []),
    ...(has('anisotropy') ? (['anisotropy', 'shear'] as const) : []),
    ...shifts,
    'zeta',
    'blur',
    ...(model.ground.kind === 'clear' && !has('phase_scale') ? (['contrast'] as const) : []),
    // where little more than the first order of a phase grating passes, its width and its height look the same
    ...(model.edgesKnown || has('phase_scale') ? [] : (['wider'] as const)),
    ...(has('phase_scale') ? (['phase_scale'] as const) : []),
  ];
}

/**
 * Where a target lies in a frame and how far away it is, from coarse to fine. Always gives an answer: whether it is
 * the target is judged afterwards.
 */
export function locate(
  kernels: Kernels,
  measured: Measured,
  model: TargetModel,
  nominal: Nominal,
  onStep: () => void,
): Located {
  const { poses, placed } = posesOf(kernels, measured, model, nominal, onStep);
  const subject: Subject = {
    ...{ kernels, model, wavelength_um: nominal.wavelength_um, pieces: [null] },
    magnification: nominal.magnification,
  };
  const levels = levelsOf(measured, model, nominal);
  const coarse = binned(measured, levels[0]!);
  const middle = middleOf(measured);
  const margin = marginOf(coarse, nominal);
  // a picture with its twin image gives a size to a per cent or two
  const sized = placed
    ? poses.slice(0, PLACED_TRIED).flatMap((pose) => SIZES.map((by) => ({ ...pose, scale: by * pose.scale })))
    : poses;
  const starts = sized.flatMap((pose): { state: State; score: number }[] => {
    const place = placeOf(pose, nominal.pitch_um, middle, kernels.run);
    const state = { places: [place], zeta: 0, blur: SHARP, pupil: null, look: asDrawn };
    const zetas = zetasOf(nominal, coarse, nominal.pitch_um / pose.scale);
    const options = { fold: foldOf(coarse), onStep };
    return scanDistances(subject, coarse, state, zetas, margin, options).slice(0, placed ? 1 : TRIED);
  });
  let best: Located | null = null;
  const optics = new Optics(kernels, coarse, nominal.wavelength_um, margin, foldOf(coarse));
  const tried = starts.sort((a, b) => b.score - a.score).slice(0, TRIED);
  for (const { state } of tried) {
    const light = evenLight(1, coarse.im === null ? -1 : 1);
    const options = { unknowns: firstUnknowns(model), iterations: 8, onStep, enough: 0.1 };
    const fit = fitScene(subject, coarse, optics, { state, light }, options);
    const next = { fit, measured: coarse };
    if (!best || worth(next, nominal) > worth(best, nominal)) best = next;
  }
  for (const factor of levels.slice(1)) {
    if (!best) break;
    const level = binned(measured, factor);
    const around = marginOf(level, nominal);
    const sharper = new Optics(kernels, level, nominal.wavelength_um, around, foldOf(level));
    const options = {
      unknowns: factor === 1 ? firstUnknowns(model) : allUnknowns(model, 1),
      ...{ iterations: factor === 1 ? 2 : 6, onStep, enough: 0.05 },
    };
    best = { fit: fitScene(subject, level, sharper, best.fit, options), measured: level };
  }
  if (!best) throw new Error('a search for a target has at least one start');
  return measured.im === null ? best : withLight(subject, best, nominal, onStep);
}

/** Off-axis the optics' phase is left over from a first guess among the target's edges: it is fitted with the place. */
function withLight(
  subject: Subject,
  { fit, measured }: Located,
  nominal: Nominal,
  onStep: () => void,
): Located {
  const optics = new Optics(
    subject.kernels,
    measured,
    subject.wavelength_um,
    marginOf(measured, nominal),
    foldOf(measured),
  );
  const degree = subject.model.determines.includes('aberration') ? 3 : 1;
  const from = { state: fit.state, light: withDegrees(fit.light, 2, degree) };
  const options = { unknowns: firstUnknowns(subject.model), iterations: 5, onStep, enough: 0.05 };
  return { fit: fitScene(subject, measured, optics, from, options), measured };
}

/** A fit that left the range is worth what it explains only where none stayed inside. */
function worth(located: Located, nominal: Nominal): number {
  return located.fit.explained - (distanceRange(located, nominal).inside ? 0 : 1);
}

/** Depths of field that a distance may lie beyond the range that was asked for. */
const BEYOND = 0.5;

/** The distances that a fit may come to, µm, and its own. */
export function distanceRange({ fit, measured }: Located, nominal: Nominal) {
  const pitch = nominal.magnification * pitchOf(fit.state.places[0]!);
  const radius = (measured.filter?.pass ?? 0.5 / measured.cell) / pitch;
  const slack = BEYOND / (nominal.wavelength_um * radius * radius);
  const z = fit.state.zeta * pitch * pitch;
  const from = Math.min(nominal.from_um, nominal.to_um);
  const to = Math.max(nominal.from_um, nominal.to_um);
  return { z, from, to, inside: z >= from - slack && z <= to + slack };
}
