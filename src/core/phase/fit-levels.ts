import { fitRobustly, type RobustFit } from '../fit/robust.ts';
import { solveSymmetric } from '../fit/solve.ts';
import { MAD, medianInPlace } from '../fit/median.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { amidLevels } from './amid-levels.ts';
import type { DegreeSettings } from './background-settings.ts';
import { bunchedAgain, bunchFinely, type Bunched } from './bunch-phases.ts';
import { areSmall } from './coherence-around.ts';
import type { PossiblePhase, SmoothPhase } from './smooth-phase.ts';
import type { Levelled, Patches } from './left-out-score.ts';
import { remainingBy, remaining, type SmoothPhaseProblem } from './minimum-entropy.ts';
import { levelsOf, phaseDensity } from './phase-density.ts';
import { wrapAngle, type Tiles } from './tiles.ts';

/** A fit of one degree to all tiles, and to all but each patch. */
export interface FittedDegree extends SmoothPhase, Levelled {
  /** to all levels; with the scale and the weights of tiles on the background's */
  readonly fit: RobustFit;
  readonly without: readonly Float64Array[];
  /** rad, how far each tile's phase is from the background's level by the fit without its patch */
  readonly offBackground: Float64Array;
  /** what it began with */
  readonly bunched: Bunched;
}

/** A surface by levels as fine as they are. */
export interface FineFit {
  readonly surface: SmoothPhase & { readonly fit: RobustFit };
  /** what else of the same degree the data allow */
  readonly others: () => readonly PossiblePhase[];
}

/**
 * The fit to levels as fine as they are. The degree is chosen before, by levels wide enough to hold what edges ring: of that, degrees too
 * high take the more the finer the levels.
 */
export function fitFinely(
  kernels: Kernels,
  tiles: Tiles,
  { one, lower }: { readonly one: FittedDegree; readonly lower: Bunched | null },
  patches: Patches,
  leastScale: number,
): FineFit {
  const { degree } = one;
  const { finest } = patches.settings;
  // its levels are as fine as they are
  if (one.bunched.bandwidth < finest) {
    const { coefficients, fit, without } = one;
    return { surface: { degree, coefficients, fit }, others: () => eachAlone(degree, without) };
  }
  const bunched = bunchFinely(kernels, one.bunched, lower, patches);
  const { problem, bandwidth } = bunched;
  const levelled = (by: number, near?: number) =>
    fitLevels(kernels, tiles, { ...bunched, bandwidth: by }, patches, {
      degree,
      leastScale,
      ...(near !== undefined && { near }),
    });
  const coarse = bandwidth < finest ? levelled(finest) : null;
  const fine = coarse && levelled(bandwidth, coarse.coefficients[0]! - bunched.coefficients[0]!);
  const { coefficients, fit, without } = fine ?? one;
  const amid = fine ? amidLevels(kernels, problem, coefficients, bandwidth, patches.settings) : 0;
  const by = (each: Float64Array) => each.map((c, k) => (k === 0 ? c + amid : c));
  // of star-10x-curved, whose tiles are larger, parts left out made σ twice too large
  const isShared = bunched.broad && areSmall(tiles);
  return {
    // where no single one of the fine levels is the background's, its tiles are those of the coarse one
    surface: { degree, coefficients: by(coefficients), fit: amid === 0 ? fit : one.fit },
    others: () => {
      const left = isShared
        ? bunchedAgain(kernels, bunched, { coefficients, weight: fit.weight }, patches)
        : without;
      return [
        ...eachAlone(degree, left.map(by)),
        // it may lie anywhere from one of them to the other: a third of the square
        ...(amid === 0 ? [] : [{ degree, coefficients, share: 1 / 3 }]),
      ];
    },
  };
}

/** Fits without one part of the frame each: the jackknife's variance. */
export function eachAlone(degree: number, without: readonly Float64Array[]): readonly PossiblePhase[] {
  return without.map((coefficients) => ({ degree, coefficients, share: 1 - 1 / without.length }));
}

interface LevelsFit {
  readonly degree: number;
  readonly leastScale: number;
  /** rad, where the coarse level of the background lies; absent: that of the background is sought among all */
  readonly near?: number;
}

/**
 * Fits the levels that bunched phases have by their bandwidth.
 * @returns null where nothing can be fitted, or no level lies near that of the background
 */
