import type { Kernels } from '../kernel/kernels.ts';
import { Problem } from '../problem/problem.ts';
import type { Frames } from '../field/frame.ts';
import type { OnProgress } from '../reconstruction/reconstruction.ts';
import type { TargetModel } from '../targets/target-model.ts';
import type { Calibration } from '../rig/calibration.ts';
import { finalFit } from './fit/final-fit.ts';
import { distanceDoubt } from './judge/distance-doubt.ts';
import { expectedIn, unresolved } from './judge/expected.ts';
import { findFeatures, picturesOf } from './judge/features.ts';
import { acceptable, refuseBeforehand } from './judge/judge.ts';
import { distanceRange, locate, worth, type Located } from './locate/locate.ts';
import type { Measured } from './model/measured.ts';
import { nominalOf, type CalibrationRequest, type Nominal } from './model/nominal.ts';
import { prepare } from './prepare/prepare.ts';
import { resultOf } from './report/result.ts';

/** A fit this good needs no look at the other sideband. */
const SURE = 0.95;

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
): Calibration {
  const { target, recipe } = request;
  const model = target.model(request.certificate);
  using scope = kernels.scope();
  onProgress('prepare', 0);
  refuseBeforehand(request, model);
  const prepared = prepare(kernels, scope, frames, request);
  refuseSaturated(prepared.saturated);
  const nominal = nominalOf(request, model);
  refuseUnresolved(unresolved(model, prepared.measured, nominal.pitch_um), target.entry.display_name);

  onProgress('search', 0.1);
  const step = creeping(onProgress);
  const { located, measured, conjugate } = search(
    kernels,
    prepared.measured,
    model,
    nominal,
    step('search', 0.1, 0.5),
  );
  refuseHopeless(located.fit.explained, target.entry.display_name);

  onProgress('fit', 0.5);
  const expected = expectedIn(model, located.fit.state.places[0]!, measured);
  const subject = {
    ...{ kernels, model, wavelength_um: recipe.wavelength_um, pieces: [null] },
    magnification: nominal.magnification,
  };
  const final = finalFit(subject, located.fit, measured, nominal, expected, step('fit', 0.5, 0.9));

  onProgress('judge', 0.9);
  const seen = expectedIn(model, final.fit.state.places[0]!, measured);
  const pictures = picturesOf(final);
  const features = findFeatures(final, pictures, seen);
  const verdict = acceptable({ final, features, expected: seen, prepared, request, model, nominal });
  if (verdict.refusals.length > 0) refuse(verdict.refusals.join(' '));
  onProgress('distance', 0.95);
  const doubt = distanceDoubt(final, nominal);
  onProgress('done', 1);
  const { hologram } = frames;
  return resultOf({
    hologram,
    request,
    model,
    prepared,
    final,
    seen,
    features,
    pictures,
    verdict,
    doubt,
    conjugate,
  });
}

function refuse(why: string): never {
  throw new Problem('TARGET_NOT_RECOGNISED', why);
}

function refuseUnresolved(why: string | null, name: string): void {
  if (why) refuse(`${name} can’t be resolved by this rig. ${why} Take a coarser target, or magnify more.`);
}

const MOST_SATURATED = 0.01;

function refuseSaturated(share: number): void {
  if (share <= MOST_SATURATED) return;
  refuse(
    `${(100 * share).toFixed(1)} % of the pixels are saturated; at most ${100 * MOST_SATURATED} % may be. Lower the exposure and record the target again.`,
  );
}

/** Below this after the coarse fit, no fine one comes near what is asked for. */
const LEAST_HOPE = 0.4;

function refuseHopeless(explained: number, name: string): void {
  if (explained >= LEAST_HOPE) return;
  refuse(
    `${name} was not found: in the best place that a search over all turns, sizes within ±5 % and the distances asked for came to, its drawing explains ${Math.round(100 * Math.max(0, explained))} % of what the frame shows. Check that this target is in view, in the light, and at the distance given.`,
  );
}

/** Off-axis, either sideband may be the object's own: the one in which the drawing fits. */
function search(
  kernels: Kernels,
  measured: Measured,
  model: TargetModel,
  nominal: Nominal,
  onStep: () => void,
): { located: Located; measured: Measured; conjugate: boolean } {
  const first = locate(kernels, measured, model, nominal, onStep);
  const sure = first.fit.explained > SURE && distanceRange(first, nominal).beyond === 0;
  if (measured.im === null || sure) return { located: first, measured, conjugate: false };
  const other = { ...measured, im: measured.im.map((v) => -v) };
  const second = locate(kernels, other, model, nominal, onStep);
  return worth(second, nominal) > worth(first, nominal)
    ? { located: second, measured: other, conjugate: true }
    : { located: first, measured, conjugate: false };
}

const PACE = 0.01;

/** Progress that never ends nor goes back: nobody knows how many steps there will be. */
function creeping(onProgress: OnProgress) {
  return (stage: string, from: number, to: number) => {
    let at = from;
    return () => onProgress(stage, (at += PACE * (to - at)));
  };
}
