import { legendreTerms } from '../../phase/legendre.ts';
import type { Area, TargetModel } from '../../targets/target-model.ts';
import { HIGHEST_DEGREE, LIGHT_DEGREE, withDegrees } from '../model/light.ts';
import { foldOf, surroundingsOf, type Surroundings } from '../model/margin.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Nominal } from '../model/nominal.ts';
import { Optics } from '../model/optics.ts';
import type { Subject } from '../model/predict.ts';
import type { State } from '../model/state.ts';
import { fitScene, pupilLosses, type SceneFit } from './fit-scene.ts';
import type { RecordAgain } from '../prepare/record-again.ts';
import { asCollected, collectedBy, type Collected } from './as-collected.ts';
import { asRecorded } from './as-recorded.ts';
import type { FinalSettings, FitSettings } from './fit-settings.ts';
import { pupilOf } from './pupil.ts';
import { allUnknowns } from './unknowns.ts';

export interface FinalFit {
  readonly fit: SceneFit;
  readonly subject: Subject;
  readonly optics: Optics;
  readonly measured: MeasuredLight;
  /** in-line: what was taken off what was measured */
  readonly collected: Collected | null;
}

/** Of what the optics add to the phase, from a curvature on. */
const PHASE_DEGREES = [2, 3, HIGHEST_DEGREE];

/** A pupil stays as it is after one or two looks; so many are not exceeded. */
const MOST_PUPILS = 3;
/** Parts with a place of their own: more add work and hardly knowledge. */
const MOST_PIECES = 12;

/** What stays the same from one fit to the next. */
interface Task {
  readonly subject: Subject;
  readonly measured: MeasuredLight;
  readonly optics: Optics;
  readonly settings: FitSettings;
  readonly onStep: () => void;
}

/**
 * Parts that keep no place to each other each get one of their own: the largest ones, while the others stay where
 * the drawing has them.
 */
function piecesOf(model: TargetModel, expected: readonly Area[]): Subject['pieces'] {
  if (model.rigid === 'whole') return [null];
  const names = [...new Set(expected.map(({ part }) => part))];
  // areas come largest groups first, and sets that are seen whole tell most
  const own = names.slice(0, MOST_PIECES);
  if (own.length < 2) return [null];
  const all = model
    .areas({ left_um: -Infinity, top_um: -Infinity, right_um: Infinity, bottom_um: Infinity })
    .map(({ part }) => part);
  const rest = new Set(all.filter((part) => !own.includes(part)));
  return [rest, ...own.map((part) => new Set([part]))];
}

/** The pupil that goes best with a state and its light. */
function pupilFor({ subject, measured, optics, settings, onStep }: Task, from: Lit, near: number | null) {
  const lossWith = pupilLosses(subject, measured, optics, from, settings, onStep);
  return pupilOf(measured.filter, lossWith, near, settings.worthADisc);
}

type Lit = Pick<SceneFit, 'state' | 'light'>;

/**
 * Where a fit starts from with what the optics pass. A blur and a width that were fitted without a pupil make up for
 * it, so it is looked for with and without them.
 */
function withPupil(task: Task, { state, light }: Lit, known: boolean): State {
  const blur = Math.min(state.blur, task.settings.blur);
  const states = [state];
  if (blur !== state.blur) states.push({ ...state, blur });
  if (state.look.wider_um !== 0) states.push({ ...state, blur, look: { ...state.look, wider_um: 0 } });
  const own = states.map((from) => pupilFor(task, { state: from, light }, known ? state.pupil : null));
  const best = own.reduce((k, { loss }, l) => (loss < own[k]!.loss ? l : k), 0);
  return { ...states[best]!, pupil: own[best]!.pupil };
}

/**
 * Whether blur, contrast and width may stand in for a pupil: for one that is not found, of a lens that passes nearly all
 * that pixels sample, or that is found a little beside where it is.
 */
export function standsIn(
  { blur, pupil, look }: State,
  { im }: MeasuredLight,
  settings: FinalSettings,
): boolean {
  return im ? blur > settings.soft : pupil === null || Math.abs(look.contrast - 1) > settings.contrastOff;
}

/** Where a fit starts from once more without such a blur, and as drawn. */
function sharpened(task: Task, { state, light }: Lit): State {
  const blur = task.measured.im ? task.settings.blur : 0;
  const sharp = { ...state, blur, look: { ...state.look, contrast: 1, wider_um: 0 } };
  return { ...sharp, pupil: pupilFor(task, { state: sharp, light }, null).pupil };
}

function lastSteps(pieces: number, steps: FinalSettings['iterations']): number {
  return pieces > 1 ? steps.then : steps.last;
}

/**
 * Everything at once, at the finest cells, with uncertainties: first what the optics pass, then what they add to the
 * phase, last the places of parts of their own.
 * @param found where a fit of coarser cells came to
 * @param expected the parts that the frame shows whole
 */
export function finalFit(
  subject: Subject,
  found: Lit,
  measured: MeasuredLight,
  nominal: Nominal,
  expected: readonly Area[],
  settings: FitSettings,
  onStep: () => void,
  again: RecordAgain | null = null,
): FinalFit {
  const { model, kernels, medium_wavelength_um } = subject;
  const around = surroundingsOf(measured, nominal);
  const { margin, fade } = around;
  const optics = new Optics(kernels, measured, medium_wavelength_um, margin, foldOf(measured), fade);
  const task: Task = { subject, measured, optics, settings, onStep };
  const { iterations } = settings.final;
  const whole =
    measured.im === null ? inlineFit(task, found, around) : offAxisFit(task, found, around, again);
  const { degree, collected } = whole;
  let { fit } = whole;
  const pieces = piecesOf(model, expected);
  const own = { ...subject, pieces };
  const state = { ...fit.state, places: pieces.map(() => fit.state.places[0]!) };
  const last = lastSteps(pieces.length, iterations);
  const asModelled = { ...task, subject: own, measured: whole.seen };
  fit = fitted(asModelled, { ...fit, state }, degree, last, true);
  return { fit, subject: own, optics, measured: whole.seen, collected };
}

