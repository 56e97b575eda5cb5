import type { Area } from '../../targets/target-model.ts';
import { HIGHEST_DEGREE } from '../model/light.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Nominal } from '../model/nominal.ts';
import type { Optics } from '../model/optics.ts';
import type { Subject } from '../model/predict.ts';
import type { State } from '../model/state.ts';
import type { RecordAgain } from '../prepare/record-again.ts';
import { asCollected, collectedBy, collectedByLattice, type Collected } from './as-collected.ts';
import { asCentred, offCentreOf, type OffCentre } from './off-centre.ts';
import { asRecorded } from './as-recorded.ts';
import { STEPS_ANEW, largestMove, type SceneFit } from './fit-scene.ts';
import type { IterationSettings, FitSettings } from './fit-settings.ts';
import { piecesOf } from './pieces.ts';
import { misfitOf } from './residuals.ts';
import { asUneven } from './uneven-light.ts';
import { laidOut, middlePartOf, type LaidOut } from './part-of-frame.ts';
import {
  LAST_MOVE_PX,
  fitted,
  isWorth,
  throughPupil,
  withPupil,
  type Lit,
  type OfDegree,
  type Task,
} from './through-pupil.ts';

export interface FinalFit {
  readonly fit: SceneFit;
  readonly subject: Subject;
  readonly optics: Optics;
  readonly measured: MeasuredLight;
  /** in-line: what was taken off what was measured */
  readonly collected: Collected | null;
  /** off-axis: what of that a disc does that is not centred */
  readonly offCentre: OffCentre | null;
}

/** Of what the optics add to the phase, from a curvature on. */
const PHASE_DEGREES = [2, 3, HIGHEST_DEGREE];

/**
 * A fit that is settled only gets its uncertainties, unless parts are given places of their own. Off-axis a distance goes on
 * moving where the residuals hardly do.
 */
function lastSteps(
  { settled }: SceneFit,
  { im }: MeasuredLight,
  pieces: number,
  steps: IterationSettings,
): number {
  if (pieces > 1) return steps.then;
  return settled && im === null ? 0 : steps.last;
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
  const { model } = subject;
  const own = laidOut({ subject, settings, onStep }, measured, nominal, found.state);
  const whole = measured.im === null ? inlineFit(own, found, nominal) : offAxisFit(own, found, again);
  const { degree, collected, offCentre } = whole;
  let { fit } = whole;
  const pieces = piecesOf(model, expected, fit.state.places[0]!, measured);
  const inPieces = { ...subject, pieces };
  const state = { ...fit.state, places: pieces.map(() => fit.state.places[0]!) };
  const last = lastSteps(fit, measured, pieces.length, settings.iterations);
  const asModelled = { ...own.task, subject: inPieces, measured: whole.seen };
  if (!fit.linear) fit = fitted(asModelled, { ...fit, state }, degree, last, true);
  return { fit, subject: inPieces, optics: own.task.optics, measured: whole.seen, collected, offCentre };
}

/** A fit, and what was measured less what the model leaves out of it. */
interface Whole extends OfDegree {
  readonly seen: MeasuredLight;
  readonly collected: Collected | null;
  readonly offCentre: OffCentre | null;
}

function offAxisFit({ task, around }: LaidOut, found: Lit, again: RecordAgain | null): Whole {
  const { subject, measured, settings } = task;
  const { iterations } = settings;
  let { fit, degree } = withLeastPhase(task, found, again === null);
  for (const next of degree > 1 ? PHASE_DEGREES.slice(1) : []) {
    const more = fitted(task, fit, next, iterations.then);
    if (isWorth(task, { fit, degree }, { fit: more, degree: next })) [fit, degree] = [more, next];
  }
  let seen = measured;
  let offCentre: OffCentre | null = null;
  for (let round = 0; (again || fit.state.pupil !== null) && round < iterations.last; round += 1) {
    seen = again ? asRecorded(subject, fit, measured, around, again) : measured;
    offCentre = offCentreOf(task, fit, seen, around, offCentre);
    if (offCentre) seen = asCentred(subject, seen, fit, offCentre);
    const own = { ...task, measured: seen };
    const state = offCentre ? { ...fit.state, pupil: offCentre.aside[3] } : withPupil(own, fit, round > 0);
    fit = fitted(own, { ...fit, state }, degree, iterations.then);
  }
  return { fit, degree, seen, collected: null, offCentre };
}

function inlineFit(whole: LaidOut, found: Lit, nominal: Nominal): Whole {
  const { endless, task } = whole;
  const part = middlePartOf(whole, found, nominal);
  if (!part || !endless) return withPixels(whole, found);
  const { fit: known, collected: byPart } = withPixels(part, part.found);
  const from = { state: part.inWhole(known.state), light: found.light };
  const collected = collectedByLattice(task, endless, from, byPart!);
  const seen = asCollected(task.measured, collected);
  // one step gives it the light of the whole frame, one more what follows from that
  const { last } = task.settings.iterations;
  return {
    fit: fitted({ ...task, measured: seen }, from, -1, last, true),
    degree: -1,
    seen,
    collected,
    offCentre: null,
  };
}

