import { fitRobustly, type RobustFit } from '../fit/robust.ts';
import { solveSymmetric } from '../fit/solve.ts';
import { medianInPlace } from '../fit/median.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { DegreeSettings } from './background-settings.ts';
import { legendreDesign, legendreTerms } from './legendre.ts';
import { fitMinimumEntropy, remaining, type SmoothPhaseProblem } from './minimum-entropy.ts';
import { levelsOf, phaseDensity } from './phase-density.ts';
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

/** Radians, from coarse to fine, down to the finest one: the slopes leave errors of a radian. */
const BANDWIDTHS = [0.8, 0.5, 0.35, 0.25, 0.18];
/** The lower degrees begin where the highest one ended, with its first coefficients. */
const SHORT = [0.35, 0.18];

/** From a median of absolute values to the standard deviation of a Gaussian. */
const MAD = 1.4826;

/** Which part of the frame each tile belongs to. */
interface Parts {
  readonly fold: Uint8Array;
  readonly settings: DegreeSettings;
}

/** A fit of one degree to all tiles, and to all but each part. */
interface Candidate extends SmoothPhase {
  /** to all levels; with the scale and the weights of tiles on the background's */
  readonly fit: RobustFit;
  readonly folds: readonly Float64Array[];
  /** rad, how far each tile's phase is from its level by the fit without it */
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
  settings: DegreeSettings,
): ChosenPhase | null {
  const parts = { fold: foldOf(of.tiles, settings), settings };
  const highest = fitDegree(kernels, of, degrees.at(-1)!, BANDWIDTHS, parts, leastScale);
  const from = { ...of, start: highest?.coefficients ?? of.start };
  const lower = degrees
    .slice(0, -1)
    .map((degree) => fitDegree(kernels, from, degree, SHORT, parts, leastScale));
  const fits = [...lower, highest].filter((fit) => fit !== null);
  if (fits.length === 0) return null;
  const scale = Math.min(...fits.map(({ fit }) => fit.scale));
  let best = fits[0]!;
  for (const fit of fits) if (isBetter(gain(fit, best, best, parts, scale), settings)) best = fit;
  const jackknife = best.folds.map((coefficients) => ({
    degree: best.degree,
    coefficients,
    share: (settings.folds - 1) / settings.folds,
  }));
  const rivals = fits.flatMap((fit) => {
    const { standardErrors } = gain(best, fit, best, parts, scale);
    const share = kernels.run.exp(-0.5 * standardErrors * standardErrors);
    return fit === best || share < 0.01
      ? []
      : [{ degree: fit.degree, coefficients: fit.coefficients, share }];
  });
  return {
    ...{
      degree: best.degree,
      coefficients: best.coefficients,
      fit: best.fit,
    },
    heldOutByDegree: fits.map((fit) => gain(fit, fits[0]!, fits[0]!, parts, scale).mean),
    others: [...jackknife, ...rivals],
  };
}

/** Beyond what differs between the parts, and beyond what half a square fluctuates by in the mean over all tiles. */
function isBetter({ mean, count, standardErrors }: Gain, least: DegreeSettings): boolean {
  return standardErrors > least.standardErrors && mean * Math.sqrt(count) > least.fluctuations * Math.SQRT1_2;
}

/** Brings the tiles' phases to the least entropy, then fits the level that most of them have. */
function fitDegree(
  kernels: Kernels,
  { tiles, phases, weight, start }: PhaseOfTiles,
  degree: number,
  bandwidths: readonly number[],
  parts: Parts,
  leastScale: number,
): Candidate | null {
  const terms = legendreTerms(degree).length;
  const { finest } = parts.settings;
  const problem = { design: legendreDesign(tiles, degree), terms, phases, weight };
  const bunched = fitMinimumEntropy(kernels, problem, start.subarray(0, terms), [...bandwidths, finest]);
  const rest = remaining(problem, bunched);
  const { density } = phaseDensity(kernels, rest, weight, finest);
  const { at: levels, belongs } = levelsOf(density, rest);
  // every level is as good a witness of what is smooth as the background's, and together they reach further
  const prior = belongs.map((share, t) => share * weight[t]!);
  const off = rest.map((r, t) => (prior[t]! > 0 ? wrapAngle(r - levels[t]!) : 0));
  const fit = fitRobustly(kernels, problem.design, off, terms, { prior, leastScale });
  if (!fit) return null;
  const zero = backgroundLevel(tiles, levels, prior, parts.settings);
  bunched[0]! += zero;
  const coefficients = bunched.map((c, k) => c + fit.coefficients[k]!);
  const folds = withoutEachPart(problem, off, fit.weight, parts).map((step) =>
    step ? bunched.map((c, k) => c + step[k]!) : coefficients,
  );
  const leftOut = new Float64Array(tiles.count);
  folds.forEach((without, k) => {
    const left = remaining(problem, without);
    for (let t = 0; t < tiles.count; t++)
      if (parts.fold[t] === k) leftOut[t] = prior[t]! > 0 ? wrapAngle(left[t]! + zero - levels[t]!) : Math.PI;
  });
  const weights = fit.weight.map((w, t) => (levels[t] === zero ? w : 0));
  const left = remaining(problem, coefficients);
  const ofBackground = Float64Array.from(
    left.filter((_, t) => prior[t]! > 0 && levels[t] === zero),
    Math.abs,
  );
  const scale = Math.max(leastScale, MAD * medianInPlace(ofBackground));
  return { degree, coefficients, fit: { ...fit, weight: weights, scale }, folds, leftOut };
}

