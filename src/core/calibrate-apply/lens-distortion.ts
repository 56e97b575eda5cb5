import { centreCrop } from '../field/camera.ts';
import type { FieldError } from '../problem/problem.ts';
import type { Flag } from '../reconstruction/reconstruction.ts';
import type { Recipe } from '../recipe/values.ts';
import type { AppliedCorrection, CalibratedRig } from '../rig/calibrated-rig.ts';
import type { DistortionToCorrect } from '../rig/rig-correction.ts';
import { displacementDoubt, displacementOf } from '../undistort/displacement.ts';
import { placeOn, type FrameSize } from './check-rig.ts';

type Asked = Pick<Recipe, 'lens_distortion'>;

/** What is to be undone of a lens's distortion; null: nothing was asked for, or there is nothing. */
export function distortionOn(
  { lens_distortion }: Asked,
  frame: FrameSize,
  rig: CalibratedRig,
): DistortionToCorrect | null {
  const { distortion } = rig;
  if (lens_distortion === 'keep' || !distortion?.significant || !distortion.linear) return null;
  const { radial, tangential_x, tangential_y, radius_px, linear } = distortion;
  const { width, height } = rig.frame.crop_px;
  const { x, y } = placeOn(frame, rig);
  const measured = [radial, tangential_x, tangential_y];
  return {
    terms: measured.map(({ value }) => value),
    sigmas: measured.map(({ sigma }) => sigma),
    ...{ radius_px, linear },
    middle: { x: (width - 1) / 2 - x, y: (height - 1) / 2 - y },
  };
}

/** What is wrong with asking for it without a profile. @param fields a recipe, or what is to become one */
export function distortionErrors(
  fields: { readonly lens_distortion?: unknown },
  rig: CalibratedRig | null,
): FieldError[] {
  if (fields.lens_distortion !== 'correct' || rig) return [];
  const message = 'is correct; only a calibration profile says how the lens distorts, and none is named';
  return [{ pointer: '/lens_distortion', message }];
}

/** Nothing is undone that may as well be noise. */
export function isUnseen({ lens_distortion }: Asked, { distortion }: CalibratedRig): boolean {
  return lens_distortion === 'correct' && distortion?.significant === false;
}

export const UNSEEN: Flag = {
  code: 'calibration_distortion_not_seen',
  level: 'info',
  detail:
    'The distortion of the lens was not undone: what the calibration found of it is no more than noise makes.',
};

/** Places along each side of a frame at which the mean is taken. */
const PLACES = 9;

/** Root mean squares over the frame: what things were off by, and what is left of it, its uncertainty. */
export function undoneBy(distortion: DistortionToCorrect, frame: FrameSize): AppliedCorrection {
  const { width, height } = centreCrop(frame.width, frame.height);
  const [displaced, doubt] = [displacementOf(distortion), displacementDoubt(distortion)];
  let [off, left] = [0, 0];
  for (let k = 0; k < PLACES * PLACES; k += 1) {
    const x = (((k % PLACES) + 0.5) / PLACES) * width - 0.5;
    const y = ((Math.floor(k / PLACES) + 0.5) / PLACES) * height - 0.5;
    const [dx, dy] = displaced(x, y);
    const [xx, , yy] = doubt(x, y);
    off += (dx * dx + dy * dy) / (PLACES * PLACES);
    left += (xx + yy) / (PLACES * PLACES);
  }
  const sigma = Math.sqrt(left);
  return { name: 'lens_distortion_rms', before: Math.sqrt(off), after: sigma, unit: 'px', sigma };
}
