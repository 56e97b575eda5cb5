import { shortestPeriod } from '../../targets/marks.ts';
import type { TargetModel } from '../../targets/target-model.ts';
import { STEPS_ANEW, fitScene, middleOf, type SceneFit } from '../fit/fit-scene.ts';
import type { FitSettings } from '../fit/fit-settings.ts';
import { endlessOptics, isLarge } from '../fit/part-of-frame.ts';
import { FIRST_BLUR } from '../fit/through-pupil.ts';
import { allUnknowns, firstUnknowns } from '../fit/unknowns.ts';
import { evenLight, withDegrees, type Light } from '../model/light.ts';
import { foldOf, marginOf } from '../model/margin.ts';
import { binned, type MeasuredLight } from '../model/measured.ts';
import type { Nominal } from '../model/nominal.ts';
import { Optics } from '../model/optics.ts';
import type { Subject } from '../model/predict.ts';
import { asDrawn } from '../model/scene.ts';
import { pitchOf, placeOf, type State } from '../model/state.ts';
import { scanDistances, type DistanceFound } from './distance-scan.ts';
import { findPoses } from './find-poses.ts';
import { mayExplainMore, type HopeSettings } from './hope.ts';
import { fitAtImage, imagesOf, talbotSpacing } from './lattice-images.ts';
import type { IterationSettings } from '../fit/fit-settings.ts';
import type { LocateSettings } from './locate-settings.ts';
import { ENOUGH_PX, withAll } from './with-all.ts';

export interface Located {
  readonly fit: SceneFit;
  readonly measured: MeasuredLight;
}

/** What stays the same all through a search. */
export interface Search {
  readonly subject: Subject;
  readonly nominal: Nominal;
  /** see {@link REACH} */
  readonly reach: number;
  readonly settings: HopeSettings & { readonly fit: FitSettings; readonly locate: LocateSettings };
  readonly onStep: () => void;
}

/**
 * Where a target lies in a frame and how far away it is. Off-axis, either sideband may be the object's own: the one in
 * which the drawing fits: one that the coarsest cells show to be the wrong one is looked at no further.
 */
export function search(
  own: Search,
  measured: MeasuredLight,
): { readonly located: Located; readonly measured: MeasuredLight; readonly conjugate: boolean } {
  const { nominal, settings } = own;
  const { clear, outsideCosts } = settings.locate;
  const valueOf = (located: Located) => worth(located, nominal, outsideCosts);
  const begun = onCoarsest(own, measured);
  const located = onFiner(own, measured, begun);
  const first = { located, measured, conjugate: false };
  const sure = located.fit.explained > clear && distanceRange(located, nominal).beyond === 0;
  if (measured.im === null || sure) return first;
  const other = { ...measured, im: measured.im.map((v) => -v) };
  const twin = onCoarsest(own, other);
  if (1 - valueOf(twin) > (1 + ALIKE) * (1 - valueOf(begun))) return first;
  const second = onFiner(own, other, twin);
  return valueOf(second) > valueOf(located) ? { located: second, measured: other, conjugate: true } : first;
}

/**
 * The same on finer cells, where they may explain enough: as drawn, or with all that they are fitted by. A camera's curve looks like another contrast, without which a
 * right drawing may explain nothing.
 */
function onFiner(own: Search, measured: MeasuredLight, begun: Located): Located {
  if (mayExplainMore(own, begun)) return finer(own, measured, begun);
  const all = withAll(own, begun);
  return mayExplainMore(own, all) ? finer(own, measured, all) : begun;
}

/** Of a drawing, in sizes of the frame: its origin lies in the frame, or up to half of one beside it. */
export const REACH = { inside: 2, beside: 3 };

/** Places and distances from which a fit is started. */
const STARTS = 5;

/**
 * Where a target lies in a frame and how far away it is, as the coarsest cells have it. Always gives an answer: whether it is
 * the target is judged afterwards.
 */
