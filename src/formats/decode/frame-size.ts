import { limits } from '../../core/limits/limits.ts';
import { Problem } from '../../core/problem.ts';
import { unreadable, unsupported } from './refusals.ts';

/** Refuses a frame by the size its header states, before any pixel is decoded. */
export function checkFrameSize(width: number, height: number): void {
  if (!Number.isSafeInteger(width) || !Number.isSafeInteger(height) || width < 1 || height < 1) {
    throw unreadable(`The header states a frame of ${width} × ${height} px, which is not a size.`);
  }
  const { min, max } = limits.frame_side_px;
  if (width > max || height > max) {
    throw new Problem(
      'FRAME_TOO_LARGE',
      `The frame is ${width} × ${height} px; up to ${max} px a side are read. Crop it around the sample.`,
    );
  }
  if (width < min || height < min) {
    throw unsupported(`The frame is ${width} × ${height} px; a hologram needs at least ${min} px a side.`);
  }
}