/**
 * Which level is the background's: a sample is within the frame more often than around it, so of the levels that hold many
 * tiles it is the one that holds most of the frame's border.
 */
function backgroundLevel(
  { x, y }: Tiles,
  levels: Float64Array,
  weight: Float64Array,
  { rivalLevel }: DegreeSettings,
): number {
  const held = new Map<number, { tiles: number; border: number }>();
  levels.forEach((level, t) => {
    const [col, row] = [t % x.length, Math.floor(t / x.length)];
    const onBorder = col === 0 || row === 0 || col === x.length - 1 || row === y.length - 1;
    const so = held.get(level) ?? { tiles: 0, border: 0 };
    held.set(level, { tiles: so.tiles + weight[t]!, border: so.border + (onBorder ? weight[t]! : 0) });
  });
  const most = Math.max(...[...held.values()].map(({ tiles }) => tiles));
  const large = [...held].filter(([, { tiles }]) => tiles >= rivalLevel * most);
  return large.reduce((a, b) =>
    b[1].border > a[1].border || (b[1].border === a[1].border && b[1].tiles > a[1].tiles) ? b : a,
  )[0];
}

/** Weighted least squares with each part left out: the equations of all parts less those of one. */
function withoutEachPart(
  { design, terms }: SmoothPhaseProblem,
  rest: Float64Array,
  weight: Float64Array,
  { fold, settings }: Parts,
): (Float64Array | null)[] {
  const size = terms * (terms + 1);
  const equations = Array.from({ length: settings.folds }, () => new Float64Array(size));
  for (let t = 0; t < rest.length; t++) {
    if (weight[t] === 0) continue;
    const part = equations[fold[t]!]!;
    for (let a = 0; a < terms; a++) {
      const da = weight[t]! * design[t * terms + a]!;
      for (let b = 0; b < terms; b++) part[a * terms + b]! += da * design[t * terms + b]!;
      part[terms * terms + a]! += da * rest[t]!;
    }
  }
  const all = new Float64Array(size);
  for (const part of equations) for (let k = 0; k < size; k++) all[k]! += part[k]!;
  return equations.map((part) => {
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
function gain(one: Candidate, other: Candidate, judge: Candidate, parts: Parts, scale: number): Gain {
  const { folds, reach } = parts.settings;
  const sums = new Float64Array(folds);
  let count = 0;
  const misfit = (off: number) => 0.5 * Math.min(reach * reach, (off / scale) * (off / scale));
  judge.fit.weight.forEach((w, t) => {
    if (w === 0) return;
    sums[parts.fold[t]!]! += misfit(other.leftOut[t]!) - misfit(one.leftOut[t]!);
    count++;
  });
  const means = sums.map((sum) => (sum * folds) / Math.max(1, count));
  const mean = means.reduce((a, b) => a + b, 0) / folds;
  const scatter = means.reduce((a, b) => a + (b - mean) * (b - mean), 0) / (folds - 1);
  return { mean, count, standardErrors: mean / (Math.sqrt(scatter / folds) + 1e-12) };
}

/** Diagonals of patches. */
function foldOf(tiles: Tiles, { folds, patches }: DegreeSettings): Uint8Array {
  const patch = (at: number) => Math.min(patches - 1, Math.floor(((at + 1) / 2) * patches));
  const fold = new Uint8Array(tiles.count);
  let t = 0;
  for (const y of tiles.y)
    for (const x of tiles.x) fold[t++] = (patch(x) + 2 * patch(y) + (patch(y) >> 1)) % folds;
  return fold;
}
