import { MAD, medianInPlace } from '../fit/median.ts';
import { TUKEY_REACH } from '../fit/robust.ts';
import { solveSymmetric } from '../fit/solve.ts';
import type { Regions } from './flat-regions.ts';
import { legendreDesign } from './legendre.ts';
import type { SmoothPhase } from './smooth-phase.ts';
import type { TilePlaces } from './tiles.ts';

/** Regions of a frame, and its parts, which are left out in turn. */
export interface FlatProblem {
  readonly tiles: TilePlaces;
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
  const { tiles, regions, parts } = problem;
  const design = legendreDesign(tiles, degree);
  let weight = Float64Array.from(regions.of, (region) => (region < 0 ? 0 : 1));
  let sums = new RegionSums(problem, design, weight);
  let coefficients = sums.solve(null);
  for (let k = 0; coefficients && k < ROUNDS; k++) {
    const left = sums.leftBy(coefficients, null);
    const sizes = Float64Array.from(
      left.filter((_, t) => regions.of[t]! >= 0),
      Math.abs,
    );
    const reach = TUKEY_REACH * (MAD * medianInPlace(sizes) + 1e-12);
    weight = left.map((r, t) => (regions.of[t]! < 0 ? 0 : biweight(r / reach)));
    sums = new RegionSums(problem, design, weight);
    coefficients = sums.solve(null);
  }
  const without = Array.from({ length: parts }, (_, part) => sums.solve(part));
  if (!coefficients || !isWhole(without)) return null;
  return { degree, coefficients, without, leftOut: leftOfParts(problem, sums, (part) => without[part]!) };
}

function biweight(far: number): number {
  return Math.abs(far) < 1 ? (1 - far * far) * (1 - far * far) : 0;
}

function isWhole<T>(all: readonly (T | null)[]): all is readonly T[] {
  return all.every((one) => one !== null);
}

/**
 * What a surface leaves of each tile's phase from the level that its region has in the other parts of the frame, rad; NaN where it has
 * none there.
 */
export function leftFlat(problem: FlatProblem, { degree, coefficients }: SmoothPhase): Float64Array {
  const even = Float64Array.from(problem.regions.of, (region) => (region < 0 ? 0 : 1));
  const sums = new RegionSums(problem, legendreDesign(problem.tiles, degree), even);
  return leftOfParts(problem, sums, () => coefficients);
}

function leftOfParts(
  { parts, partOf, phases }: FlatProblem,
  sums: RegionSums,
  surfaceWithout: (part: number) => Float64Array,
): Float64Array {
  const leftOut = new Float64Array(phases.length);
  for (let part = 0; part < parts; part++) {
    const left = sums.leftBy(surfaceWithout(part), part);
    for (let t = 0; t < left.length; t++) if (partOf[t] === part) leftOut[t] = left[t]!;
  }
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

  constructor(problem: FlatProblem, design: Float64Array, weight: Float64Array) {
    const { regions, phases, parts, partOf } = problem;
    const terms = design.length / phases.length;
    const m = terms - 1;
    [this.#problem, this.#design, this.#m] = [problem, design, m];
    this.#squares = Array.from({ length: parts }, () => new Float64Array(m * (m + 1)));
    this.#means = Array.from({ length: parts }, () => new Float64Array(regions.count * (m + 2)));
    for (let t = 0; t < phases.length; t++) {
      if (!(weight[t]! > 0)) continue;
      const from = regions.of[t]! * (m + 2);
      const mean = this.#means[partOf[t]!]!.subarray(from, from + m + 2);
      const x = design.subarray(t * terms + 1, (t + 1) * terms);
      addTile(this.#squares[partOf[t]!]!, mean, x, phases[t]!, weight[t]!);
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

  /** What a surface leaves of each tile's phase from its region's level by all parts but one; NaN: there is none. */
  leftBy(surface: Float64Array, without: number | null): Float64Array {
    const m = this.#m;
    const { regions, phases } = this.#problem;
    const means = sumBut(this.#means, without);
    const levels = Float64Array.from({ length: regions.count }, (_, region) => {
      const at = region * (m + 2);
      let sum = means[at + 1]!;
      for (let i = 0; i < m; i++) sum -= surface[i + 1]! * means[at + 2 + i]!;
      return sum / means[at]!;
    });
    return phases.map((y, t) => {
      const region = regions.of[t]!;
      if (region < 0) return Number.NaN;
      let left = y - levels[region]!;
      for (let i = 1; i <= m; i++) left -= surface[i]! * this.#design[t * (m + 1) + i]!;
      return left;
    });
  }
}

function addTile(squares: Float64Array, mean: Float64Array, x: Float64Array, y: number, w: number): void {
  const m = x.length;
  mean[0]! += w;
  mean[1]! += w * y;
  for (let i = 0; i < m; i++) {
    const wx = w * x[i]!;
    mean[2 + i]! += wx;
    squares[m * m + i]! += wx * y;
    for (let j = 0; j <= i; j++) squares[i * m + j]! += wx * x[j]!;
  }
}

function sumBut(each: readonly Float64Array[], without: number | null): Float64Array {
  const sum = new Float64Array(each[0]!.length);
  each.forEach((own, part) => {
    if (part !== without) for (let k = 0; k < sum.length; k++) sum[k]! += own[k]!;
  });
  return sum;
}
