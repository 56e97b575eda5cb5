import { loadCameraImage, type CameraImage } from '../field/camera.ts';
import type { Frames } from '../field/frame.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { Problem } from '../problem/problem.ts';
import { lightSettings, type LightSettings } from './light-settings.ts';
import { normaliseInline, type KnownLight, type NormalisedInline } from './normalise-inline.ts';

/** The frames of one sample as amplitudes, each where its camera saw it. */
export interface Exposures {
  /** the first frame, in camera counts */
  readonly image: CameraImage;
  readonly background: CameraImage | null;
  /** as many as there are frames */
  readonly normalised: readonly NormalisedInline[];
}

/**
 * One frame, or several of them, divided by their light.
 * @param scope owns the planes
 * @param known of the light of the first frame
 */
export function loadExposures(
  kernels: Kernels,
  scope: Scope,
  frames: Frames,
  settings: LightSettings = lightSettings,
  known: KnownLight | null = null,
): Exposures {
  const image = loadCameraImage(kernels, scope, frames.hologram, 'hologram');
  refuseConstant(image, 'the hologram');
  const background =
    frames.background && loadCameraImage(kernels, scope, frames.background, 'background frame');
  const normalised = [normaliseInline(kernels, scope, image, background, settings, known)];
  for (const frame of frames.furtherFrames ?? []) {
    const name = `frame ${normalised.length + 1} of the stack`;
    using counts = kernels.scope();
    const further = loadCameraImage(kernels, counts, frame, name);
    refuseConstant(further, name);
    normalised.push(normaliseInline(kernels, scope, further, background, settings));
  }
  return { image, background, normalised };
}

function refuseConstant(image: CameraImage, name: string): void {
  if (image.maximum > image.minimum) return;
  throw new Problem(
    'HOLOGRAM_UNSUPPORTED',
    `Every pixel of ${name} is ${image.minimum}: there is nothing in it. Check the exposure and the shutter.`,
  );
}

/** Root mean square of the frames' noise. */
export function meanNoise(normalised: readonly NormalisedInline[]): number {
  const squares = normalised.reduce((sum, { noiseSigma }) => sum + noiseSigma * noiseSigma, 0);
  return Math.sqrt(squares / normalised.length);
}

/** Variance of the mean of the frames' amplitudes that is due to the rounding of lossy files. */
export function roundingOf(normalised: readonly NormalisedInline[]): number {
  const sum = normalised.reduce(
    (total, one) => total + one.roundingShare * one.noiseSigma * one.noiseSigma,
    0,
  );
  return sum / (normalised.length * normalised.length);
}
