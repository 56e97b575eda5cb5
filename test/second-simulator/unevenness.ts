import type { Chance } from './chance.ts';

/** Powers of the place across and down, and a weight: what light has too much or too little of in parts of a frame. */
type Terms = readonly (readonly [number, number, number])[];

const PLACES = [
  [1, 0],
  [0, 1],
  [2, 0],
  [1, 1],
  [0, 2],
  [3, 0],
  [1, 2],
] as const;

/** Light that is uneven by up to a share, each of its slopes and bends. */
export const unevenness = (chance: Chance, share: number, degree: 2 | 3 = 3): Terms =>
  PLACES.filter(([i, j]) => i + j <= degree).map(([i, j]) => [i, j, chance.within(share)] as const);
