import { framesInOrder } from '../shell/frames-in-order.ts';
import type { FormState } from './form-state.ts';

/** How files without a sample are called. */
const BACKGROUND = /background|blank|empty/i;

/**
 * What files are to the form that were dropped on it: off-axis takes one frame, with a background where a name says so;
 * none of the others is lost. What a folder holds beside frames is left alone.
 */
export function takeFiles(
  { values, background }: FormState,
  files: readonly File[],
): Pick<FormState, 'frames' | 'left'> & Partial<FormState> {
  const several = files.length > 1 ? framesInOrder(files) : [];
  const frames = several.length > 0 ? several : files.slice(0, 1);
  if (values.holography_mode === 'inline') return { frames, left: [] };
  const blank = frames.filter(({ name }) => BACKGROUND.test(name));
  if (frames.length === 2 && blank.length === 1 && background === null)
    return { frames: frames.filter((file) => file !== blank[0]), left: [], background: blank[0]! };
  return { frames: frames.slice(0, 1), left: frames.slice(1) };
}