export function fitLevels(
  kernels: Kernels,
  tiles: Tiles,
  begun: Bunched,
  patches: Patches,
  { degree, leastScale, near }: LevelsFit,
): FittedDegree | null {
  const { problem } = begun;
  const { terms, weight } = problem;
  const { finest } = patches.settings;
  const bunched = begun.coefficients.slice();
  const rest = remaining(problem, bunched);
  const { density } = phaseDensity(kernels, rest, weight, begun.bandwidth);
  const { at: levels, belongs } = levelsOf(density, rest);
  // every level is as good a witness of what is smooth as the background's, and together they reach further
  const [prior, off] = [new Float64Array(rest.length), new Float64Array(rest.length)];
  for (let t = 0; t < rest.length; t++) {
    prior[t] = belongs[t]! * weight[t]!;
    if (prior[t]! > 0) off[t] = wrapAngle(rest[t]! - levels[t]!);
  }
  const fit = fitRobustly(kernels, problem.design, off, terms, { prior, leastScale });
  if (!fit) return null;
  const held = near === undefined ? prior : nearTo(near, levels, prior, finest);
  if (near !== undefined && held.every((w) => w === 0)) return null;
  const zero = backgroundLevel(tiles, levels, held, patches.settings);
  bunched[0]! += zero;
  const coefficients = bunched.map((c, k) => c + fit.coefficients[k]!);
  const without = withoutEachPatch(kernels, problem, off, fit.weight, patches).map((step) =>
    step ? bunched.map((c, k) => c + step[k]!) : coefficients,
  );
  const offBackground = remainingBy(problem, without, patches.of);
  const left = remaining(problem, coefficients);
  const [leftOut, weights] = [new Float64Array(rest.length), new Float64Array(rest.length)];
  let count = 0;
  for (let t = 0; t < rest.length; t++) {
    leftOut[t] = wrapAngle(offBackground[t]! + zero - levels[t]!);
    if (levels[t] !== zero) continue;
    weights[t] = fit.weight[t]!;
    if (prior[t]! > 0) left[count++] = Math.abs(left[t]!);
  }
  const scale = Math.max(leastScale, MAD * medianInPlace(left.subarray(0, count)));
  const belonging = { levels, belongs: prior };
  return {
    degree,
    coefficients,
    fit: { ...fit, weight: weights, scale },
    without,
    leftOut,
    offBackground,
    bunched: begun,
    ...belonging,
  };
}

/** Weights of those levels that lie near one. */
function nearTo(near: number, levels: Float64Array, weight: Float64Array, within: number): Float64Array {
  return weight.map((w, t) => (Math.abs(wrapAngle(levels[t]! - near)) < within ? w : 0));
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
  for (let t = 0; t < levels.length; t++) {
    const [col, row] = [t % x.length, Math.floor(t / x.length)];
    const onBorder = col === 0 || row === 0 || col === x.length - 1 || row === y.length - 1;
    const so = held.get(levels[t]!) ?? { tiles: 0, border: 0 };
    if (so.tiles === 0 && so.border === 0) held.set(levels[t]!, so);
    so.tiles += weight[t]!;
    so.border += onBorder ? weight[t]! : 0;
  }
  const most = Math.max(...[...held.values()].map(({ tiles }) => tiles));
  const large = [...held].filter(([, { tiles }]) => tiles >= rivalLevel * most);
  return large.reduce((a, b) =>
    b[1].border > a[1].border || (b[1].border === a[1].border && b[1].tiles > a[1].tiles) ? b : a,
  )[0];
}

/** Weighted least squares with each patch left out: the equations of all less those of one. */
export function withoutEachPatch(
  kernels: Kernels,
  { design, terms }: SmoothPhaseProblem,
  rest: Float64Array,
  weight: Float64Array,
  { of, settings }: Patches,
): (Float64Array | null)[] {
  const rows = rest.length;
  const size = terms * (terms + 1);
  const count = settings.patches * settings.patches;
  using scope = kernels.scope();
  const at = {
    design: scope.doubles(rows * terms),
    ...{ rest: scope.doubles(rows), weight: scope.doubles(rows), of: scope.bytes(rows) },
    equations: scope.doubles(count * size),
  };
  kernels.doubles(at.design, rows * terms).set(design);
  kernels.doubles(at.rest, rows).set(rest);
  kernels.doubles(at.weight, rows).set(weight);
  kernels.bytes(at.of, rows).set(of);
  kernels.doubles(at.equations, count * size).fill(0);
  kernels.wasm.addPatchEquations(at.design, at.rest, at.weight, at.of, at.equations, { rows, m: terms });
  const equations = kernels.doubles(at.equations, count * size);
  const own = Array.from({ length: count }, (_, p) => equations.subarray(p * size, (p + 1) * size));
  const all = own.reduce(plus, new Float64Array(size));
  return own.map((one) => {
    const others = without(all, one);
    return solveSymmetric(others.subarray(0, terms * terms), others.subarray(terms * terms));
  });
}

/** @param sum changed */
function plus(sum: Float64Array, one: Float64Array): Float64Array {
  for (let k = 0; k < sum.length; k++) sum[k]! += one[k]!;
  return sum;
}

function without(all: Float64Array, one: Float64Array): Float64Array {
  const rest = new Float64Array(all.length);
  for (let k = 0; k < rest.length; k++) rest[k] = all[k]! - one[k]!;
  return rest;
}