/** A fit, and what was measured less what the model leaves out of it. */
interface Whole extends OfDegree {
  readonly seen: MeasuredLight;
  readonly collected: Collected | null;
}

function offAxisFit(task: Task, found: Lit, around: Surroundings, again: RecordAgain | null): Whole {
  const { subject, measured, settings } = task;
  const { iterations, rounds } = settings.final;
  let { fit, degree } = withLeastPhase(task, found);
  for (const next of degree > 1 ? PHASE_DEGREES.slice(1) : []) {
    const more = fitted(task, fit, next, iterations.then);
    if (isWorth(task, { fit, degree }, { fit: more, degree: next })) [fit, degree] = [more, next];
  }
  let seen = measured;
  for (let round = 0; again && round < rounds; round += 1) {
    seen = asRecorded(subject, fit, measured, around, again);
    const own = { ...task, measured: seen };
    fit = fitted(own, { ...fit, state: withPupil(own, fit, round > 0) }, degree, iterations.then);
  }
  return { fit, degree, seen, collected: null };
}

/**
 * A disc may stand in for what pixels do to what is finer than they are: it is looked for once that is taken off, and stays
 * only where the frame is clearly worse without it.
 */
function inlineFit(task: Task, found: Lit, around: Surroundings): Whole {
  const { final, worthADisc } = task.settings;
  const plain = asPixelsCollect(task, fitted(task, found, -1, final.iterations.first), around);
  const { fit } = throughPupil({ ...task, measured: plain.seen }, plain.fit, -1);
  if (fit.state.pupil === null) return { ...plain, fit };
  const cut = asPixelsCollect(task, fit, around);
  return cut.fit.meanSquare > (1 - worthADisc) * plain.fit.meanSquare ? plain : cut;
}

/** With what pixels collect beyond what the model has, found along the way. */
function asPixelsCollect(task: Task, from: SceneFit, around: Surroundings): Whole {
  const { subject, optics, measured, settings } = task;
  let [fit, seen] = [from, measured];
  let collected: Collected | null = null;
  for (let round = 0; round < settings.final.rounds; round += 1) {
    collected = collectedBy(subject, optics, fit, measured, around, settings);
    seen = asCollected(measured, collected);
    const own = { ...task, measured: seen };
    const state = fit.state.pupil === null ? fit.state : withPupil(own, fit, true);
    fit = fitted(own, { ...fit, state }, -1, settings.final.iterations.then);
  }
  return { fit, degree: -1, seen, collected };
}

/** A fit with terms of the optics' phase up to some degree. */
interface OfDegree {
  readonly fit: SceneFit;
  readonly degree: number;
}

/**
 * A fit with everything in it but the optics' higher terms. Light that is curved, or more so along one axis, would be made up for by size and
 * ratio of what is seen; but where a target is small in it and far away a curvature does what its size does, so one that
 * tells no aberration gets a curvature only where the frame asks for it.
 */
function withLeastPhase(task: Task, found: Lit): OfDegree {
  const { subject, measured } = task;
  const curved = throughPupil(task, found, PHASE_DEGREES[0]!);
  if (measured.im === null || subject.model.determines.includes('aberration')) return curved;
  const plane = throughPupil(task, found, 1);
  return isWorth(task, plane, curved) ? curved : plane;
}

/** With what the optics pass, looked for along the way. */
function throughPupil(task: Task, found: Lit, degree: number): OfDegree {
  const { final } = task.settings;
  let fit = fitted(task, found, degree, final.iterations.first);
  for (let k = 0; k < MOST_PUPILS; k += 1) {
    const state = withPupil(task, fit, k > 0);
    if (k > 0 && state.pupil === fit.state.pupil) break;
    fit = fitted(task, { ...fit, state }, degree, final.iterations.then);
  }
  if (standsIn(fit.state, task.measured, final)) {
    const again = fitted(task, { ...fit, state: sharpened(task, fit) }, degree, final.iterations.first);
    if (again.meanSquare < fit.meanSquare) fit = again;
  }
  return { fit, degree };
}

/** Whether further terms lower the residuals by more than noise would. */
function isWorth({ measured, settings }: Task, fewer: OfDegree, more: OfDegree): boolean {
  const terms = legendreTerms(more.degree).length - legendreTerms(fewer.degree).length;
  const cells = measured.weight.reduce((sum, w) => sum + w, 0);
  const most = 1 - (settings.final.worthATerm * terms) / cells;
  return more.fit.meanSquare <= fewer.fit.meanSquare * most;
}

function fitted(
  { subject, measured, optics, settings, onStep }: Task,
  from: Lit,
  phaseDegree: number,
  iterations: number,
  thorough = false,
): SceneFit {
  const light = withDegrees(from.light, LIGHT_DEGREE, measured.im === null ? -1 : phaseDegree);
  const unknowns = allUnknowns(subject.model, subject.pieces.length);
  const options = { unknowns, iterations, onStep, thorough, enough: settings.final.enough, settings };
  return fitScene(subject, measured, optics, { state: from.state, light }, options);
}
