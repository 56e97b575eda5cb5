import type { FinalFit } from '../fit/final-fit.ts';
import { findFeatures, picturesOf } from './features.ts';
import { acceptable, type Evidence } from './judge.ts';

/** What a frame shows in focus, beside what is drawn, and what that makes of a fit. */
export function appraised(final: FinalFit, given: Omit<Evidence, 'final' | 'features'>, onStep: () => void) {
  const pictures = picturesOf(final, onStep);
  onStep();
  const features = findFeatures(final, pictures, given.expected, given.settings.features);
  return { pictures, features, verdict: acceptable({ ...given, final, features }) };
}
