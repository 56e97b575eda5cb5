import { centreCrop } from '../field/camera.ts';
import { Problem, type FieldError } from '../problem/problem.ts';
import type { Recipe } from '../recipe/values.ts';
import type { CalibratedRig } from '../rig/calibrated-rig.ts';
import { applySettings, type ApplySettings } from './apply-settings.ts';

/** A share: the same number, written and read again. */
const SAME_NUMBER = 1e-6;

export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Whether a profile is about the rig that a request describes.
 * @param frame null: it is not known yet
 * @throws Problem CALIBRATION_MISMATCH with everything that differs
 */
export function checkRig(
  recipe: Recipe,
  rig: CalibratedRig,
  frame: FrameSize | null,
  settings: ApplySettings = applySettings,
): void {
  const errors = [...recipeErrors(recipe, rig, settings), ...(frame ? frameErrors(frame, rig) : [])];
  if (errors.length === 0) return;
  const detail = errors.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`).join('; ');
  const advice = 'Use a profile of this rig, or calibrate it as it is now';
  throw new Problem(
    'CALIBRATION_MISMATCH',
    `The calibration profile is of another rig: ${detail}. ${advice}.`,
    errors,
  );
}

function recipeErrors(
  recipe: Recipe,
  { nominal, corrections, distortion }: CalibratedRig,
  { sameWavelength, samePitch }: ApplySettings,
): FieldError[] {
  const errors: FieldError[] = [];
  const differs = (field: keyof Recipe, than: string): void => {
    errors.push({ pointer: `/${field}`, message: `is ${String(recipe[field])}; the profile is of ${than}` });
  };
  if (recipe.holography_mode !== nominal.holography_mode) differs('holography_mode', nominal.holography_mode);
  if (!near(recipe.wavelength_um, nominal.wavelength_um, sameWavelength)) {
    differs('wavelength_um', `${nominal.wavelength_um} µm`);
  }
  if (recipe.pixel_pitch_basis !== nominal.pixel_pitch_basis) {
    differs('pixel_pitch_basis', nominal.pixel_pitch_basis);
  }
  if (!near(recipe.magnification, nominal.magnification, SAME_NUMBER)) {
    differs('magnification', String(nominal.magnification));
  }
  const { refractive_index_immersion: immersion = 1 } = nominal;
  if (!near(recipe.refractive_index_immersion, immersion, sameWavelength)) {
    differs('refractive_index_immersion', String(immersion));
  }
  if (recipe.lens_distortion === 'correct' && !distortion?.linear) {
    const message = distortion
      ? 'is correct; the profile is of a version that did not keep all that it takes: calibrate once more'
      : 'is correct; the profile states no distortion: there was no lens, or the target told nothing of it';
    errors.push({ pointer: '/lens_distortion', message });
  }
  const measured = corrections.pixel_pitch_um?.value ?? nominal.pixel_pitch_um;
  const pitches = [nominal.pixel_pitch_um, measured];
  if (!pitches.some((pitch) => near(recipe.pixel_pitch_um, pitch, samePitch))) {
    const found = `${nominal.pixel_pitch_um} µm, measured as ${measured.toPrecision(5)}`;
    differs('pixel_pitch_um', `${found}; more than ${100 * samePitch} % off is another rig`);
  }
  return errors;
}

function near(value: number, reference: number, share: number): boolean {
  return Math.abs(value - reference) <= share * Math.abs(reference);
}

/** Where the part of a frame that is used lies on the part that was calibrated. */
export function placeOn({ width, height }: FrameSize, { frame, origin_px: origin }: CalibratedRig) {
  const used = centreCrop(width, height);
  const { crop_px: calibrated } = frame;
  if (origin) return { x: origin.x + used.x - calibrated.x, y: origin.y + used.y - calibrated.y };
  return { x: (calibrated.width - used.width) / 2, y: (calibrated.height - used.height) / 2 };
}

/** The part of the frame that is used lies inside the part that was calibrated. */
function frameErrors({ width, height }: FrameSize, rig: CalibratedRig): FieldError[] {
  const { frame, origin_px: origin } = rig;
  const used = centreCrop(width, height);
  const { crop_px: calibrated } = frame;
  const { x, y } = placeOn({ width, height }, rig);
  const isInside =
    x >= 0 && y >= 0 && x + used.width <= calibrated.width && y + used.height <= calibrated.height;
  if (isInside) return [];
  if (origin) {
    const { x: left, y: top, width: w, height: h } = calibrated;
    const message = `is ${origin.x},${origin.y}: a frame of ${width} × ${height} px there leaves the part that was calibrated, ${w} × ${h} px from ${left},${top} on`;
    return [{ pointer: '/calibration_origin_px', message }];
  }
  const size = `${frame.width_px} × ${frame.height_px} px`;
  const message = `is ${width} × ${height} px; the profile is of ${size}, and covers centre crops of that`;
  return [{ pointer: '/hologram', message }];
}
