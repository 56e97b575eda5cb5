import { legendreTerms } from '../../phase/legendre.ts';
import type { Area, TargetModel } from '../../targets/target-model.ts';
import { withDegrees } from '../model/light.ts';
import { RINGING, foldOf, marginOf } from '../model/margin.ts';
import type { Measured } from '../model/measured.ts';
import type { Nominal } from '../model/nominal.ts';
import { Optics } from '../model/optics.ts';
import type { Subject } from '../model/predict.ts';
import type { State } from '../model/state.ts';
import { fitScene, pupilLosses, type SceneFit } from './fit-scene.ts';
import { pupilOf } from './pupil.ts';
import { SHARP, allUnknowns } from './unknowns.ts';

export interface FinalFit {
  readonly fit: SceneFit;
  readonly subject: Subject;
  readonly optics: Optics;
  readonly measured: Measured;
}

/** More parts with a place of their own than this add work and hardly knowledge. */
const MOST_PIECES = 12;
const AMPLITUDE_DEGREE = 2;
const PHASE_DEGREES = [2, 3, 4];
/** By how many times its share of the data a further term must lower the residuals. */
const WORTH_A_TERM = 12;

/**
 * Parts that keep no place to each other each get one of their own: the largest ones, while the others stay where
 * the drawing has them.
 */
function piecesOf(model: TargetModel, expected: readonly Area[]): Subject['pieces'] {
  if (model.rigid === 'whole' || model.copies === 'scattered') return [null];
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

/**
 * Where a fit starts from with what the optics pass. A blur and a width that were fitted without a pupil make up for
 * it, so it is looked for with and without them.
 */
function withPupil(
  subject: Subject,
  measured: Measured,
  optics: Optics,
  { state, light }: SceneFit,
  known: boolean,
  onStep: () => void,
): State {
  const blur = Math.min(state.blur, SHARP);
  const states = [state];
  if (blur !== state.blur) states.push({ ...state, blur });
  if (state.look.wider_um !== 0) states.push({ ...state, blur, look: { ...state.look, wider_um: 0 } });
  const own = states.map((from) => {
    const lossWith = pupilLosses(subject, measured, optics, { state: from, light }, onStep);
    return pupilOf(measured.filter, lossWith, known ? state.pupil : null);
  });
  const best = own.reduce((k, { loss }, l) => (loss < own[k]!.loss ? l : k), 0);
  return { ...states[best]!, pupil: own[best]!.pupil };
}

/** px²: more than pixels and lenses blur; a fit that needs it is lost, or makes up for a pupil. */
const SOFT = 1;

/** In-line: contrast of parts that are drawn as dense as they are comes out nearer to 1, with the right pupil. */
const CONTRAST_OFF = 0.003;

/**
 * Whether blur, contrast and width may stand in for a pupil: for one that is not found, of a lens that passes nearly all
 * that pixels sample, or that is found a little beside where it is.
 */
export function standsIn({ blur, pupil, look }: State, { im }: Measured): boolean {
  return im ? blur > SOFT : pupil === null || Math.abs(look.contrast - 1) > CONTRAST_OFF;
}

/** Where a fit starts from once more without such a blur, and as drawn. */
function sharpened(
  subject: Subject,
  measured: Measured,
  optics: Optics,
  { state, light }: SceneFit,
  blur: number,
  onStep: () => void,
): State {
  const sharp = { ...state, blur, look: { ...state.look, contrast: 1, wider_um: 0 } };
  const lossWith = pupilLosses(subject, measured, optics, { state: sharp, light }, onStep);
  return { ...sharp, pupil: pupilOf(measured.filter, lossWith, null).pupil };
}

/** Size, distance and height of a ball do nearly the same: steps go far along what they have in common. */
function lastSteps({ copies }: TargetModel, pieces: number): number {
  if (copies === 'scattered') return 15;
  return pieces > 1 ? 4 : 2;
}

/** Everything at once, at the finest cells, with uncertainties. */
export function finalFit(
  subject: Subject,
  found: SceneFit,
  measured: Measured,
  nominal: Nominal,
  expected: readonly Area[],
  onStep: () => void,
): FinalFit {
  const { model, kernels, wavelength_um } = subject;
  const margin = marginOf(measured, nominal, RINGING.fine);
  const optics = new Optics(kernels, measured, wavelength_um, margin, foldOf(measured));
  const run = (from: SceneFit, own: Subject, phaseDegree: number, iterations: number, thorough: boolean) => {
    const light = withDegrees(from.light, AMPLITUDE_DEGREE, measured.im === null ? -1 : phaseDegree);
    const unknowns = allUnknowns(model, own.pieces.length);
    const options = { unknowns, iterations, onStep, thorough, enough: 0.003 };
    return fitScene(own, measured, optics, { state: from.state, light }, options);
  };
  const readsAberration = measured.im !== null && model.determines.includes('aberration');
  let degree = readsAberration ? PHASE_DEGREES[0]! : 1;
  let fit = run(found, subject, degree, 6, false);
  for (const known of [false, true, true]) {
    const state = withPupil(subject, measured, optics, fit, known, onStep);
    if (known && state.pupil === fit.state.pupil) break;
    fit = run({ ...fit, state }, subject, degree, 4, false);
  }
  if (standsIn(fit.state, measured)) {
    const state = sharpened(subject, measured, optics, fit, measured.im ? SHARP : 0, onStep);
    const again = run({ ...fit, state }, subject, degree, 6, false);
    if (again.meanSquare < fit.meanSquare) fit = again;
  }
  for (const next of readsAberration ? PHASE_DEGREES.slice(1) : []) {
    const more = run(fit, subject, next, 4, false);
    const terms = legendreTerms(next).length - legendreTerms(degree).length;
    const cells = measured.weight.reduce((sum, w) => sum + w, 0);
    if (more.meanSquare > fit.meanSquare * (1 - (WORTH_A_TERM * terms) / cells)) continue;
    [fit, degree] = [more, next];
  }
  const pieces = piecesOf(model, expected);
  const own = { ...subject, pieces };
  const state = { ...fit.state, places: pieces.map(() => fit.state.places[0]!) };
  fit = run({ ...fit, state }, own, degree, lastSteps(model, pieces.length), true);
  return { fit, subject: own, optics, measured };
}
