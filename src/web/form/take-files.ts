import type { FormState } from './form-state.ts';

/** What files are to the form that were dropped on it: off-axis takes one frame, and none of the others is lost. */
export function takeFiles({ values }: FormState, files: readonly File[]): Pick<FormState, 'frames' | 'left'> {
  if (values.holography_mode === 'inline') return { frames: files, left: [] };
  return { frames: files.slice(0, 1), left: files.slice(1) };
}
