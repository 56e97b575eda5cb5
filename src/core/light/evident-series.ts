import { selectInPlace } from '../fit/median.ts';
import { choleskyFactor, inverseDiagonal, solveByFactor } from '../fit/solve.ts';
import { tilesTogether } from './tiles-together.ts';

/** Rounds of reweighting, in which what the terms come to and what the data say of them settle together. */
const ROUNDS = 30;
/** Relative: values that agree better than anyone needs are not told apart, and nothing is divided by 0. */
const LEAST_SCALE = 5e-4;
/** Share of the values that surely follow the series, as of the places of a frame that surely hold no sample, and what that quantile of |N(0, 1)| is. */
export const SURELY_FREE = 0.25;
const ITS_QUANTILE = 0.3186;
/** variance of the constant, which is known to be about 1: of any size */
const ANY = 10;
/** What terms of the first orders usually come to: a light whose values say too little of them is not surely even. */
const USUAL = 0.1;
const USUAL_UP_TO = 2;
/** Keeps a degree of which nothing is known from being divided by nothing. */
const LEAST_DETERMINED = 1e-6;

export interface SeriesFit {
  /** highest order */
  readonly degree: number;
  readonly coefficients: Float64Array;
  /** robust standard deviation of the values about it */
  readonly scale: number;
  /** 0 … 1, of each value: Tukey's biweight */
  readonly weight: Float64Array;
}

export interface EvidentFit extends SeriesFit {
  /** of each order the share of its terms that the values determine: 0 none, 1 all */
  readonly determined: Float64Array;
  /** standard error of the series, root mean square over the places of the values that may be seen */
  readonly error: number;
}

/** What a series is fitted to. */
export interface Observed {
  /** the order of every term, up to the highest */
  readonly orders: (highest: number) => readonly number[];
  /** value by value, of each of these */
  readonly design: (highest: number) => Float64Array;
  /** about 0 or 1 */
  readonly values: Float64Array;
  /** whether the fit may see a value */
  readonly uses: (value: number) => boolean;
}

/** What a series of terms as large as the data say is fitted to. */
export interface ObservedInDoubt extends Observed {
  /** how much more uncertain each value may be than those that surely follow the series: 1 or more, and counts as far as what they leave shows it */
  readonly doubt: Float64Array;
  /** values side by side: of a grid, row by row */
  readonly across: number;
}

/**
 * A series whose terms of each order are as large as the data say: their variance, one for each order, is that of which the values
 * are the most likely (MacKay, Neural Computation 4, 415 (1992), doi:10.1162/neco.1992.4.3.415, eq. 4.9), and where a sample hides
 * the light nothing bends that need not.
 * @param start the values of a fit to begin with
 * @param degree the highest total degree
 * @param reach scales at which a value tells nothing any more
 * @returns null where the values do not fix every term, as where none may be seen
 */
export function evidentSeries(
  { orders, design: designOf, values, doubt, across, uses }: ObservedInDoubt,
  start: Float64Array,
  degree: number,
  reach: number,
): EvidentFit | null {
  const design = designOf(degree);
  const degreeOf = orders(degree);
  const determined = new Float64Array(degree + 1);
  determined[0] = 1;
  const used = values.map((_, t) => (uses(t) ? 1 : 0));
  let residual: Float64Array = values.map((v, t) => v - start[t]!);
  let scale = robustScale(residual, used);
  const variance = new Float64Array(degree + 1).fill(Math.max(scale * scale, varianceOf(start)));
  variance[0] = ANY;
  const squares = doubt.map((d) => d * d);
  const weigh = () => {
    const share = shareOfDoubt(squares, residual, used);
    return biweight(residual, used, reach * scale).map((w, t) => w / (1 + share * (squares[t]! - 1)));
  };
  let weight = weigh();
  let coefficients: Float64Array = new Float64Array(degreeOf.length);
  for (let round = 0; round < ROUNDS; round += 1) {
    const prior = degreeOf.map((d) => (scale * scale) / variance[d]!);
    const next = posterior(design, values, weight, prior);
    if (!next) return null;
    ({ coefficients } = next);
    grow(variance, determined, next, degreeOf, scale);
    residual = residuals(design, values, coefficients);
    scale = robustScale(residual, used);
    weight = weigh();
  }
  const usual = variance.map((v, d) => (d <= USUAL_UP_TO ? Math.max(v, USUAL * USUAL) : v));
  const prior = degreeOf.map((d) => (scale * scale) / usual[d]!);
  const error =
    scale *
    standardError(design, used, posterior(design, values, weight, prior)?.factor) *
    crowding(degreeOf, determined, weight) *
    tilesTogether(
      residual.map((r, t) => r * weight[t]!),
      across,
    );
  return { degree, coefficients, scale, weight, determined, error };
}

/**
 * The series of the highest degree whose terms the values determine by more than half.
 * @param highest that is looked at
 * @param seriesOf see {@link evidentSeries}
 */
export function seriesUpTo(
  highest: number,
  seriesOf: (degree: number) => EvidentFit | null,
): EvidentFit | null {
  let error = Infinity;
  for (let degree = highest; ;) {
    const fit = seriesOf(degree);
    if (!fit) return null;
    const told = fit.determined.map((share) => (share > 0.5 ? 1 : 0)).lastIndexOf(1);
    if (told === degree) return degree < USUAL_UP_TO ? { ...fit, error } : fit;
    if (told <= USUAL_UP_TO) error = seriesOf(USUAL_UP_TO)?.error ?? Infinity;
    degree = told;
  }
}

/**
 * How much of the doubt in values shows in what they leave, 0 … 1: by that the more doubtful half has to scatter as far beyond the other as it does.
 * @param doubt squares
 */
