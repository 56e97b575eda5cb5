import type { SmoothedBy } from '../../field/camera.ts';
import type { Flag } from '../../reconstruction/reconstruction.ts';
import { flag } from './flag.ts';

/** What a frame lost that was smoothed after it was recorded. */
export function smoothedFlag({ px, isUndone }: SmoothedBy): Flag {
  const what = `The frame’s noise falls off towards fine detail as where a frame was smoothed after it was recorded, by a bell of ${px.toFixed(2)} pixels (one standard deviation).`;
  return isUndone
    ? flag(
        'frame_smoothed',
        'needs_review',
        `${what} That was undone before anything else; what is in doubt of it, beside edges, the uncertainty holds. Send the frame as it was recorded.`,
      )
    : flag(
        'frame_smoothed',
        'warning',
        `${what} Fringes as fine as these hardly outlived it, so that it could not be undone: edges are bent by it, which the uncertainty holds. Send the frame as it was recorded.`,
      );
}
