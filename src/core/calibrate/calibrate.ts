import type { Frame, Frames } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { OnProgress } from '../reconstruction/reconstruction.ts';
import type { Calibration, Measured } from '../rig/calibration.ts';
import { attemptOf, NotRecognised } from './attempt.ts';
import { calibrationSettings, type CalibrationSettings } from './calibration-settings.ts';
import { moved, refitOf } from './fit/refit.ts';
import { byOrders, type Placed } from './fit/by-orders.ts';
import { settledDistortion, straightenedBy, withRadial } from './fit/straightened.ts';
import { finalFit, type FinalFit } from './fit/final-fit.ts';
import { appraised } from './judge/appraised.ts';
import { distanceDoubt } from './judge/distance-doubt.ts';
import { expectedIn } from './judge/expected.ts';
import { whyBeyond, whyContrary, whyOblong, whyOpen } from './judge/judge.ts';
import { whyAnother } from './judge/not-found.ts';
import { whyElsewhere } from './judge/why-elsewhere.ts';
import { widthsLeft } from './locate/any-width.ts';
import { distanceRange, REACH } from './locate/locate.ts';
import type { MeasuredLight } from './model/measured.ts';
import type { CalibrationRequest } from './model/nominal.ts';
import { creeping } from './creeping.ts';
import { freeOfFigures } from './free-of-figures.ts';
import { rivalOf, fitLocated, locateTarget, recordedAgain, type FoundTarget } from './locate-target.ts';
import { fitsBetterBeyond } from './beyond-range.ts';
import { layoutOf } from './report/layout.ts';
import { oblongSeen, resultOf, type Accepted } from './report/result.ts';
import { coverageOf } from './report/coverage.ts';
import { together } from './report/together.ts';
import { Problem } from '../problem/problem.ts';
import { firstClear } from './first-clear.ts';

/**
 * What a rig really is, from a frame of a known target: the drawing is fitted to what the camera recorded, the light's
 * way from the target to the sensor included, so that neither a twin image nor defocus shifts an edge.
 *
 * Diffraction in camera pixels depends on λ z / pitch² only: the target's size fixes the pitch, then focus fixes the
 * distance, with the wavelength taken as given.
 * @param frames a background frame is used in-line, and off-axis where the target can't show the aberration itself
 * @throws Problem TARGET_MODE_MISMATCH, TARGET_NOT_RECOGNISED with what was found and what was expected, and what a
 *   reconstruction of the frame would throw
 */
export function calibrate(
  kernels: Kernels,
  frames: Frames,
  request: CalibrationRequest,
  onProgress: OnProgress = () => {},
  settings: CalibrationSettings = calibrationSettings,
): Calibration {
  const { width, height } = frames.hologram;
  return kernels.aside(BYTES_A_PIXEL * width * height, (own) =>
    calibrateWith(own, frames, request, onProgress, settings),
  );
}

/** What kernels hold at once of a frame: its spectrum on a canvas half as wide again, complex, twice over, and what it is made of and goes into. */
const BYTES_A_PIXEL = 64;

function calibrateWith(
  kernels: Kernels,
  frames: Frames,
  request: CalibrationRequest,
  onProgress: OnProgress,
  settings: CalibrationSettings,
): Calibration {
  const within = (reach: number, progress: OnProgress, asked = request) => {
    const found = locateTarget(kernels, frames, asked, progress, settings, reach);
    const final = fitLocated(found, progress, settings);
    return judged(found, final, frames.hologram, asked, progress, settings);
  };
  const model = request.target.model(request.certificate);
  const others = model.rigid === 'part' ? [] : widthsLeft(model, request);
  if (model.rigid !== 'part' && others.length === 0) return within(REACH.inside, onProgress);
  try {
    return within(REACH.inside, onProgress);
  } catch (cause) {
    if (!(cause instanceof NotRecognised)) throw cause;
    const still: OnProgress = () => onProgress('search', 0.95);
    // it may be another part of a chart than its middle, which is then looked for beside the frame
    const tries =
      others.length > 0
        ? others.map((one) => () => within(REACH.inside, still, one))
        : [() => within(REACH.beside, still)];
    const found = firstClear(tries, settings.locate.clear);
    if (found.length === 0) throw cause;
    return found.reduce((a, b) => (b.explained > a.explained ? b : a));
  }
}

/** Frames of the same rig and target; a background frame belongs to all of them. */
export interface FramesOfTarget {
  readonly holograms: readonly Frame[];
  readonly background: Frame | null;
}

/**
 * The same from several frames, in which the target may lie turned, shifted or at other distances: what the rig is, and
 * what each frame tells of it.
 * @throws Problem which says of which frame it is
 */
export function calibrateFrames(
  kernels: Kernels,
  { holograms, background }: FramesOfTarget,
  request: CalibrationRequest,
  onProgress: OnProgress = () => {},
  settings: CalibrationSettings = calibrationSettings,
): { readonly together: Calibration; readonly each: readonly Calibration[] } {
  const count = holograms.length;
  const each = holograms.map((hologram, k) => {
    const share: OnProgress = (stage, fraction) => onProgress(stage, (k + fraction) / count);
    return ofFrame(k, count, () => calibrate(kernels, { hologram, background }, request, share, settings));
  });
  const mean = together(each, request.repeatability, settings.report);
  const all = { ...mean, coverage: coverageOf(mean.budget, kernels.wasm.exp) };
  const why = whyContrary(all, each, settings.report.warn.tolerance);
  if (why) throw new Problem('TARGET_NOT_RECOGNISED', why);
  return { together: all, each };
}