function shareOfDoubt(doubt: Float64Array, residual: Float64Array, used: Float64Array): number {
  const middle = selectInPlace(
    doubt.filter((_, t) => used[t] !== 0),
    used.reduce((sum, u) => sum + u, 0) >> 1,
  );
  const [least, most] = [false, true].map((isMore) => {
    const half = used.map((u, t) => (doubt[t]! > middle === isMore ? u : 0));
    const of = doubt.filter((_, t) => half[t] !== 0);
    if (of.length === 0) return { variance: 1, doubt: 1 };
    const scale = robustScale(residual, half);
    return { variance: scale * scale, doubt: selectInPlace(of, of.length >> 1) };
  });
  const ratio = most!.variance / least!.variance;
  if (!(ratio > 1)) return 0;
  const all = most!.doubt - 1 - ratio * (least!.doubt - 1);
  return all > ratio - 1 ? (ratio - 1) / all : 1;
}

/** Of a series of unit scale, root mean square over the places that are used: least where values tell it, up to what its terms may come to where none does. */
function standardError(design: Float64Array, used: Float64Array, factor: Float64Array | undefined): number {
  if (!factor) return Infinity;
  const terms = Math.sqrt(factor.length);
  let [squares, count] = [0, 0];
  for (let t = 0; t < used.length; t++) {
    if (used[t] === 0) continue;
    const at = design.subarray(t * terms, (t + 1) * terms);
    squares += sumOfTerms(at, 0, solveByFactor(factor, at));
    count += 1;
  }
  return Math.sqrt(squares / count);
}

/** What as many terms follow of the values is not seen in what they leave: the factor by which that is more. */
function crowding(orders: readonly number[], determined: Float64Array, weight: Float64Array): number {
  const terms = orders.reduce((sum, order) => sum + determined[order]!, 0);
  const kept = weight.filter((w) => w > 0).length;
  return kept > terms ? Math.sqrt(kept / (kept - terms)) : Infinity;
}

/** @param prior of each term, the values' variance over its own */
function posterior(
  design: Float64Array,
  values: Float64Array,
  weight: Float64Array,
  prior: readonly number[],
) {
  const terms = prior.length;
  const { matrix, right } = weightedEquations(design, values, weight, terms);
  prior.forEach((own, k) => (matrix[k * terms + k]! += own));
  if (!choleskyFactor(matrix, terms)) return null;
  const coefficients = solveByFactor(matrix, right);
  // of each term what is left open of it, over the values' variance
  const open = inverseDiagonal(matrix, terms);
  return { coefficients, open, factor: matrix };
}

/** The variance of each degree's terms anew, and the share of them that the values determine. */
function grow(
  variance: Float64Array,
  determined: Float64Array,
  { coefficients, open }: { readonly coefficients: Float64Array; readonly open: Float64Array },
  degreeOf: readonly number[],
  scale: number,
): void {
  for (let d = 1; d < variance.length; d += 1) {
    let [squares, left, count] = [0, 0, 0];
    degreeOf.forEach((of, k) => {
      if (of !== d) return;
      squares += coefficients[k]! * coefficients[k]!;
      left += open[k]! * scale * scale;
      count += 1;
    });
    determined[d] = Math.max(LEAST_DETERMINED, 1 - left / count / variance[d]!);
    variance[d] = Math.max(LEAST_SCALE * LEAST_SCALE * LEAST_DETERMINED, squares / (determined[d]! * count));
  }
}

/** Σ w tᵢ tⱼ and Σ w tᵢ v over the values v. */
export function weightedEquations(
  design: Float64Array,
  values: Float64Array,
  weight: Float64Array,
  terms: number,
): { readonly matrix: Float64Array; readonly right: Float64Array } {
  const matrix = new Float64Array(terms * terms);
  const right = new Float64Array(terms);
  for (let t = 0; t < values.length; t++) {
    if (weight[t] === 0) continue;
    const at = t * terms;
    for (let i = 0; i < terms; i++) {
      const wi = weight[t]! * design[at + i]!;
      right[i]! += wi * values[t]!;
      for (let j = 0; j <= i; j++) matrix[i * terms + j]! += wi * design[at + j]!;
    }
  }
  for (let i = 0; i < terms; i++)
    for (let j = i + 1; j < terms; j++) matrix[i * terms + j] = matrix[j * terms + i]!;
  return { matrix, right };
}

function varianceOf(values: Float64Array): number {
  const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
  return values.reduce((sum, v) => sum + (v - mean) * (v - mean), 0) / values.length;
}

/** Of the residuals that are used: that of a normal distribution whose lowest quarter they have. */
export function robustScale(residual: Float64Array, used: ArrayLike<number>): number {
  const sizes = residual.filter((_, t) => used[t]).map(Math.abs);
  const least = selectInPlace(sizes, Math.floor(SURELY_FREE * sizes.length));
  return Math.max(LEAST_SCALE, least / ITS_QUANTILE);
}

export function residuals(design: Float64Array, values: Float64Array, coefficients: Float64Array) {
  return Float64Array.from(values, (v, t) => v - sumOfTerms(design, t * coefficients.length, coefficients));
}

export function biweight(residual: Float64Array, used: ArrayLike<number>, reach: number) {
  return Float64Array.from(residual, (r, t) => {
    const within = used[t] ? Math.max(0, 1 - (r * r) / (reach * reach)) : 0;
    return within * within;
  });
}

export function sumOfTerms(design: Float64Array, at: number, coefficients: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < coefficients.length; k++) sum += design[at + k]! * coefficients[k]!;
  return sum;
}