/**
 * Without a lens all that is finer than pixels arrives, and pixels that take a mean over all of their area are the first guess: begun
 * with points, a fit makes up for what these lack with widths and stray light, and stays there. Behind a lens little of it does, and points are.
 * A disc may stand in for what pixels do to what is finer than they are: it is looked for once that is taken off, and stays
 * only where the frame is clearly worse without it. The other way round, pixels that seem to collect more than all that falls
 * on them stand in for a disc: then it is looked for without them.
 */
function withPixels(laid: LaidOut, found: Lit): Whole {
  const { task } = laid;
  const { evidence } = task.settings;
  const { hasLens } = task.subject;
  const bare = (light = found.light) => fitted(task, { ...found, light }, -1, STEPS_ANEW);
  const begun = hasLens ? bare() : fitted(task, found, -1, 0);
  const first = collectedBy(laid, begun);
  const plain = inUnevenLight(
    laid,
    asPixelsCollect(laid, begun, hasLens ? first : { ...first, share: 1, floor: 0 }),
  );
  const { light } = plain.fit;
  let { fit } = throughPupil({ ...task, measured: plain.seen }, plain.fit, -1);
  const without = fit;
  if (fit.state.pupil === null && plain.collected!.share > 1)
    ({ fit } = throughPupil(task, hasLens ? { ...begun, light } : bare(light), -1));
  if (fit.state.pupil === null) return { ...plain, fit: without };
  const cut = asPixelsCollect(laid, fit, collectedBy(laid, fit));
  return cut.fit.meanSquare > (1 - evidence.worth) * plain.fit.meanSquare ? plain : cut;
}

/** In light of as many terms as the frame asks for. */
function inUnevenLight(laid: LaidOut, begun: Whole): Whole {
  let whole = begun;
  for (;;) {
    const light = asUneven({ ...laid.task, measured: whole.seen }, whole.fit);
    if (light.amplitudeDegree === whole.fit.light.amplitudeDegree) return whole;
    whole = asPixelsCollect(laid, { ...whole.fit, light }, whole.collected!);
  }
}

/** With what pixels collect beyond what the model has, found along the way, for as long as a fit comes clearly nearer by it. */
function asPixelsCollect(laid: LaidOut, from: SceneFit, first: Collected): Whole {
  const { task } = laid;
  const { iterations, evidence } = task.settings;
  const { hasLens } = task.subject;
  // a disc that is nearly found and what pixels collect wander together
  const rounds = hasLens ? iterations.last : STEPS_ANEW;
  let collected = first;
  let best: Whole | null = null;
  let fit = from;
  for (let round = 0; round < rounds; round += 1) {
    const seen = asCollected(task.measured, collected);
    const own = { ...task, measured: seen };
    const state = fit.state.pupil === null ? fit.state : withPupil(own, fit, true);
    const before = fit.state;
    fit = fitted(own, { ...fit, state }, -1, round > 0 || hasLens ? iterations.then : STEPS_ANEW);
    const misfit = best?.fit.meanSquare ?? Infinity;
    if (fit.meanSquare >= misfit) break;
    best = { fit, degree: -1, seen, collected, offCentre: null };
    const isNearer = fit.meanSquare < (1 - evidence.worth) * misfit;
    if (!isNearer || displaced(task, before, fit.state) < LAST_MOVE_PX) break;
    collected = collectedBy(laid, fit);
  }
  return best!;
}

/** Camera pixels that light moves by from one state to another: at the frame's edge, and the steepest of it. */
function displaced({ subject, measured }: Task, before: State, after: State): number {
  const steepest = (subject.medium_wavelength_um * Math.abs(after.zeta - before.zeta) * 0.5) / measured.cell;
  return Math.max(steepest, largestMove(before, after, measured));
}

/**
 * A fit with everything in it but the optics' higher terms. Light that is curved, or more so along one axis, would be made up for by size and
 * ratio of what is seen; but where a target is small in it and far away a curvature does what its size does, so one that
 * tells no aberration gets a curvature only where the frame asks for it, and from where a fit without one came to: from anywhere else
 * the two lead each other astray. What was divided by a background frame has lost
 * it. A plane wave that is far from all of a rim gives little weight to it, and must not be the better for that.
 */
function withLeastPhase(task: Task, found: Lit, isDivided: boolean): OfDegree {
  const { subject, measured } = task;
  const through = (from: Lit, degree: number) =>
    throughPupil(task, fitted(task, from, degree, STEPS_ANEW), degree);
  const [curvature] = PHASE_DEGREES as [number];
  if (measured.im === null || subject.model.determines.includes('aberration'))
    return through(found, curvature);
  const plane = through(found, 1);
  if (isDivided) return plane;
  const curved = through(plane.fit, curvature);
  const left = ({ left: { square } }: SceneFit) =>
    misfitOf(measured, square, task.settings, subject.kernels.wasm);
  return isWorth(task, plane, curved, left) ? curved : plane;
}