function ofFrame<T>(k: number, count: number, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if (!(cause instanceof Problem) || count === 1) throw cause;
    const detail = `Frame ${k + 1} of ${count}: ${cause.message}`;
    if (cause instanceof NotRecognised) throw new NotRecognised(detail, () => cause.attempt);
    throw new Problem(cause.code, detail, cause.errors);
  }
}

/**
 * What a fit says of the rig.
 * @throws Problem where it is not believed
 */
export function judged(
  found: FoundTarget,
  final: FinalFit,
  hologram: Frame,
  request: CalibrationRequest,
  onProgress: OnProgress,
  settings: CalibrationSettings,
): Calibration {
  const { locate, judge, fit, report } = settings;
  const { nominal, prepared, measured, conjugate, isFreed } = found;
  const { model } = final.subject;
  onProgress('judge', 0.9);
  const seen = expectedIn(model, final.fit.state.places[0]!, measured, judge.view);
  const onStep = creeping(onProgress, 'judge', 0.9, 0.95);
  const given = { expected: seen, prepared, request, model, nominal, settings: judge };
  const look = (own: FinalFit) => appraised(own, given, onStep);
  const { pictures, features, verdict: first } = look(final);
  const refuse = (why = first.refusals.join(' ')) => {
    throw new NotRecognised(why, () => attemptOf(model, final, pictures, features, prepared));
  };
  if (first.mayHaveFigures && !isFreed) {
    const [rest, freed] = freeOfFigures(found, final, seen, fit, onStep);
    return judged(rest, freed, hologram, request, onProgress, settings);
  }
  const mayBe = (first.mayBeBent || first.mayLieBeyond) && final.subject.hasLens;
  if (first.refusals.length > 0 && !mayBe) refuse();
  const layout = layoutOf(features.features, seen, final.subject.pieces[0]!)?.scale ?? 0;
  const limits = { ...fit, ratio: nominal.allowed.ratio, layout };
  const refit = refitOf(final, limits, onStep);
  const settled = moved(final, refit);
  // a lens may have taken a distance out of the range: what is found of it takes it back
  const isBack = first.mayLieBeyond && distanceRange(settled, nominal).inside;
  if (first.mayLieBeyond && !isBack) refuse();
  const again = (straight: MeasuredLight) =>
    finalFit(final.subject, final.fit, straight, nominal, seen, fit, onStep, recordedAgain(found));
  const isRefused = !isBack && first.refusals.length > 0;
  const bent = settledDistortion({ measured, final, refit, again, always: isRefused }, limits, onStep);
  const straight = isRefused && straightenedBy(bent, fit);
  const verdict = straight ? look(straight).verdict : first;
  if (verdict.refusals.length > 0 && !isBack) refuse();
  const [, x = 0, y = 0] = bent?.terms ?? [];
  const orders = byOrders(settled, prepared, conjugate, fit, [x, y], onStep);
  const distortion = withRadial(bent, final.fit.unknowns, orders?.radial ?? null, fit.final.worthATerm);
  const placed = bent?.fit ? null : orders; // unless a distortion moves them
  const further = creeping(onProgress, 'distance', 0.95, 1);
  const doubt = (z: Measured) =>
    distanceDoubt(isBack ? settled : final, nominal, { ...judge, ...locate, ...fit }, z, further);
  const accepted: Accepted = {
    ...{ hologram, request, model, nominal, prepared, placed, distortion, refit: { ...refit, distortion } },
    final: placed ? lyingAt(settled, placed) : settled,
    usual: { distortion: fit.refit.distortion, shear: nominal.allowed.shear, clear: locate.clear },
    ...{ seen, features, pictures, verdict, doubt, conjugate, isFreed, settings: report },
  };
  further();
  const result = resultOf(accepted);
  const open = whyOfNoUse(accepted, result, found, settings, further);
  if (open) refuse(open);
  onProgress('done', 1);
  return result;
}

/** Why a scale or a distance that fits well is not believed, or null. */
function whyOfNoUse(
  accepted: Accepted,
  result: Calibration,
  found: FoundTarget,
  settings: CalibrationSettings,
  onStep: () => void,
) {
  const { judge } = settings;
  const { nominal } = found;
  const { request } = accepted;
  const { explained } = accepted.final.fit;
  const oblong = accepted.final.subject.hasLens ? 0 : oblongSeen(accepted);
  return (
    whyOblong(oblong, accepted.settings.warn.tolerance) ??
    whyOpen(result, nominal.allowed.scale, judge) ??
    whyBeyond(result, nominal, judge) ??
    whyElsewhere(result, nominal, fitsBetterBeyond(found, accepted.final, settings, onStep)) ??
    whyAnother(explained, rivalOf(found, request, explained, onStep, settings), request)
  );
}

function lyingAt(own: FinalFit, { place, distance }: Placed): FinalFit {
  const { state } = own.fit;
  const zeta = distance ? distance.zeta : state.zeta;
  return { ...own, fit: { ...own.fit, state: { ...state, places: [place], zeta } } };
}
