import type { Readings } from './readings.ts';

/** One σ of what a part that does not lie square to the axis does to what is seen of it. */
export interface Tilted {
  /** a share */
  readonly scale: number;
  readonly of: (values: Pick<Readings, 'anisotropy'>) => Partial<Readings>;
}

/**
 * A part that is tilted by p about y and by q about x is seen shorter, by p² / 2 along x and q² / 2 along y, and its axes p q
 * off a right angle: which of them turns depends on how it was tilted. Root mean squares over all p and q within ± a half-width.
 */
export function lyingAskew(half: number): Tilted {
  const square = half * half;
  // of tilts that are alike within ± h the mean of p² is h² / 3 and that of p⁴ is h⁴ / 5
  const [second, fourth] = [square / 3, (square * square) / 5];
  const product = second;
  return {
    scale: Math.sqrt(2 * fourth + 2 * second * second) / 4,
    of: ({ anisotropy }) => ({
      anisotropy: (anisotropy * Math.sqrt(2 * fourth - 2 * second * second)) / 2,
      ...{ shear: product, rotation_deg: (product * 180) / Math.PI },
    }),
  };
}
