import type { Complex } from './spectrum.ts';
import type { Generator } from './state.ts';

/** A share of a change at a frequency, cycles per camera pixel. */
export type RimShare = (fx: number, fy: number) => number;

/**
 * Where what passes ends sharply. What frequencies at a rim change by when they move `across` it; where a canvas has too
 * few frequencies for a rim, what the field changes by when a drawing is `moved`.
 */
export type Rims =
  | { readonly across: (by: RimShare) => Complex }
  | { readonly moved: (name: Generator) => Complex };
