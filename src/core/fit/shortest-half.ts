import { MAD } from './median.ts';

/**
 * Where most of some values lie and how they scatter there, by least median of squares (Rousseeuw, J. Am. Stat. Assoc. 79, 871
 * (1984)): the middle and half the length of the shortest stretch that holds half of them, as a standard deviation. Values to one side
 * do not pull it. The shortest half of a few is short by chance (Rousseeuw & Leroy, Robust Regression, 1987, section 5.1).
 * @param sorted in ascending order
 */
export function shortestHalf(sorted: Float64Array): { readonly middle: number; readonly scale: number } {
  const half = sorted.length >> 1;
  const length = (from: number) => sorted[from + half]! - sorted[from]!;
  let from = 0;
  for (let k = 1; k + half < sorted.length; k++) if (length(k) < length(from)) from = k;
  return {
    middle: sorted[from]! + length(from) / 2,
    scale: MAD * (1 + 5 / sorted.length) * (length(from) / 2),
  };
}
