import { MAD, medianInPlace } from '../fit/median.ts';
import { TUKEY_REACH } from '../fit/robust.ts';
import { solveSymmetric } from '../fit/solve.ts';
import type { Regions } from './flat-regions.ts';
import type { SmoothPhase } from './smooth-phase.ts';

/** Regions of a frame, and its parts, which are left out in turn. */
export interface FlatProblem {
  /** Legendre terms of a degree at each tile */
  readonly designOf: (degree: number) => Float64Array;
  readonly regions: Regions;
  /** rad, unwrapped within each region */
  readonly phases: Float64Array;
  /** of each tile */
  readonly partOf: Uint8Array;
  readonly parts: number;
}

/** A surface that leaves each region as flat as it can be. */
export interface FlatFit extends SmoothPhase {
  /** the same with each part of the frame left out */
  readonly without: readonly Float64Array[];
  /** rad, see {@link leftFlat}, each by the surface without the tile's part */
  readonly leftOut: Float64Array;
}

/** Rounds of weighing: the weights of no frame moved after as many. */
const ROUNDS = 8;

/**
 * Least squares on the phases of regions, each with a level of its own beside the surface, by Tukey's biweight. So nothing is joined: a
 * surface that bends from one level into another leaves neither flat.
 * @returns null where the regions, or those outside one part of the frame, do not fix the surface
 */
export function fitFlat(problem: FlatProblem, degree: number): FlatFit | null {
  const { designOf, regions } = problem;
  const design = designOf(degree);
  let sums = new RegionSums(problem, design, evenly(regions));
  let coefficients = sums.solve(null);
  for (let k = 0; coefficients && k < ROUNDS; k++) {
    sums = new RegionSums(problem, design, weightsBy(sums.leftBy(coefficients, null), regions));
    coefficients = sums.solve(null);
  }
  return coefficients && fitOf(problem, sums, degree, coefficients);
}

/** One step of {@link fitFlat} from a surface, by what that leaves of each tile, which is near enough to tell whether the fit is worth it. */
export function stepFlat(problem: FlatProblem, degree: number, left: Float64Array): FlatFit | null {
  const sums = new RegionSums(problem, problem.designOf(degree), weightsBy(left, problem.regions));
  const coefficients = sums.solve(null);
  return coefficients && fitOf(problem, sums, degree, coefficients);
}

function fitOf(
  problem: FlatProblem,
  sums: RegionSums,
  degree: number,
  coefficients: Float64Array,
): FlatFit | null {
  const without = Array.from({ length: problem.parts }, (_, part) => sums.solve(part));
  if (!isWhole(without)) return null;
  return { degree, coefficients, without, leftOut: leftOfParts(problem, sums, (part) => without[part]!) };
}

function evenly({ of }: Regions): Float64Array {
  const weight = new Float64Array(of.length);
  for (let t = 0; t < weight.length; t++) weight[t] = of[t]! < 0 ? 0 : 1;
  return weight;
}

/** Tukey's biweight; 0 for what is in no region, or alone in its own. */
function weightsBy(left: Float64Array, { of }: Regions): Float64Array {
  const sizes = left.filter((r, t) => of[t]! >= 0 && !Number.isNaN(r));
  for (let t = 0; t < sizes.length; t++) sizes[t] = Math.abs(sizes[t]!);
  const reach = TUKEY_REACH * (MAD * medianInPlace(sizes) + 1e-12);
  return left.map((r, t) => {
    const far = of[t]! < 0 ? 1 : r / reach;
    return Math.abs(far) < 1 ? (1 - far * far) * (1 - far * far) : 0;
  });
}

function isWhole<T>(all: readonly (T | null)[]): all is readonly T[] {
  return all.every((one) => one !== null);
}

/**
 * What a surface leaves of each tile's phase from the level that its region has in the other parts of the frame, rad; NaN where it has
 * none there.
 */
export function leftFlat(problem: FlatProblem, { degree, coefficients }: SmoothPhase): Float64Array {
  const sums = new RegionSums(problem, problem.designOf(degree), evenly(problem.regions), false);
  return leftOfParts(problem, sums, () => coefficients);
}

function leftOfParts(
  { parts, phases }: FlatProblem,
  sums: RegionSums,
  surfaceWithout: (part: number) => Float64Array,
): Float64Array {
  const leftOut = new Float64Array(phases.length).fill(Number.NaN);
  for (let part = 0; part < parts; part++) sums.leftBy(surfaceWithout(part), part, leftOut);
  return leftOut;
}