function onCoarsest(own: Search, measured: MeasuredLight): Located {
  const { subject, nominal, reach, settings, onStep } = own;
  const { model, kernels } = subject;
  const { poses, placed } = findPoses(subject, measured, nominal, settings.locate.poses, reach, onStep);
  const factors = cellFactors(measured, model, nominal);
  const coarse = binned(measured, factors[0]!);
  const middle = middleOf(measured);
  const margin = marginOf(coarse, nominal, settings.fit.ringing);
  const found = poses.flatMap((pose): DistanceFound[] => {
    const place = placeOf(pose, nominal.pitch_um, middle, kernels.wasm);
    const state = { places: [place], zeta: 0, blur: FIRST_BLUR, pupil: null, look: asDrawn };
    const zetas = zetasOf(nominal, coarse, nominal.pitch_um / pose.scale);
    const options = { fold: foldOf(coarse), onStep };
    return scanDistances(subject, coarse, state, zetas, margin, options).slice(0, placed ? 1 : STARTS);
  });
  const optics = new Optics(kernels, coarse, nominal.medium_wavelength_um, margin, foldOf(coarse));
  const tried = found.sort((a, b) => b.score - a.score).slice(0, STARTS);
  const states = tried.map(({ state }) => state);
  return bestOf(own, coarse, optics, states);
}

/** The same from coarse to fine. */
function finer(own: Search, measured: MeasuredLight, begun: Located): Located {
  const { subject, nominal, settings, onStep } = own;
  const { model, kernels } = subject;
  const factors = cellFactors(measured, model, nominal);
  let best = begun;
  for (const factor of factors.slice(1)) {
    const level = binned(measured, factor);
    const around = marginOf(level, nominal, settings.fit.ringing);
    if (factor > 1 || factors.length === 2) best = amongImages(own, best, level, around);
    const sharper = isLarge(model, measured)
      ? endlessOptics(subject, level, best.fit.state.places[0]!)
      : new Optics(kernels, level, nominal.medium_wavelength_um, around, foldOf(level));
    const options = {
      unknowns: factor === 1 ? firstUnknowns(model) : allUnknowns(model, 1),
      iterations: finestSteps(factor, model, measured, settings.fit.iterations),
      ...{ onStep, enough: ENOUGH_PX, settings: settings.fit },
    };
    best = { fit: fitScene(subject, level, sharper, best.fit, options), measured: level };
  }
  return measured.im === null ? best : withLight(own, best);
}

/**
 * Of the images that a lattice casts of itself, where they may be it, the one that fits best: coarser cells, that show the lowest
 * orders only, do not tell them apart.
 */
function amongImages(
  { subject, nominal, settings, onStep }: Search,
  best: Located,
  measured: MeasuredLight,
  margin: number,
): Located {
  const [lattice] = subject.model.lattices;
  if (!lattice) return best;
  const { state } = best.fit;
  const { z, from, to, slack } = distanceRange({ fit: best.fit, measured }, nominal);
  const spacing = talbotSpacing(lattice, subject.medium_wavelength_um);
  const others = imagesOf(z, spacing, from - slack, to + slack).filter(
    (image) => (measured.im === null || !image.twin) && Math.abs(image.z - z) > 2 * slack,
  );
  if (others.length === 0) return best;
  const compared = { subject, measured, state, margin, slack, settings: settings.locate.images, onStep };
  const here = fitAtImage(compared, z, { z, twin: false });
  const there = others.map((image) => fitAtImage(compared, z, image)).sort((a, b) => b.score - a.score)[0]!;
  return there.score > here.score ? { ...best, fit: { ...best.fit, state: there.state } } : best;
}

/** The finest cells of a large frame of a lattice are left to the fit, which begins in its middle. */
function finestSteps(
  factor: number,
  model: TargetModel,
  measured: MeasuredLight,
  { last }: IterationSettings,
): number {
  if (factor > 1) return STEPS_ANEW;
  return isLarge(model, measured) ? 0 : last;
}

/** Depth of field of what cells can show, in units of zeta. */
function depthOf(measured: MeasuredLight, medium_wavelength_um: number): number {
  const radius = measured.filter ? Math.min(measured.filter.pass, 0.5 / measured.cell) : 0.5 / measured.cell;
  return 1 / (medium_wavelength_um * radius * radius);
}

/** Depths of field from one distance to the next: a peak is one of them wide. */
const STEP = 0.5;
/** A wide range is looked through in coarser steps. */
const MOST_DISTANCES = 160;

export function zetasOf(nominal: Nominal, measured: MeasuredLight, pitch_um: number): number[] {
  const area = pitch_um * pitch_um * nominal.magnification * nominal.magnification;
  const depth = depthOf(measured, nominal.medium_wavelength_um);
  const ends = [nominal.from_um / area, nominal.to_um / area] as const;
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  const spread = Math.max(to - from, depth);
  const count = Math.min(MOST_DISTANCES, Math.max(2, Math.ceil(spread / (STEP * depth))));
  const middle = (from + to) / 2;
  return Array.from({ length: count + 1 }, (_, k) => middle + spread * (k / count - 0.5));
}

