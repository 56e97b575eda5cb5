import type { Frame } from '../../../core/field/frame.ts';
import type { ChosenArrays } from './choose-arrays.ts';

/** What a file of several arrays holds for a reconstruction. */
export interface FramesInFile {
  readonly frame: Frame;
  /** the same rig without a sample */
  readonly background: Frame | null;
  /** names of further arrays of the frame's shape, which nothing is made of */
  readonly unused: readonly string[];
}

/** The frames of chosen arrays. @param read the frame of one of them */
export function framesOf<T>(
  { hologram, background, unused }: ChosenArrays<T>,
  read: (array: T) => Frame,
): FramesInFile {
  return { frame: read(hologram), background: background && read(background), unused };
}
