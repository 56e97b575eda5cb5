import { applyProfile } from './calibrate-apply/apply-profile.ts';
import type { CalibratedRig } from './rig/calibrated-rig.ts';
import { beginningAt, uncorrected } from './rig/rig-correction.ts';
import { withCalibration } from './calibrate-apply/with-calibration.ts';
import { startOf } from './field/camera.ts';
import type { Frames } from './field/frame.ts';
import { recordedFrames } from './field/recorded-part.ts';
import type { Kernels } from './kernel/kernels.ts';
import type { InlineSettings } from './inline/inline-settings.ts';
import { reconstructInline } from './inline/reconstruct-inline.ts';
import type { OffAxisSettings } from './off-axis/off-axis-settings.ts';
import { reconstructOffAxis } from './off-axis/reconstruct-off-axis.ts';
import { distortionErrors } from './calibrate-apply/lens-distortion.ts';
import { invalidInput } from './recipe/recipe.ts';
import { Problem } from './problem/problem.ts';
import type { Recipe } from './recipe/values.ts';
import type { OnProgress, Reconstruction } from './reconstruction/reconstruction.ts';

/** Per pipeline; what is left out is as it is by default. */
export interface ReconstructionSettings {
  readonly inline?: InlineSettings;
  readonly offAxis?: OffAxisSettings;
}

/**
 * The whole reconstruction: frames and a recipe in, maps and the report out. Synchronous; `onProgress` is called
 * between stages and may throw to cancel.
 * @param calibration what a target has shown the rig to be: it corrects what the recipe says
 * @param settings what is tuned, where it is not to be the defaults
 * @throws Problem with the contract's code where the data do not allow it
 */
export function reconstruct(
  kernels: Kernels,
  frames: Frames,
  recipe: Recipe,
  onProgress: OnProgress = () => {},
  calibration: CalibratedRig | null = null,
  settings: ReconstructionSettings = {},
): Reconstruction {
  const { hologram, background } = frames;
  if (background && (background.width !== hologram.width || background.height !== hologram.height)) {
    throw new Problem('INVALID_INPUT', 'The background frame must be the size of the hologram.', [
      {
        pointer: '/background',
        message: `is ${background.width} × ${background.height} px, the hologram ${hologram.width} × ${hologram.height} px`,
      },
    ]);
  }
  if (!calibration && recipe.lens_distortion === 'correct')
    throw invalidInput(distortionErrors(recipe, null));
  if (!calibration) return reconstructWith(kernels, frames, recipe, onProgress, settings);
  const { width, height } = hologram;
  const frame = { width, height, hasBackground: background !== null };
  const applied = applyProfile(recipe, calibration, frame);
  const corrected = reconstructWith(
    kernels,
    frames,
    applied.recipe,
    onProgress,
    settings,
    applied.correction,
  );
  return withCalibration(corrected, applied, calibration);
}

function reconstructWith(
  kernels: Kernels,
  frames: Frames,
  recipe: Recipe,
  onProgress: OnProgress,
  { inline, offAxis }: ReconstructionSettings,
  rig = uncorrected,
): Reconstruction {
  const recorded = recordedFrames(frames);
  const moved = beginningAt(startOf(recorded.hologram), rig);
  return recipe.holography_mode === 'inline'
    ? reconstructInline(kernels, recorded, recipe, onProgress, moved, inline)
    : reconstructOffAxis(kernels, recorded, recipe, onProgress, moved, offAxis);
}
