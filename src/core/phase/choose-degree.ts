import { fitRobustly, type RobustFit } from '../fit/robust.ts';
import { solveSymmetric } from '../fit/solve.ts';
import { medianInPlace } from '../fit/median.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { DegreeSettings } from './background-settings.ts';
import { legendreDesign, legendreTerms } from './legendre.ts';
import { fitMinimumEntropy, remainingBy, remaining, type SmoothPhaseProblem } from './minimum-entropy.ts';
import { gainOf, isBetter, scoreOf, type Levelled, type Patches } from './left-out-score.ts';
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
   * without one patch of the frame (jackknife), and the degrees that predict about as well.
   */
  readonly others: readonly (SmoothPhase & { readonly share: number })[];
}

/** Radians, from coarse to fine, down to the finest one: the slopes leave errors of a radian. */
const BANDWIDTHS = [0.8, 0.5, 0.35, 0.25, 0.18];
/** From a median of absolute values to the standard deviation of a Gaussian. */
const MAD = 1.4826;

/** A fit of one degree to all tiles, and to all but each patch. */
interface Candidate extends SmoothPhase, Levelled {
  /** to all levels; with the scale and the weights of tiles on the background's */
  readonly fit: RobustFit;
  readonly without: readonly Float64Array[];
  /** rad, how far each tile's phase is from the background's level by the fit without its patch */
  readonly offBackground: Float64Array;
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
  const patches = { of: patchOf(of, settings), settings };
  const fits = degrees
    .map((degree) => fitDegree(kernels, of, degree, patches, leastScale))
    .filter((fit) => fit !== null);
  if (fits.length === 0) return null;
  const scale = Math.min(...fits.map(({ fit }) => fit.scale));
  const scores = new Map<Candidate, Map<Candidate, Float64Array>>();
  const score = (one: Candidate, judge: Candidate): Float64Array => {
    const known = scores.get(one) ?? new Map<Candidate, Float64Array>();
    scores.set(one, known);
    const its = known.get(judge) ?? scoreOf(kernels, one, judge.belongs, scale);
    known.set(judge, its);
    return its;
  };
  const gain = (one: Candidate, other: Candidate, judge: Candidate) =>
    gainOf(score(one, judge), score(other, judge), judge.belongs, patches);
  let best = fits[0]!;
  for (const fit of fits) if (isBetter(gain(fit, best, best), settings)) best = fit;
  const share = 1 - 1 / best.without.length;
  const jackknife = best.without.map((coefficients) => ({ degree: best.degree, coefficients, share }));
  const bestAsBackground = asBackground(best, best);
  const rivals = fits.flatMap((fit) => {
    if (fit === best) return [];
    const { standardErrors } = gain(bestAsBackground, asBackground(fit, best), bestAsBackground);
    const likely = kernels.run.exp(-0.5 * standardErrors * standardErrors);
    return likely < 0.01 ? [] : [{ degree: fit.degree, coefficients: fit.coefficients, share: likely }];
  });
  return {
    ...{
      degree: best.degree,
      coefficients: best.coefficients,
      fit: best.fit,
    },
    heldOutByDegree: fits.map((fit) => gain(fit, fits[0]!, fits[0]!).mean),
    others: [...jackknife, ...rivals],
  };
}

/** A fit judged by what `one` holds for background: by the other, too, that has to be it, and not several levels of it. */
function asBackground(fit: Candidate, one: Candidate): Candidate {
  return {
    ...one,
    leftOut: fit.offBackground,
    levels: new Float64Array(fit.levels.length),
    belongs: one.fit.weight.map((w) => (w > 0 ? 1 : 0)),
  };
}