/** Sums over the tiles of each part of the frame, for its regions and for all. */
class RegionSums {
  readonly #problem: FlatProblem;
  readonly #design: Float64Array;
  /** terms beside the constant */
  readonly #m: number;
  /** per part: the lower half of Σ w x xᵀ, then Σ w x y */
  readonly #squares: readonly Float64Array[];
  /** per part, region by region: Σ w, Σ w y, Σ w x */
  readonly #means: readonly Float64Array[];

  constructor(problem: FlatProblem, design: Float64Array, weight: Float64Array, withSquares = true) {
    const { regions, phases, parts, partOf } = problem;
    const terms = design.length / phases.length;
    const m = terms - 1;
    [this.#problem, this.#design, this.#m] = [problem, design, m];
    this.#squares = Array.from({ length: parts }, () => new Float64Array(m * (m + 1)));
    this.#means = Array.from({ length: parts }, () => new Float64Array(regions.count * (m + 2)));
    for (let t = 0; t < phases.length; t++) {
      if (!(weight[t]! > 0)) continue;
      const [part, at] = [partOf[t]!, t * terms + 1];
      addMean(this.#means[part]!, regions.of[t]! * (m + 2), design, at, m, phases[t]!, weight[t]!);
      if (withSquares) addSquares(this.#squares[part]!, design, at, m, phases[t]!, weight[t]!);
    }
  }

  /** The surface by all parts but one; null: it is not fixed. */
  solve(without: number | null): Float64Array | null {
    const m = this.#m;
    const squares = sumBut(this.#squares, without);
    const means = sumBut(this.#means, without);
    const [matrix, right] = [squares.slice(0, m * m), squares.slice(m * m)];
    for (let at = 0; at < means.length; at += m + 2) {
      const [weight, y] = [means[at]!, means[at + 1]!];
      if (!(weight > 0)) continue;
      for (let i = 0; i < m; i++) {
        const x = means[at + 2 + i]! / weight;
        right[i]! -= x * y;
        for (let j = 0; j <= i; j++) matrix[i * m + j]! -= x * means[at + 2 + j]!;
      }
    }
    const solved = solveSymmetric(matrix, right);
    return solved && Float64Array.from([0, ...solved]);
  }

  /**
   * What a surface leaves of each tile's phase from its region's level by all parts but one, of whose tiles alone it is told then; NaN:
   * there is none.
   */
  leftBy(
    surface: Float64Array,
    without: number | null,
    left = new Float64Array(this.#problem.phases.length).fill(Number.NaN),
  ): Float64Array {
    const m = this.#m;
    const { regions, phases, partOf } = this.#problem;
    const means = sumBut(this.#means, without);
    const levels = Float64Array.from({ length: regions.count }, (_, region) => {
      const at = region * (m + 2);
      let sum = means[at + 1]!;
      for (let i = 0; i < m; i++) sum -= surface[i + 1]! * means[at + 2 + i]!;
      return sum / means[at]!;
    });
    for (let t = 0; t < left.length; t++) {
      const region = regions.of[t]!;
      if (region < 0 || (without !== null && partOf[t] !== without)) continue;
      left[t] = lessSurface(phases[t]! - levels[region]!, surface, this.#design, t * (m + 1));
    }
    return left;
  }
}

function lessSurface(y: number, surface: Float64Array, design: Float64Array, at: number): number {
  let left = y;
  for (let i = 1; i < surface.length; i++) left -= surface[i]! * design[at + i]!;
  return left;
}

function addMean(
  means: Float64Array,
  to: number,
  design: Float64Array,
  at: number,
  m: number,
  y: number,
  w: number,
): void {
  means[to]! += w;
  means[to + 1]! += w * y;
  for (let i = 0; i < m; i++) means[to + 2 + i]! += w * design[at + i]!;
}

function addSquares(
  squares: Float64Array,
  design: Float64Array,
  at: number,
  m: number,
  y: number,
  w: number,
): void {
  for (let i = 0; i < m; i++) {
    const wx = w * design[at + i]!;
    squares[m * m + i]! += wx * y;
    for (let j = 0; j <= i; j++) squares[i * m + j]! += wx * design[at + j]!;
  }
}

function sumBut(each: readonly Float64Array[], without: number | null): Float64Array {
  const sum = new Float64Array(each[0]!.length);
  each.forEach((own, part) => {
    if (part !== without) for (let k = 0; k < sum.length; k++) sum[k]! += own[k]!;
  });
  return sum;
}
