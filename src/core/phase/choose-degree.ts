import { fitRobustly, type RobustFit } from '../fit/robust.ts';
import { solveSymmetric } from '../fit/solve.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { legendreDesign, legendreTerms } from './legendre.ts';
import { fitMinimumEntropy, remaining, type SmoothPhaseProblem } from './minimum-entropy.ts';
import { mainPeak, phaseDensity } from './phase-density.ts';
import { wrapAngle, type Tiles } from './tiles.ts';

/** A smooth phase: Legendre coefficients (rad) in the order of {@link legendreTerms}. */
export interface SmoothPhase {
  readonly degree: number;
  readonly coefficients: Float64Array;
}

export interface ChosenPhase extends SmoothPhase {
  /** of what the densest level left: its scale, and which tiles it rests on */
  readonly fit: RobustFit;
  /** by how much each degree predicts left-out tiles better than the lowest one, nats per tile */
  readonly heldOutByDegree: readonly number[];
  /**
   * Other surfaces that the data allow, each with the share of its squared distance that counts as variance: fits
   * without a sixth of the frame (jackknife), and the degrees that predict about as well.
   */
  readonly others: readonly (SmoothPhase & { readonly share: number })[];
}

/** Radians, from coarse to fine: the slopes leave errors of a radian; tiles of recordings scatter by 0.03 to 0.3 rad. */
const BANDWIDTHS = [0.8, 0.5, 0.35, 0.25, 0.18, 0.12];
/** The lower degrees begin where the highest one ended, with its first coefficients. */
const SHORT = [0.35, 0.18, 0.12];
const FINEST = 0.12;
/** Parts of the frame that are left out in turn. Each is made of patches an eighth of the frame wide: what is left out has to be bridged. */
const FOLDS = 6;
const PATCHES = 8;
/** A higher degree must predict better by this many standard errors of the mean over the parts. */
const STANDARD_ERRORS = 1;
/** And by this many times the standard deviation of the mean of halved squares, 1/√(2n): less is no bowl that one sees. */
const FLUCTUATIONS = 3;
/** Standard deviations beyond which a tile is no background, however far off it is. */
const REACH = 3;

/** A fit of one degree to all tiles, and to all but each part. */
interface Candidate extends SmoothPhase {
  readonly fit: RobustFit;
  readonly folds: readonly Float64Array[];
  /** rad, what is left of each tile's phase by the fit without it */
  readonly leftOut: Float64Array;
}

/** Tiles, what phase they have in all, and a first guess of the smooth phase: Legendre coefficients of the highest degree. */
export interface PhaseOfTiles {
  readonly tiles: Tiles;
  /** rad, need not be wrapped */
  readonly phases: Float64Array;
  /** 0 leaves a tile out */
  readonly weight: Float64Array;
  readonly start: Float64Array;
}

/**
 * Fits every degree to the most frequent level of the tiles' phases and takes the lowest degree that no higher one beats
 * in predicting tiles that were left out.
 * @param leastScale rad: phases are not known better
 * @returns null where no degree can be fitted
 */
export function chooseDegree(
  kernels: Kernels,
  of: PhaseOfTiles,
  degrees: readonly number[],
  leastScale: number,
): ChosenPhase | null {
  const fold = foldOf(of.tiles);
  const highest = fitDegree(kernels, of, degrees.at(-1)!, BANDWIDTHS, fold, leastScale);
  const from = { ...of, start: highest?.coefficients ?? of.start };
  const lower = degrees
    .slice(0, -1)
    .map((degree) => fitDegree(kernels, from, degree, SHORT, fold, leastScale));
  const fits = [...lower, highest].filter((fit) => fit !== null);
  if (fits.length === 0) return null;
  const scale = Math.min(...fits.map(({ fit }) => fit.scale));
  let best = fits[0]!;
  for (const fit of fits) if (isBetter(gain(fit, best, best, fold, scale))) best = fit;
  const jackknife = best.folds.map((coefficients) => ({
    degree: best.degree,
    coefficients,
    share: (FOLDS - 1) / FOLDS,
  }));
  const rivals = fits.flatMap((fit) => {
    const { standardErrors } = gain(best, fit, best, fold, scale);
    const share = kernels.run.exp(-0.5 * standardErrors * standardErrors);
    return fit === best || share < 0.01
      ? []
      : [{ degree: fit.degree, coefficients: fit.coefficients, share }];
  });
  return {
    ...{ degree: best.degree, coefficients: best.coefficients, fit: best.fit },
    heldOutByDegree: fits.map((fit) => gain(fit, fits[0]!, fits[0]!, fold, scale).mean),
    others: [...jackknife, ...rivals],
  };
}

