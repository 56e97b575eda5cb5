import { limits } from '../limits/limits.ts';
import { invalidInput } from '../recipe/recipe.ts';
import type { CalibratedRig } from '../rig/calibrated-rig.ts';

/** Column and row. */
export const ORIGIN_TEXT = /^\s*(\d{1,5})\s*,\s*(\d{1,5})\s*$/;

/**
 * Where a frame's first pixel lies on the frame that was calibrated, as a camera's region of interest says it.
 * @throws Problem INVALID_INPUT
 */
export function parseOrigin(text: string): NonNullable<CalibratedRig['origin_px']> {
  const [, x, y] = ORIGIN_TEXT.exec(text) ?? [];
  const most = limits.frame_side_px.max;
  if (x !== undefined && y !== undefined && Number(x) <= most && Number(y) <= most)
    return { x: Number(x), y: Number(y) };
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  const message = `is "${shown}"; it is two whole numbers from 0 to ${most} such as 640,360: column and row of the calibrated frame where this frame begins`;
  throw invalidInput([{ pointer: '/calibration_origin_px', message }]);
}
