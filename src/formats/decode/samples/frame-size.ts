import { limits } from '../../../core/limits/limits.ts';
import { Problem } from '../../../core/problem/problem.ts';
import { unreadable, unsupported } from './refusals.ts';

/** The refusal of a frame by the size that its header states. */
export class FrameTooLarge extends Problem {
  readonly width: number;
  readonly height: number;

  constructor(width: number, height: number) {
    super(
      'FRAME_TOO_LARGE',
      `The frame is ${width} × ${height} px; up to ${limits.frame_side_px.max} px a side are read. Crop it around the sample.`,
    );
    this.width = width;
    this.height = height;
  }
}

/** Refuses a frame by the size its header states, before any pixel is decoded. */
export function checkFrameSize(width: number, height: number): void {
  if (!Number.isSafeInteger(width) || !Number.isSafeInteger(height) || width < 1 || height < 1) {
    throw unreadable(`The header states a frame of ${width} × ${height} px, which is not a size.`);
  }
  const { min, max } = limits.frame_side_px;
  if (width > max || height > max) {
    throw new FrameTooLarge(width, height);
  }
  if (width < min || height < min) {
    throw unsupported(`The frame is ${width} × ${height} px; a hologram needs at least ${min} px a side.`);
  }
}
