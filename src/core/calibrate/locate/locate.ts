import type { Kernels } from '../../kernel/kernels.ts';
import { shortestPeriod } from '../../targets/marks.ts';
import type { TargetModel } from '../../targets/target-model.ts';
import { fitScene, middleOf, pupilLosses, type SceneFit } from '../fit/fit-scene.ts';
import { pupilOf } from '../fit/pupil.ts';
import { SHARP, allUnknowns, firstUnknowns } from '../fit/unknowns.ts';
import { evenLight, withDegrees, type Light } from '../model/light.ts';
import { foldOf, marginOf } from '../model/margin.ts';
import { binned, type Measured } from '../model/measured.ts';
import type { Nominal } from '../model/nominal.ts';
import { Optics } from '../model/optics.ts';
import type { Subject } from '../model/predict.ts';
import { asDrawn } from '../model/scene.ts';
import { pitchOf, placeOf, type State } from '../model/state.ts';
import { scanDistances } from './distance-scan.ts';
import { findPoses } from './find-poses.ts';

export interface Located {
  readonly fit: SceneFit;
  readonly measured: Measured;
}

/** Cells along the longer side of the coarsest level of the fit. */
const COARSE_SIDE = 128;
/** Cells that a period has at least. */
const CELLS_PER_PERIOD = 5;
const TRIED = 5;
/** Share explained from which nothing is missing. */
const CLEAR = 0.95;
/** Depth of field of what cells can show, in units of zeta. */
function depthOf(measured: Measured, wavelength_um: number): number {
  const radius = measured.filter ? Math.min(measured.filter.pass, 0.5 / measured.cell) : 0.5 / measured.cell;
  return 1 / (wavelength_um * radius * radius);
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

/** Factors by which the measured cells are joined, coarsest first. */
function levelsOf(measured: Measured, model: TargetModel, nominal: Nominal): number[] {
  const period = (shortestPeriod(model) ?? Infinity) / nominal.pitch_um / measured.cell;
  const levels = [1];
  while (
    Math.max(measured.rows, measured.cols) / levels[0]! > 1.5 * COARSE_SIDE &&
    period / (2 * levels[0]!) >= CELLS_PER_PERIOD
  )
    levels.unshift(2 * levels[0]!);
  return levels;
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
  const { poses, placed } = findPoses(kernels, measured, model, nominal, onStep);
  const subject: Subject = {
    ...{ kernels, model, wavelength_um: nominal.wavelength_um, pieces: [null] },
    magnification: nominal.magnification,
  };
  const levels = levelsOf(measured, model, nominal);
  const coarse = binned(measured, levels[0]!);
  const middle = middleOf(measured);
  const margin = marginOf(coarse, nominal);
  const starts = poses.flatMap((pose): { state: State; score: number }[] => {
    const place = placeOf(pose, nominal.pitch_um, middle, kernels.run);
    const state = { places: [place], zeta: 0, blur: SHARP, pupil: null, look: asDrawn };
    const zetas = zetasOf(nominal, coarse, nominal.pitch_um / pose.scale);
    const options = { fold: foldOf(coarse), onStep };
    return scanDistances(subject, coarse, state, zetas, margin, options).slice(0, placed ? 1 : TRIED);
  });
  const optics = new Optics(kernels, coarse, nominal.wavelength_um, margin, foldOf(coarse));
  const tried = starts.sort((a, b) => b.score - a.score).slice(0, TRIED);
  const states = tried.map(({ state }) => state);
  let best = bestOf(subject, coarse, optics, states, nominal, onStep);
  if (measured.im && model.copies === 'scattered' && worth(best, nominal) < CLEAR)
    best = throughPupil(subject, optics, best, states, nominal, onStep);
  for (const factor of levels.slice(1)) {
    const level = binned(measured, factor);
    const around = marginOf(level, nominal);
    const sharper = new Optics(kernels, level, nominal.wavelength_um, around, foldOf(level));
    const options = {
      unknowns: factor === 1 ? firstUnknowns(model) : allUnknowns(model, 1),
      ...{ iterations: factor === 1 ? 2 : 6, onStep, enough: 0.05 },
    };
    best = { fit: fitScene(subject, level, sharper, best.fit, options), measured: level };
  }
  return measured.im === null ? best : withLight(subject, best, nominal, onStep);
}

/** Steps after which starts that have come to the same picture count as one, and steps of those that are left. */
const STEPS = { first: 4, then: 4 };
/** Share of the residuals that two pictures of one thing differ by at most. */
const ALIKE = 0.1;

/** The start from which the drawing comes to fit best. */
function bestOf(
  subject: Subject,
  measured: Measured,
  optics: Optics,
  states: readonly State[],
  nominal: Nominal,
  onStep: () => void,
): Located {
  const light = evenLight(1, measured.im === null ? -1 : 1);
  const options = { unknowns: firstUnknowns(subject.model), onStep, enough: 0.1 };
  const fitted = (from: { readonly state: State; readonly light: Light }, iterations: number): Located => {
    return { fit: fitScene(subject, measured, optics, from, { ...options, iterations }), measured };
  };
  const better = (a: Located, b: Located) => worth(b, nominal) - worth(a, nominal);
  const begun = states.map((state) => fitted({ state, light }, STEPS.first)).sort(better);
  const distinct: Located[] = [];
  for (const next of begun) if (!distinct.some(({ fit }) => isAlike(fit, next.fit))) distinct.push(next);
  return distinct.map(({ fit }) => fitted(fit, STEPS.then)).sort(better)[0]!;
}

/** Whether two fits draw the same; of a target that looks the same in several poses one is enough. */
function isAlike(a: SceneFit, b: SceneFit): boolean {
  let sum = 0;
  for (let i = 0; i < a.model.re.length; i += 1) {
    const dx = a.model.re[i]! - b.model.re[i]!;
    const dy = a.model.im[i]! - b.model.im[i]!;
    sum += dx * dx + dy * dy;
  }
  return sum < ALIKE * Math.min(a.meanSquare, b.meanSquare) * a.model.re.length;
}

/** What a ball bends past the aperture is missing from the frame: without that its drawing fits nowhere. */
function throughPupil(
  subject: Subject,
  optics: Optics,
  best: Located,
  states: readonly State[],
  nominal: Nominal,
  onStep: () => void,
): Located {
  const { fit, measured } = best;
  const { pupil } = pupilOf(measured.filter, pupilLosses(subject, measured, optics, fit, onStep), null);
  if (pupil === null) return best;
  const passed = [fit.state, ...states].map((state) => ({ ...state, pupil }));
  const next = bestOf(subject, measured, optics, passed, nominal, onStep);
  return worth(next, nominal) > worth(best, nominal) ? next : best;
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

/** What a distance outside the range costs, up to the farthest one that is allowed: more than noise explains. */
const OUTSIDE_COSTS = 0.05;

/**
 * A fit that left the range is worth what it explains only where none stayed inside. In an object that absorbs, and
 * in steps as wide as the gaps, −z in the other sideband looks like z: near focus only the range tells them apart.
 */
export function worth(located: Located, nominal: Nominal): number {
  const { inside, beyond } = distanceRange(located, nominal);
  return located.fit.explained - (inside ? OUTSIDE_COSTS * beyond : 1);
}

/** Depths of field that a distance may lie beyond the range that was asked for. */
const BEYOND = 0.5;

/** The distances that a fit should come to, µm, its own, by how much it may miss them, and by how much of that it does. */
export function distanceRange({ fit, measured }: Located, nominal: Nominal) {
  const pitch = nominal.magnification * pitchOf(fit.state.places[0]!);
  const radius = (measured.filter?.pass ?? 0.5 / measured.cell) / pitch;
  const slack = BEYOND / (nominal.wavelength_um * radius * radius);
  const z = fit.state.zeta * pitch * pitch;
  const from = Math.min(nominal.from_um, nominal.to_um);
  const to = Math.max(nominal.from_um, nominal.to_um);
  const beyond = Math.max(0, from - z, z - to) / slack;
  return { z, from, to, slack, inside: beyond <= 1, beyond };
}