/** Brings the tiles' phases to the least entropy, then fits the level that most of them have. */
function fitDegree(
  kernels: Kernels,
  { tiles, phases, weight, start }: PhaseOfTiles,
  degree: number,
  patches: Patches,
  leastScale: number,
): Candidate | null {
  const terms = legendreTerms(degree).length;
  const { finest } = patches.settings;
  const problem = { design: legendreDesign(tiles, degree), terms, phases, weight };
  const bunched = fitMinimumEntropy(kernels, problem, start.subarray(0, terms), [...BANDWIDTHS, finest]);
  const rest = remaining(problem, bunched);
  const { density } = phaseDensity(kernels, rest, weight, finest);
  const { at: levels, belongs } = levelsOf(density, rest);
  // every level is as good a witness of what is smooth as the background's, and together they reach further
  const prior = belongs.map((share, t) => share * weight[t]!);
  const off = rest.map((r, t) => (prior[t]! > 0 ? wrapAngle(r - levels[t]!) : 0));
  const fit = fitRobustly(kernels, problem.design, off, terms, { prior, leastScale });
  if (!fit) return null;
  const zero = backgroundLevel(tiles, levels, prior, patches.settings);
  bunched[0]! += zero;
  const coefficients = bunched.map((c, k) => c + fit.coefficients[k]!);
  const without = withoutEachPatch(problem, off, fit.weight, patches).map((step) =>
    step ? bunched.map((c, k) => c + step[k]!) : coefficients,
  );
  const offBackground = remainingBy(problem, (t) => without[patches.of[t]!]!);
  const leftOut = offBackground.map((left, t) => wrapAngle(left + zero - levels[t]!));
  const weights = fit.weight.map((w, t) => (levels[t] === zero ? w : 0));
  const left = remaining(problem, coefficients);
  const ofBackground = Float64Array.from(
    left.filter((_, t) => prior[t]! > 0 && levels[t] === zero),
    Math.abs,
  );
  const scale = Math.max(leastScale, MAD * medianInPlace(ofBackground));
  const belonging = { levels, belongs: prior };
  return {
    degree,
    coefficients,
    fit: { ...fit, weight: weights, scale },
    without,
    leftOut,
    offBackground,
    ...belonging,
  };
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

/** Weighted least squares with each patch left out: the equations of all less those of one. */
function withoutEachPatch(
  { design, terms }: SmoothPhaseProblem,
  rest: Float64Array,
  weight: Float64Array,
  { of, settings }: Patches,
): (Float64Array | null)[] {
  const size = terms * (terms + 1);
  const count = settings.patches * settings.patches;
  const equations = Array.from({ length: count }, () => new Float64Array(size));
  for (let t = 0; t < rest.length; t++) {
    if (weight[t] === 0) continue;
    const own = equations[of[t]!]!;
    for (let a = 0; a < terms; a++) {
      const da = weight[t]! * design[t * terms + a]!;
      for (let b = 0; b < terms; b++) own[a * terms + b]! += da * design[t * terms + b]!;
      own[terms * terms + a]! += da * rest[t]!;
    }
  }
  const all = new Float64Array(size);
  for (const own of equations) for (let k = 0; k < size; k++) all[k]! += own[k]!;
  return equations.map((own) => {
    const others = all.map((sum, k) => sum - own[k]!);
    return solveSymmetric(others.slice(0, terms * terms), others.slice(terms * terms));
  });
}

/** A grid of patches over what is used: the same one however a frame is turned or mirrored. */
function patchOf({ tiles: { x, y, count }, weight }: PhaseOfTiles, { patches }: DegreeSettings): Uint8Array {
  const used = [...weight.keys()].filter((t) => weight[t]! > 0);
  const along = (places: Float64Array, placeOf: (t: number) => number) => {
    const at = used.map((t) => places[placeOf(t)]!);
    const [first, last] = [Math.min(...at), Math.max(...at)];
    const share = (place: number) => (place - first) / (last - first + 1e-12);
    return places.map((place) => Math.max(0, Math.min(patches - 1, Math.floor(share(place) * patches))));
  };
  const [columns, rows] = [along(x, (t) => t % x.length), along(y, (t) => Math.floor(t / x.length))];
  return Uint8Array.from(
    { length: count },
    (_, t) => columns[t % x.length]! + patches * rows[Math.floor(t / x.length)]!,
  );
}
