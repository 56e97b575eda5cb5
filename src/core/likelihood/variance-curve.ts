import { solveSymmetric } from '../fit/solve.ts';

/** Variance of a pixel as a function of its brightness λ: v0 + v1 λ + v2 λ², none negative. */
export type VarianceCurve = readonly [number, number, number];

/** Pixels of about the same brightness: how many, what it is, and the mean square of what they have beyond it. */
export interface BrightnessClass {
  readonly count: number;
  readonly light: number;
  readonly square: number;
}

/** A class with fewer pixels says little of its variance. */
const LEAST_COUNT = 30;
/** Share of the mean square that a class is taken to have at least. */
const LEAST_SHARE = 0.002;
const TERMS: readonly number[] = [0, 1, 2];

/**
 * How a camera's variance follows the light, out of what a model that took away a share of the spectrum leaves: of noise of the
 * variance v it leaves (1 − 2 lost) v + lost · mean v. Weighted least squares without negative terms: the best of all choices
 * of terms.
 * @param lost share of the spectrum's numbers that the model is free to choose
 */
export function varianceCurve(classes: readonly BrightnessClass[], lost: number): VarianceCurve | null {
  const used = classes.filter(({ count }) => count >= LEAST_COUNT);
  const total = used.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const mean = (of: (one: BrightnessClass) => number) =>
    used.reduce((sum, one) => sum + one.count * of(one), 0) / total;
  const square = mean((one) => one.square);
  const light = mean((one) => Math.max(0, one.light));
  const rows = used.map(({ count, light: at, square: left }) => {
    const own = (left - (lost * square) / (1 - lost)) / (1 - 2 * lost);
    const variance = Math.max(LEAST_SHARE * square, own);
    const x = Math.max(0, at) / light;
    return { variance, weight: count / (variance * variance), powers: [1, x, x * x] };
  });
  let best: { readonly terms: number[]; readonly cost: number } | null = null;
  for (let choice = 1; choice < 8; choice++) {
    const chosen = TERMS.filter((k) => (choice >> k) & 1);
    const matrix = new Float64Array(chosen.length * chosen.length);
    const right = new Float64Array(chosen.length);
    for (const { variance, weight, powers } of rows)
      chosen.forEach((a, i) => {
        right[i]! += weight * powers[a]! * variance;
        chosen.forEach((b, j) => (matrix[i * chosen.length + j]! += weight * powers[a]! * powers[b]!));
      });
    const solved = solveSymmetric(matrix, right);
    if (!solved || solved.some((value) => value < 0)) continue;
    const terms = [0, 0, 0];
    chosen.forEach((k, i) => (terms[k] = solved[i]!));
    const cost = rows.reduce((sum, { variance, weight, powers }) => {
      const off = variance - TERMS.reduce((model, k) => model + terms[k]! * powers[k]!, 0);
      return sum + weight * off * off;
    }, 0);
    if (!best || cost < best.cost) best = { terms, cost };
  }
  if (!best) return null;
  const [a, b, c] = best.terms as [number, number, number];
  return [a, b / light, c / (light * light)];
}

/** The variance at a brightness; below 0 it is that of darkness. */
export function curveAt([a, b, c]: VarianceCurve, light: number, least: number): number {
  const lit = Math.max(0, light);
  return Math.max(least, a + b * lit + c * lit * lit);
}