/** Cells along the longer side up to which a level is coarse enough to begin with. */
const COARSE_SIDE = 192;
/** Cells that a period has at least. */
const CELLS_PER_PERIOD = 5;

/** Factors by which the measured cells are joined, coarsest first. */
export function cellFactors(
  measured: Pick<MeasuredLight, 'rows' | 'cols' | 'cell'>,
  model: TargetModel,
  nominal: Pick<Nominal, 'pitch_um'>,
): number[] {
  const period = (shortestPeriod(model) ?? Infinity) / nominal.pitch_um / measured.cell;
  const levels = [1];
  while (
    Math.max(measured.rows, measured.cols) / levels[0]! > COARSE_SIDE &&
    period / (2 * levels[0]!) >= CELLS_PER_PERIOD
  )
    levels.unshift(2 * levels[0]!);
  return levels;
}

/** The start from which the drawing comes to fit best. */
function bestOf(
  { subject, nominal, settings, onStep }: Search,
  measured: MeasuredLight,
  optics: Optics,
  states: readonly State[],
): Located {
  const { outsideCosts } = settings.locate;
  const light = evenLight(1, measured.im === null ? -1 : 1);
  const options = {
    ...{
      unknowns: firstUnknowns(subject.model),
      iterations: settings.fit.iterations.then,
      enough: ENOUGH_PX,
    },
    ...{ onStep, settings: settings.fit },
  };
  const fitted = (from: { readonly state: State; readonly light: Light }): Located => {
    return { fit: fitScene(subject, measured, optics, from, options), measured };
  };
  const better = (a: Located, b: Located) =>
    worth(b, nominal, outsideCosts) - worth(a, nominal, outsideCosts);
  const begun = states.map((state) => fitted({ state, light })).sort(better);
  const distinct: Located[] = [];
  for (const next of begun) if (!distinct.some(({ fit }) => isAlike(fit, next.fit))) distinct.push(next);
  return distinct.map(({ fit }) => fitted(fit)).sort(better)[0]!;
}

/** Share of what a fit leaves by which two of one thing differ at most: it says what work is saved, and which of them a width comes from. */
export const ALIKE = 0.1;

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

/** Off-axis the optics' phase is left over from a first guess among the target's edges: it is fitted with the place. */
function withLight({ subject, nominal, settings, onStep }: Search, { fit, measured }: Located): Located {
  const { kernels, model, medium_wavelength_um } = subject;
  const margin = marginOf(measured, nominal, settings.fit.ringing);
  const optics = new Optics(kernels, measured, medium_wavelength_um, margin, foldOf(measured));
  const degree = model.determines.includes('aberration') ? 3 : 1;
  const from = { state: fit.state, light: withDegrees(fit.light, 2, degree) };
  const options = {
    ...{ unknowns: firstUnknowns(model), iterations: settings.fit.iterations.then, enough: ENOUGH_PX },
    ...{ onStep, settings: settings.fit },
  };
  return { fit: fitScene(subject, measured, optics, from, options), measured };
}

/**
 * A fit that left the range is worth what it explains only where none stayed inside. In an object that absorbs, and
 * in steps as wide as the gaps, −z in the other sideband looks like z: near focus only the range tells them apart.
 */
export function worth(located: Located, nominal: Nominal, outsideCosts: number): number {
  const { inside, beyond } = distanceRange(located, nominal);
  return located.fit.explained - (inside ? outsideCosts * beyond : 1);
}

/** The distances that a fit should come to, µm, its own, by how much it may miss them, and by how much of that it does. */
export function distanceRange({ fit, measured }: Located, nominal: Nominal) {
  const pitch = nominal.magnification * pitchOf(fit.state.places[0]!);
  const radius = (measured.filter?.pass ?? 0.5 / measured.cell) / pitch;
  const slack = nominal.allowed.beyond / (nominal.medium_wavelength_um * radius * radius);
  const z = fit.state.zeta * pitch * pitch;
  const from = Math.min(nominal.from_um, nominal.to_um);
  const to = Math.max(nominal.from_um, nominal.to_um);
  const beyond = Math.max(0, from - z, z - to) / slack;
  return { z, from, to, slack, inside: beyond <= 1, beyond };
}
