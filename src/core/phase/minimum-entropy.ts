import { solveSymmetric } from '../fit/solve.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { atPhase, CHANCE, phaseDensity, type PhaseDensity } from './phase-density.ts';
import { wrapAngle } from './tiles.ts';

/** Phases of places and the functions whose sum is to be taken from them. */
export interface SmoothPhaseProblem {
  /** rows × terms, row-major; the first term is the constant */
  readonly design: Float64Array;
  readonly terms: number;
  /** rad, wrapped */
  readonly phases: Float64Array;
  /** 0 leaves a place out */
  readonly weight: Float64Array;
}

/** Steps at each bandwidth; a mean shift is lengthened, as it falls short of the maximum. */
const STEPS = 4;
const LENGTHENED = 1.6;

/** What is left of the phases, rad in [−π, π]. */
export function remaining(problem: SmoothPhaseProblem, coefficients: Float64Array): Float64Array {
  return remainingBy(problem, () => coefficients);
}

/** What is left of the phases by a surface of each one's own, rad in [−π, π]. */
export function remainingBy(
  { design, terms, phases }: SmoothPhaseProblem,
  coefficientsOf: (place: number) => Float64Array,
): Float64Array {
  const rest = new Float64Array(phases.length);
  for (let t = 0, at = 0; t < rest.length; t++) {
    const coefficients = coefficientsOf(t);
    let sum = 0;
    for (let k = 0; k < terms; k++, at++) sum += design[at]! * coefficients[k]!;
    rest[t] = wrapAngle(phases[t]! - sum);
  }
  return rest;
}

/**
 * The smooth phase that leaves the others as bunched as they can be: the maximum of their likelihood where their density
 * is not known but estimated from themselves, which is the least entropy. So every level of a sample helps, and none is
 * taken for another: bars half a turn high on a bowl become two sharp peaks, where a fit to one level would lie between.
 * Places whose phase is rarer than chance do not count.
 * @param bandwidths rad, from coarse to fine
 * @returns coefficients; their constant puts the highest peak at 0
 */
export function fitMinimumEntropy(
  kernels: Kernels,
  problem: SmoothPhaseProblem,
  start: Float64Array,
  bandwidths: readonly number[],
  steps = STEPS,
): Float64Array {
  const coefficients = Float64Array.from(start);
  using equations = new ShiftEquations(kernels, problem);
  for (const bandwidth of bandwidths) {
    for (let k = 0; k < steps; k++) {
      const rest = remaining(problem, coefficients);
      const step = equations.solve(rest, phaseDensity(kernels, rest, problem.weight, bandwidth));
      if (!step) break;
      for (let m = 1; m < problem.terms; m++) coefficients[m]! -= LENGTHENED * step[m - 1]!;
    }
  }
  const rest = remaining(problem, coefficients);
  const { density } = phaseDensity(kernels, rest, problem.weight, bandwidths.at(-1)!);
  const top = density.indexOf(Math.max(...density));
  coefficients[0]! += ((top + 0.5) / density.length) * 2 * Math.PI - Math.PI;
  return coefficients;
}

/** Least squares through the shifts of all places that lie in a peak, the denser the more; without the constant. */
class ShiftEquations implements Disposable {
  readonly #kernels: Kernels;
  readonly #problem: SmoothPhaseProblem;
  readonly #scope;
  readonly #m: number;
  /** in the kernels' memory; the residuals stay 0, as the right side is made here */
  readonly #at;

  constructor(kernels: Kernels, problem: SmoothPhaseProblem) {
    const { design, terms, phases } = problem;
    const [m, count] = [terms - 1, phases.length];
    this.#kernels = kernels;
    this.#problem = problem;
    this.#m = m;
    const scope = (this.#scope = kernels.scope());
    this.#at = {
      design: scope.doubles(count * m),
      residual: scope.doubles(count),
      weight: scope.doubles(count),
      normal: scope.doubles(m * m),
      right: scope.doubles(m),
    };
    const rows = kernels.doubles(this.#at.design, count * m);
    for (let t = 0; t < count; t++) rows.set(design.subarray(t * terms + 1, (t + 1) * terms), t * m);
    kernels.doubles(this.#at.residual, count).fill(0);
  }

  solve(rest: Float64Array, { density, shift }: PhaseDensity): Float64Array | null {
    const { design, terms, weight } = this.#problem;
    const m = this.#m;
    const right = new Float64Array(m);
    const most = Math.max(...density);
    if (!(most > CHANCE)) return null;
    const weights = this.#kernels.doubles(this.#at.weight, rest.length).fill(0);
    for (let t = 0; t < rest.length; t++) {
      if (weight[t] === 0) continue;
      const dense = (4 * (atPhase(density, rest[t]!) - CHANCE)) / (most - CHANCE);
      if (!(dense > 0)) continue;
      const w = weight[t]! * Math.min(1, dense);
      const moved = w * atPhase(shift, rest[t]!);
      weights[t] = w;
      for (let a = 0, at = t * terms + 1; a < m; a++, at++) right[a]! += moved * design[at]!;
    }
    const { design: rows, residual, weight: at, normal, right: none } = this.#at;
    const counts = { groups: rest.length, rows: rest.length, m };
    this.#kernels.run.fitNormalEquations(rows, residual, at, normal, none, counts);
    return solveSymmetric(this.#kernels.doubles(normal, m * m).slice(), right);
  }

  [Symbol.dispose](): void {
    this.#scope[Symbol.dispose]();
  }
}
