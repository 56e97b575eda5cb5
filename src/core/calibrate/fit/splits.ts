import { refitted, solved, type Group, type System } from './linear-refit.ts';
import type { Normal } from './normal-equations.ts';

/** What two parts of a frame say apart from each other. */
export interface Split {
  /** by how much the unknowns of the state differ between both */
  readonly differs: Float64Array;
  /** the variance that noise alone gives to what a slope of those unknowns says of it */
  readonly expected: (slope: Float64Array) => number;
}

/** Of a half frame inside of the other half: with so much of both sides it has half of the area. */
const INNER = Math.SQRT1_2;

type Side = (u: number, v: number) => boolean;

/** Left and right, above and below, along both diagonals, within and without. */
const sides: readonly Side[] = [
  (u) => u < 0,
  (_, v) => v < 0,
  (u, v) => u * v < 0,
  (u, v) => Math.max(Math.abs(u), Math.abs(v)) < INNER,
];

/**
 * The same step with parts of the frame alone: a model that holds says the same everywhere; one that lacks something says
 * one thing at the edges and another in the middle.
 */
export function splitsOf(
  normal: Normal,
  base: readonly number[],
  groups: readonly Group[],
  noise: number,
  unknowns: number,
): Split[] {
  const { within } = normal;
  if (!within) return [];
  return sides.flatMap((isFirst) => {
    const halves = [true, false].map((first) => within((u, v) => isFirst(u, v) === first));
    const [first, second] = halves.map((half) => movesIn(half, base, groups, noise, unknowns));
    if (!first || !second) return [];
    const differs = first.map((value, k) => value - second[k]!);
    const expected = (slope: Float64Array) =>
      halves.reduce((sum, half) => sum + noise * varianceOf(half, base, slope), 0);
    return [{ differs, expected }];
  });
}

/** Mean square of what halves differ by in what a slope of the unknowns says, over what noise lets expect; 0: they say nothing. */
export function chiSquare(splits: readonly Split[], slope: Float64Array): number {
  const ratios = splits.flatMap(({ differs, expected }) => {
    const [by, variance] = [differs.reduce((sum, v, k) => sum + v * slope[k]!, 0), expected(slope)];
    return variance > 0 && Number.isFinite(variance) ? [(by * by) / variance] : [];
  });
  return ratios.length === 0 ? 0 : ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
}

/** The same of most unknowns: their median. */
export function disagreementOf(splits: readonly Split[], unknowns: number): number {
  const each = Array.from({ length: unknowns }, (_, k) =>
    chiSquare(
      splits,
      Float64Array.from({ length: unknowns }, (_value, l) => (l === k ? 1 : 0)),
    ),
  );
  return each.sort((a, b) => a - b)[unknowns >> 1] ?? 0;
}

/** Where a part of the frame alone would have the unknowns; null: it says nothing of something. */
function movesIn(
  half: System,
  base: readonly number[],
  groups: readonly Group[],
  noise: number,
  unknowns: number,
): Float64Array | null {
  const right = Float64Array.from(base, (column) => half.right[column]!);
  const own = solved(half, base, right);
  const { moves, disturbances } = refitted(half, base, groups, noise, unknowns);
  if (!own || (groups.length > 0 && disturbances.length === 0)) return null;
  return moves.map((value, k) => value + own[k]!);
}

/** sᵀ H⁻¹ s of some unknowns, the light's along. */
function varianceOf(half: System, base: readonly number[], slope: Float64Array): number {
  const right = Float64Array.from(base, (_, k) => slope[k] ?? 0);
  const own = solved(half, base, right);
  return own ? right.reduce((sum, value, k) => sum + value * own[k]!, 0) : Infinity;
}
