import { checkRig } from '../../core/calibrate-apply/check-rig.ts';
import { distortionErrors } from '../../core/calibrate-apply/lens-distortion.ts';
import type { CalibratedRig } from '../../core/rig/calibrated-rig.ts';
import type { FieldError } from '../../core/problem/problem.ts';
import type { Recipe } from '../../core/recipe/values.ts';
import { parseRecipe } from '../../core/recipe/recipe.ts';
import type { ReceivedFile } from '../ports/received-file.ts';

/** What came in, before anybody has judged it. */
export interface ReceivedRequest {
  readonly hologram: ReceivedFile | undefined;
  readonly background: ReceivedFile | undefined;
  /** the recipe's fields as they were sent */
  readonly fields: Readonly<Record<string, unknown>>;
  /** what a profile knows of the rig; null: no profile was named */
  readonly calibration: CalibratedRig | null;
  /** what receiving the files and fields has found wrong with them */
  readonly errors: readonly FieldError[];
}

export interface CheckedRequest {
  readonly hologram: ReceivedFile;
  readonly background: ReceivedFile | null;
  readonly recipe: Recipe;
}

/** @throws Problem INVALID_INPUT with everything that is wrong; CALIBRATION_MISMATCH */
export function checkRequest(received: ReceivedRequest): CheckedRequest {
  const { hologram, background, fields, calibration, errors } = received;
  const missing = hologram ? [] : [{ pointer: '/hologram', message: 'is missing: send it as a file' }];
  const reported = errors.some(({ pointer }) => pointer === '/hologram');
  const otherErrors = [...(reported ? [] : missing), ...errors, ...distortionErrors(fields, calibration)];
  const recipe = parseRecipe(fields, { otherErrors });
  // the frame's size is judged when it is decoded
  if (calibration) checkRig(recipe, calibration, null);
  return { hologram: hologram!, background: background ?? null, recipe };
}
