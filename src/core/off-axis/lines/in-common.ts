import { MAD, medianInPlace } from '../../fit/median.ts';
import { fitRobustly } from '../../fit/robust.ts';
import { choleskyFactor, solveByFactor } from '../../fit/solve.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { legendreValues } from '../../phase/legendre.ts';

/** What strips across a frame have in common, line by line. */
export interface InCommon {
  /** of each strip a value at each line, the median of all strips and their spread */
  readonly strips: readonly Float64Array[];
  readonly middle: Float64Array;
  readonly spread: Float64Array;
  /** what is smooth all along a frame: of each line the terms of a series */
  readonly design: Float64Array;
  /** the median, less what is smooth of it */
  readonly common: Float64Array;
  /** of the median, by how much the strips differ in each line */
  readonly variance: Float64Array;
  /** lines in which strips differ more than in most weigh less: there is a sample */
  readonly weight: Float64Array;
}

/** A median's variance over that of a mean of as many. */
const OF_MEDIAN = Math.PI / 2;

/**
 * @param strips of each strip a value at each line
 * @param degree of what is smooth
 */
export function inCommon(kernels: Kernels, strips: readonly Float64Array[], degree: number): InCommon {
  const count = strips[0]!.length;
  const middle = new Float64Array(count);
  const spread = new Float64Array(count);
  const some = new Float64Array(strips.length);
  for (let k = 0; k < count; k++) {
    for (let s = 0; s < some.length; s++) some[s] = strips[s]![k]!;
    const at = medianInPlace(some);
    for (let s = 0; s < some.length; s++) some[s] = Math.abs(strips[s]![k]! - at);
    middle[k] = at;
    spread[k] = MAD * medianInPlace(some);
  }
  const variance = spread.map((one) => (OF_MEDIAN * one * one) / strips.length);
  const usual = medianInPlace(variance.slice()) + 1e-300;
  const weight = variance.map((one) => usual / (one + usual));
  const size = degree + 1;
  const design = new Float64Array(count * size);
  for (let k = 0; k < count; k++) design.set(legendreValues((2 * k) / (count - 1) - 1, degree), k * size);
  // what lies in one part of the frame is not to bend the rest
  const series = fitRobustly(kernels, design, middle, size, { prior: weight })?.coefficients;
  const common = series ? less(middle, design, series) : middle;
  return { strips, middle, spread, design, common, variance, weight };
}

/** How many times chance makes of it lies in what is in common: 1 where that is chance alone. */
export function standsOut({ common, variance, weight }: InCommon, from = 0, to = common.length): number {
  let [squares, chance] = [0, 0];
  for (let k = from; k < to; k++) {
    squares += weight[k]! * common[k]! * common[k]!;
    chance += weight[k]! * variance[k]!;
  }
  return chance > 0 ? squares / chance : 0;
}

/** How much of something the strips hold beside what they have in common, and how much of it may be chance. */
export interface Beside {
  readonly share: number;
  readonly chance: number;
}

/**
 * By how many lines what is in common lies lower in the last strip than in the first: the strips differ from what they have in common by its slope,
 * the farther aside the more.
 * @param together lines that are not independent of each other
 * @param reach spreads from which on a strip differs for another reason
 */
export function fallAcross(found: InCommon, together: number, reach: number): Beside {
  const { common, strips } = found;
  return besideOf(found, together, reach, (k, s) => {
    if (k === 0 || k === common.length - 1) return 0;
    return ((common[k + 1]! - common[k - 1]!) / 2) * ((s + 0.5) / strips.length - 0.5);
  });
}

/**
 * By how much more the strips hold of what they have in common than their middle does, in their mean: less than 0 where some hold less of it, as all do
 * of a sample that lies along the lines but not in every place.
 * @param together lines that are not independent of each other
 * @param reach spreads from which on a strip differs for another reason
 */
export function heldAlike(found: InCommon, together: number, reach: number): Beside {
  return besideOf(found, together, reach, (k) => found.common[k]!);
}

/** @param pattern what is looked for at a line of a strip */
function besideOf(
  found: InCommon,
  together: number,
  reach: number,
  pattern: (k: number, s: number) => number,
): Beside {
  const { common, weight } = found;
  const count = Math.ceil(common.length / together);
  const [along, squares] = [new Float64Array(count), new Float64Array(count)];
  const beside = besideMiddle(found, reach);
  for (let k = 0; k < common.length; k++) {
    const group = Math.floor(k / together);
    beside.forEach((one, s) => {
      const sought = pattern(k, s);
      along[group]! += weight[k]! * sought * one[k]!;
      squares[group]! += weight[k]! * sought * sought;
    });
  }
  const all = squares.reduce((sum, one) => sum + one, 0);
  if (!(all > 0)) return { share: 0, chance: Infinity };
  const share = along.reduce((sum, one) => sum + one, 0) / all;
  const left = along.reduce(
    (sum, one, g) => sum + (one - share * squares[g]!) * (one - share * squares[g]!),
    0,
  );
  return { share, chance: Math.sqrt(left) / all };
}

/** By how much each strip differs from what all have in common, less what is smooth of that. */
function besideMiddle({ strips, middle, spread, design, weight }: InCommon, reach: number): Float64Array[] {
  const size = design.length / weight.length;
  const matrix = new Float64Array(size * size);
  for (let k = 0; k < weight.length; k++)
    for (let a = 0; a < size; a++)
      for (let b = 0; b < size; b++)
        matrix[a * size + b]! += weight[k]! * design[k * size + a]! * design[k * size + b]!;
  const isFirm = choleskyFactor(matrix, size);
  return strips.map((strip) => {
    const off = strip.map((one, k) =>
      Math.max(-reach * spread[k]!, Math.min(reach * spread[k]!, one - middle[k]!)),
    );
    if (!isFirm) return off;
    const right = new Float64Array(size);
    for (let k = 0; k < weight.length; k++)
      for (let a = 0; a < size; a++) right[a]! += weight[k]! * design[k * size + a]! * off[k]!;
    return less(off, design, solveByFactor(matrix, right));
  });
}

function less(values: Float64Array, design: Float64Array, series: Float64Array): Float64Array {
  const size = series.length;
  const left = new Float64Array(values.length);
  for (let k = 0; k < left.length; k++) {
    let sum = 0;
    for (let a = 0; a < size; a++) sum += series[a]! * design[k * size + a]!;
    left[k] = values[k]! - sum;
  }
  return left;
}
