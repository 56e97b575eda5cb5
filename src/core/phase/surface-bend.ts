import { legendreTerms } from './legendre.ts';
import type { SmoothPhase } from './smooth-phase.ts';

/**
 * Root mean square of a surface without its mean and tilt, and of what it leaves, rad. Behind a background frame only what the rig bent between the
 * two frames is left: by any amount as likely as by any other on a scale of logarithms, so that a surface is the less likely the more it bends.
 * @param left rad, what scatters about the surface: less than that can't be told
 */
export function surfaceBend({ degree, coefficients }: SmoothPhase, left: number): number {
  let squares = left * left;
  for (const [k, { a, b }] of legendreTerms(degree).entries())
    if (a + b > 1) squares += (coefficients[k]! * coefficients[k]!) / ((2 * a + 1) * (2 * b + 1));
  return Math.sqrt(squares);
}
