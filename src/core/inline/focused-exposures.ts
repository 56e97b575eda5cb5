import type { Frames } from '../field/frame.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';
import { loadExposures } from '../light/load-exposures.ts';
import type { NormalisedInline } from '../light/normalise-inline.ts';
import { limits } from '../limits/limits.ts';
import { regionOn } from '../phase/background-region.ts';
import { invalidInput } from '../recipe/recipe.ts';
import type { Recipe } from '../recipe/values.ts';
import type { OnProgress } from '../reconstruction/reconstruction.ts';
import { mediumWavelength } from '../rig/geometry.ts';
import type { RigCorrection } from '../rig/rig-correction.ts';
import { undistortPlane } from '../undistort/undistort.ts';
import { checkBackgroundRegion } from './background/phase-background.ts';
import { framesAside } from './retrieve/retrieve-aside.ts';
import { autofocusInline, type InlineFocus } from './focus/autofocus-inline.ts';
import type { FocusSettings } from './focus/focus-settings.ts';
import type { InlineSettings } from './inline-settings.ts';
import type { SensorOptics } from './optics/sensor-optics.ts';
import { findResponse } from './response/find-response.ts';
import { linearFrames, statedLight } from './response/linear-frames.ts';

interface Seen {
  readonly recipe: Recipe;
  readonly rig: RigCorrection;
  readonly settings: InlineSettings;
  readonly onProgress: OnProgress;
}

/** The frames divided by their light, with their distance: again where they turn out not to be in proportion to it. */
export function focusedExposures(kernels: Kernels, scope: Scope, recorded: Frames, seen: Seen) {
  const { recipe, rig, settings, onProgress } = seen;
  const frames = statedLight(kernels, recorded, recipe);
  const straight = (light: Frames) => straightExposures(kernels, scope, light, rig, settings);
  const loaded = straight(frames);
  // what is said of the camera is said of its counts
  const { image, background } = frames === recorded ? loaded : straight(recorded);
  const optics = opticsOf(loaded.normalised[0]!.amplitude, recipe, rig);
  const region = regionOn(recipe, frames.hologram, image.crop);
  checkBackgroundRegion(optics, 0, { ...recipe, region }, settings.background);
  onProgress('focus', 0.05);
  const focusOf = ({ normalised }: typeof loaded, from: number, to: number) =>
    findFocus(kernels, normalised[0]!, { recipe, optics, settings: settings.focus }, (f) =>
      onProgress('focus', from + (to - from) * f),
    );
  const focus = focusOf(loaded, 0.05, 0.35);
  const [z] = distancesOf(recipe, focus, loaded.normalised.length);
  const { light, retrieval, response: how } = settings;
  const { amplitude, illumination } = loaded.normalised[0]!;
  const { fractionAtMaximum } = image;
  const of = { frames, amplitude, degree: illumination.degree, fractionAtMaximum, optics, z: z! };
  const search = { ...of, light, retrieval, settings: how };
  const onIteration = () => onProgress('focus', 0.35);
  // what is not retrieved is not in proportion to anything
  const isAsked = recipe.phase_retrieval === 'constrained' && recipe.camera_gamma === null;
  const response = isAsked ? findResponse(kernels, { ...search, onIteration }) : null;
  if (!response || response.power === 1)
    return { ...loaded, image, background, optics, focus, response, search };
  const linear = straight(linearFrames(kernels, frames, response.power));
  return { ...linear, image, background, optics, focus: focusOf(linear, 0.35, 0.4), response, search };
}

/** In the space that the recipe's pitch and distances are given in. */
export function opticsOf(
  { rows, cols }: RealPlane,
  recipe: Recipe,
  { pitchRatio }: RigCorrection,
): SensorOptics {
  const pitch = recipe.pixel_pitch_um;
  const sampling = { pitchX: pitch * pitchRatio.x, pitchY: pitch * pitchRatio.y };
  return { rows, cols, sampling, wavelength: mediumWavelength(recipe) };
}

interface FocusInput {
  readonly recipe: Recipe;
  readonly optics: SensorOptics;
  readonly settings: FocusSettings;
}

function findFocus(
  kernels: Kernels,
  { amplitude, noiseSigma }: NormalisedInline,
  { recipe, optics, settings }: FocusInput,
  onProgress: (share: number) => void,
): InlineFocus | null {
  if (recipe.z_mm !== null || recipe.stack_z_mm !== null) return null;
  const { min, max } = limits.default_inline_range_mm;
  const { sampling, wavelength } = optics;
  const search = {
    ...{ amplitude, noiseSigma, sampling, wavelength },
    fromZ: (recipe.z_min_mm ?? min) * 1000,
    toZ: (recipe.z_max_mm ?? max) * 1000,
  };
  // its trials are short retrievals, which two threads share as well
  return framesAside(kernels, [{ amplitude, z: 0 }], optics, (other, _, [frame]) =>
    autofocusInline(other, { ...search, amplitude: frame!.amplitude }, onProgress, settings),
  );
}

/** µm, one for each frame */
export function distancesOf(recipe: Recipe, focus: InlineFocus | null, frames: number): number[] {
  const distances = recipe.stack_z_mm?.map((z) => z * 1000) ?? [focus?.z ?? recipe.z_mm! * 1000];
  if (distances.length === frames) return distances;
  const message = `holds ${distances.length} distances for ${frames} frames`;
  throw invalidInput([{ pointer: '/stack_z_mm', message }]);
}

/** The frames divided by their light, with the rig's distortion undone. */
export function straightExposures(
  kernels: Kernels,
  scope: Scope,
  frames: Frames,
  { distortion }: RigCorrection,
  { light }: InlineSettings,
): ReturnType<typeof loadExposures> {
  const exposures = loadExposures(kernels, scope, frames, light);
  if (distortion)
    for (const { amplitude } of exposures.normalised) undistortPlane(kernels, amplitude, distortion);
  return exposures;
}
