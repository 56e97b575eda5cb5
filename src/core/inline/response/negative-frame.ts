import type { Frame, Frames } from '../../field/frame.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { taken } from './judge-response.ts';
import { misfitsOf, type ResponseSearch } from './find-response.ts';
import { linearFrames } from './linear-frames.ts';

/**
 * Whether a frame is a negative: counts fall where light grows. Of a weak sample that is the same with the sign of its phase
 * turned; one that has light of its own is explained one way round alone. Believed where it explains more than it leaves.
 * @param power that the counts were taken to
 * @returns the frames turned; null: it is none, or it does not tell
 */
export function turnedNegative(
  kernels: Kernels,
  search: Omit<ResponseSearch, 'fractionAtMaximum'>,
  power: number,
): Frames | null {
  const { frames, settings } = search;
  if (frames.hologram.negative || frames.hologram.bitDepth > WHOLE_BITS) return null;
  const turned = turnedFrames(frames);
  const left = (of: Frames) => {
    using scope = kernels.scope();
    return misfitsOf(kernels, scope, { ...search, frames: of })(1);
  };
  const asItIs = left(power === 1 ? frames : linearFrames(kernels, frames, power));
  return taken(asItIs, left(turned), settings.noiseDoubt) >= settings.worth ? turned : null;
}

/** Frames of floats have no largest value to be turned about. */
const WHOLE_BITS = 16;

/** The background frame as well, as the same program will have saved it. */
function turnedFrames({ hologram, background }: Frames): Frames {
  return { hologram: turned(hologram), background: background && turned(background) };
}

function turned(frame: Frame): Frame {
  const most = 2 ** frame.bitDepth - 1;
  return { ...frame, samples: Uint16Array.from(frame.samples, (value) => most - value), negative: true };
}
