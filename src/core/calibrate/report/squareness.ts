import type { Measured } from '../../rig/calibration.ts';
import type { TargetModel } from '../../targets/target-model.ts';

/**
 * One σ of the ratio of a part's own scales along two axes: lengths along them are off each by itself. A single thing is taken to be as round or
 * as regular as it is drawn.
 */
export function squareOf({ lattices, rigid }: TargetModel, part: number): number {
  return lattices.length === 0 && rigid === 'whole' ? 0 : Math.SQRT2 * part;
}

/** By what share lengths along x are larger than what is said of both lets expect, as light diffracts; 0 where nothing speaks for it. */
export function oblongBy(seen: Measured | null, square: number, reach: number): number {
  if (!seen || square === 0) return 0;
  const usual = Math.sqrt(seen.sigma * seen.sigma + square * square);
  return Math.abs(seen.value) > reach * usual ? seen.value : 0;
}