/** Beyond what differs between the parts, and beyond what half a square fluctuates by in the mean over all tiles. */
function isBetter({ mean, count, standardErrors }: Gain): boolean {
  return standardErrors > STANDARD_ERRORS && mean * Math.sqrt(count) > FLUCTUATIONS * Math.SQRT1_2;
}

/** Brings the tiles' phases to the least entropy, then fits the level that most of them have. */
function fitDegree(
  kernels: Kernels,
  { tiles, phases, weight, start }: PhaseOfTiles,
  degree: number,
  bandwidths: readonly number[],
  fold: Uint8Array,
  leastScale: number,
): Candidate | null {
  const terms = legendreTerms(degree).length;
  const problem = { design: legendreDesign(tiles, degree), terms, phases, weight };
  const bunched = fitMinimumEntropy(kernels, problem, start.subarray(0, terms), bandwidths);
  const rest = remaining(problem, bunched);
  const { at, below, above } = mainPeak(phaseDensity(kernels, rest, weight, FINEST).density);
  const inPeak = rest.map((r, t) => {
    const off = wrapAngle(r - at);
    return off > -below && off < above ? weight[t]! : 0;
  });
  const fit = fitRobustly(kernels, problem.design, rest, terms, { prior: inPeak, leastScale });
  if (!fit) return null;
  const coefficients = bunched.map((c, k) => c + fit.coefficients[k]!);
  const folds = withoutEachPart(problem, rest, fit.weight, fold).map((step) =>
    step ? bunched.map((c, k) => c + step[k]!) : coefficients,
  );
  const leftOut = new Float64Array(tiles.count);
  folds.forEach((without, k) => {
    const left = remaining(problem, without);
    for (let t = 0; t < tiles.count; t++) if (fold[t] === k) leftOut[t] = left[t]!;
  });
  return { degree, coefficients, fit, folds, leftOut };
}

/** Weighted least squares with each part left out: the equations of all parts less those of one. */
function withoutEachPart(
  { design, terms }: SmoothPhaseProblem,
  rest: Float64Array,
  weight: Float64Array,
  fold: Uint8Array,
): (Float64Array | null)[] {
  const size = terms * (terms + 1);
  const parts = Array.from({ length: FOLDS }, () => new Float64Array(size));
  for (let t = 0; t < rest.length; t++) {
    if (weight[t] === 0) continue;
    const part = parts[fold[t]!]!;
    for (let a = 0; a < terms; a++) {
      const da = weight[t]! * design[t * terms + a]!;
      for (let b = 0; b < terms; b++) part[a * terms + b]! += da * design[t * terms + b]!;
      part[terms * terms + a]! += da * rest[t]!;
    }
  }
  const all = new Float64Array(size);
  for (const part of parts) for (let k = 0; k < size; k++) all[k]! += part[k]!;
  return parts.map((part) => {
    const without = all.map((sum, k) => sum - part[k]!);
    return solveSymmetric(without.slice(0, terms * terms), without.slice(terms * terms));
  });
}

interface Gain {
  /** nats per tile */
  readonly mean: number;
  readonly count: number;
  readonly standardErrors: number;
}

/** By how much one fit predicts better than another where `judge` sees background. */
function gain(one: Candidate, other: Candidate, judge: Candidate, fold: Uint8Array, scale: number): Gain {
  const sums = new Float64Array(FOLDS);
  let count = 0;
  const misfit = (off: number) => 0.5 * Math.min(REACH * REACH, (off / scale) * (off / scale));
  judge.fit.weight.forEach((w, t) => {
    if (w === 0) return;
    sums[fold[t]!]! += misfit(other.leftOut[t]!) - misfit(one.leftOut[t]!);
    count++;
  });
  const parts = sums.map((sum) => (sum * FOLDS) / Math.max(1, count));
  const mean = parts.reduce((a, b) => a + b, 0) / FOLDS;
  const scatter = parts.reduce((a, b) => a + (b - mean) * (b - mean), 0) / (FOLDS - 1);
  return { mean, count, standardErrors: mean / (Math.sqrt(scatter / FOLDS) + 1e-12) };
}

/** Which part of the frame each tile belongs to: diagonals of patches. */
function foldOf(tiles: Tiles): Uint8Array {
  const patch = (at: number) => Math.min(PATCHES - 1, Math.floor(((at + 1) / 2) * PATCHES));
  const fold = new Uint8Array(tiles.count);
  let t = 0;
  for (const y of tiles.y)
    for (const x of tiles.x) fold[t++] = (patch(x) + 2 * patch(y) + (patch(y) >> 1)) % FOLDS;
  return fold;
}
