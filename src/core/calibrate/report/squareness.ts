import type { Measured, TargetToFrame } from '../../rig/calibration.ts';
import type { TargetModel } from '../../targets/target-model.ts';

/**
 * One σ of the ratio of a part's own scales along two directions at right angles: lengths along them are off each by itself. Null: a single thing that has
 * corners is taken to be as regular as it is drawn.
 */
export function squareOf({ lattices, rigid, mayBeOval }: TargetModel, part: number): number | null {
  return lattices.length === 0 && rigid === 'whole' && !mayBeOval ? null : Math.SQRT2 * part;
}

/** By what share a round thing is seen wider than high beyond what is said of it; null: it is no such thing, or its ratio is stated. */
export function ovalOf({ mayBeOval, determines }: TargetModel, ratio: number): number | null {
  return mayBeOval && !determines.includes('anisotropy') ? 1 / ratio - 1 : null;
}

/**
 * By what share lengths along x are larger than what is said of both lets expect, as light diffracts; 0 where nothing speaks for it. A part that is known exactly may yet
 * be tilted, and is seen shorter along one axis then.
 */
export function oblongBy(seen: Measured | null, square: number | null, reach: number): number {
  if (!seen || square === null) return 0;
  const usual = Math.sqrt(seen.sigma * seen.sigma + square * square);
  return Math.abs(seen.value) > reach * usual ? seen.value : 0;
}

/** One σ of what a part is off from being square: its ratio of lengths along its own axes, and along its diagonals, which takes the axes as far off a right angle. */
export interface Askew {
  readonly axes: number;
  readonly diagonals: number;
}

/**
 * By how much a reading is off for a part that is not square, one σ. A part that is longer along an axis or a diagonal of its own is seen as one that is
 * square and turned behind pixels that are not: turned by up to half as much.
 */
export function ofAskewPart(
  [a, b, c, d, e, f]: TargetToFrame,
  { axes, diagonals }: Askew,
  reading: (place: TargetToFrame) => number,
): number {
  const seen = (longer: number, aside: number) => {
    const [p, q] = [1 + longer / 2, 1 - longer / 2];
    return reading([
      ...([p * a + (aside / 2) * b, (aside / 2) * a + q * b, c] as const),
      ...([p * d + (aside / 2) * e, (aside / 2) * d + q * e, f] as const),
    ]);
  };
  const [byAxes, byDiagonals] = [seen(axes, 0) - seen(-axes, 0), seen(0, diagonals) - seen(0, -diagonals)];
  return Math.sqrt(byAxes * byAxes + byDiagonals * byDiagonals) / 2;
}
