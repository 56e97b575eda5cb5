import type { Frame } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { Recipe } from '../recipe/values.ts';
import type { OnProgress } from '../reconstruction/reconstruction.ts';
import type { RigCorrection } from '../rig/rig-correction.ts';
import { developFrame, type DevelopedFrame, type MapRoom } from './develop-frame.ts';
import { beginInlineGroup, developInline } from './develop-inline.ts';
import { startInline, type StartedInline } from './start-inline.ts';
import { startSequence, type StartedSequence } from './start-sequence.ts';

/** A sequence of either mode whose frames can be done. */
export type Started = StartedSequence | StartedInline;

/** @throws Problem as {@link startSequence} and {@link startInline} */
export function startFrames(
  kernels: Kernels,
  frames: readonly Frame[],
  background: Frame | null,
  recipe: Recipe,
  onProgress: OnProgress,
  rig?: RigCorrection,
): Started {
  const start = recipe.holography_mode === 'inline' ? startInline : startSequence;
  return start(kernels, frames, background, recipe, onProgress, rig);
}

/** So many frames are done one after the other, each from the one before; their results depend on nothing else. */
export function framesOfGroup(started: Started): number {
  return started.mode === 'inline' ? started.settings.inlineGroup : 1;
}

/** To be called before the first frame of each group, whether that one can be read or not. */
export function beginGroup(started: Started): void {
  if (started.mode === 'inline') beginInlineGroup(started);
}

/**
 * The next frame of a group.
 * @param room for the maps; they have memory of their own otherwise
 * @throws Problem HOLOGRAM_UNREADABLE
 */
export function developNext(
  kernels: Kernels,
  started: Started,
  frame: Frame,
  room?: MapRoom,
): DevelopedFrame {
  if (started.mode === 'inline') return developInline(kernels, started, frame, room);
  return developFrame(kernels, started, frame, room);
}
