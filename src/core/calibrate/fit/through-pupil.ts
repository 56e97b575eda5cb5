import type { TargetModel } from '../../targets/target-model.ts';
import { legendreTerms } from '../../phase/legendre.ts';
import { evenLight, LIGHT_DEGREE, withDegrees, type Light } from '../model/light.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Optics } from '../model/optics.ts';
import type { Subject } from '../model/predict.ts';
import type { State } from '../model/state.ts';
import { STEPS_ANEW, fitScene, pupilLosses, type SceneFit } from './fit-scene.ts';
import type { FinalSettings, FitSettings } from './fit-settings.ts';
import { pupilOf } from './pupil.ts';
import { allUnknowns } from './unknowns.ts';

/** A pupil stays as it is after one or two looks; so many are not exceeded. */
const MOST_PUPILS = 3;
/** What stays the same from one fit to the next. */
export interface Task {
  readonly subject: Subject;
  readonly measured: MeasuredLight;
  readonly optics: Optics;
  readonly settings: FitSettings;
  readonly onStep: () => void;
}

/** The pupil that goes best with a state and its light. */
function pupilFor({ subject, measured, optics, settings, onStep }: Task, from: Lit, near: number | null) {
  const lossWith = pupilLosses(subject, measured, optics, from, settings, onStep);
  return pupilOf(measured.filter, lossWith, near, settings.evidence.worth);
}

/** Camera pixels at the frame’s edge: a step of the last fit that moves nothing by more is the last; in-line, so is a round that moves light by no more where it is steepest. */
export const LAST_MOVE_PX = 0.003;
/** px²: the blur that fits start from, as that of good optics; where they end does not depend on it. */
export const FIRST_BLUR = 0.1;

/** px²: the blur of a pixel that collects all of its light, the variance of its width; more stands in for something else. */
const WHOLE_PIXEL = 1 / 12;

export type Lit = Pick<SceneFit, 'state' | 'light'>;

/**
 * Where a fit starts from with what the optics pass. A blur and a width that were fitted without a pupil make up for
 * it, so it is looked for with and without them.
 */
export function withPupil(task: Task, { state, light }: Lit, known: boolean): State {
  const blur = Math.min(state.blur, FIRST_BLUR);
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
  return im ? blur > WHOLE_PIXEL : pupil === null || Math.abs(look.contrast - 1) > settings.contrastOff;
}

/**
 * Where a fit starts from once more without such a blur, and as drawn. Light that comes through one hole alone is even again, too: one that
 * grows outwards and a blur undo each other.
 */
function sharpened(task: Task, from: Lit): Lit {
  const { state } = from;
  const blur = task.measured.im ? FIRST_BLUR : 0;
  const sharp = { ...state, blur, look: { ...state.look, contrast: 1, wider_um: 0 } };
  const light = isOneHole(task.subject.model) ? evened(from.light) : from.light;
  return { state: { ...sharp, pupil: pupilFor(task, { state: sharp, light }, null).pupil }, light };
}

/** Light comes through it alone, and the rest of a frame shows none. */
function isOneHole({ ground, lattices, rigid }: TargetModel): boolean {
  return ground.kind === 'opaque' && lattices.length === 0 && rigid === 'whole';
}

function evened(light: Light): Light {
  return { ...light, amplitude: evenLight(light.amplitudeDegree, -1).amplitude };
}

/** A fit with terms of the optics' phase up to some degree. */
export interface OfDegree {
  readonly fit: SceneFit;
  readonly degree: number;
}

/** With what the optics pass, looked for along the way. */
export function throughPupil(task: Task, found: SceneFit, degree: number): OfDegree {
  const { final, iterations } = task.settings;
  let fit = found;
  for (let k = 0; k < MOST_PUPILS; k += 1) {
    const state = withPupil(task, fit, k > 0);
    // at first the same disc with another blur is another place to start from
    if (state.pupil === fit.state.pupil && (k > 0 || state.blur === fit.state.blur)) break;
    fit = fitted(task, { ...fit, state }, degree, iterations.then);
  }
  if (standsIn(fit.state, task.measured, final)) {
    const { state, light } = sharpened(task, fit);
    // in-line, where there is still none, there is nothing to begin anew with
    if (task.measured.im === null && state.pupil === null && fit.state.pupil === null) return { fit, degree };
    const again = fitted(task, { state, light }, degree, STEPS_ANEW);
    if (again.meanSquare < fit.meanSquare) fit = again;
  }
  return { fit, degree };
}

/** Whether further terms lower the residuals by more than noise would. */
export function isWorth(
  { measured, settings }: Task,
  fewer: OfDegree,
  more: OfDegree,
  leftBy: (fit: SceneFit) => number = ({ meanSquare }) => meanSquare,
): boolean {
  const terms = legendreTerms(more.degree).length - legendreTerms(fewer.degree).length;
  const cells = measured.weight.reduce((sum, w) => sum + w, 0);
  const most = 1 - (settings.final.worthATerm * terms) / cells;
  return leftBy(more.fit) <= leftBy(fewer.fit) * most;
}

export function fitted(
  { subject, measured, optics, settings, onStep }: Task,
  from: Lit,
  phaseDegree: number,
  iterations: number,
  thorough = false,
): SceneFit {
  const amplitudeDegree = Math.max(LIGHT_DEGREE, from.light.amplitudeDegree);
  const light = withDegrees(from.light, amplitudeDegree, measured.im === null ? -1 : phaseDegree);
  const unknowns = allUnknowns(subject.model, subject.pieces.length);
  const options = { unknowns, iterations, onStep, thorough, enough: LAST_MOVE_PX, settings };
  return fitScene(subject, measured, optics, { state: from.state, light }, options);
}
