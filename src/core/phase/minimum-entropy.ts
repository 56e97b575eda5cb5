import { solveSymmetric } from '../fit/solve.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { CHANCE, classesFor, densityOf } from './phase-density.ts';
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
  return remainingBy(problem, [coefficients], new Uint8Array(problem.phases.length));
}

/** What is left of the phases by the surface of each one's own patch, rad in [−π, π]. */
export function remainingBy(
  { design, terms, phases }: SmoothPhaseProblem,
  surfaces: readonly Float64Array[],
  patchOf: Uint8Array,
): Float64Array {
  const rest = new Float64Array(phases.length);
  for (let t = 0, at = 0; t < rest.length; t++) {
    const coefficients = surfaces[patchOf[t]!]!;
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
  using equations = new ShiftEquations(kernels, problem, Math.min(...bandwidths));
  return equations.fit(start, bandwidths, steps);
}

function largest(values: Float64Array): number {
  let most = -Infinity;
  for (let k = 0; k < values.length; k++) if (values[k]! > most) most = values[k]!;
  return most;
}

/** Least squares through the shifts of all places that lie in a peak, the denser the more; without the constant. */
export class ShiftEquations implements Disposable {
  readonly problem: SmoothPhaseProblem;
  readonly #kernels: Kernels;
  readonly #scope;
  readonly #rows: number;
  /** terms but the constant */
  readonly #m: number;
  /** in the kernels' memory; `nothing` stays 0, as the right side is not that of residuals */
  readonly #at;

  /** @param finest the finest bandwidth, rad */
  constructor(kernels: Kernels, problem: SmoothPhaseProblem, finest: number) {
    const { design, terms, phases, weight } = (this.problem = problem);
    const [m, rows, classes] = [terms - 1, phases.length, classesFor(finest)];
    this.#kernels = kernels;
    this.#m = m;
    this.#rows = rows;
    const scope = (this.#scope = kernels.scope());
    this.#at = {
      design: scope.doubles(rows * m),
      phases: scope.doubles(rows),
      coefficients: scope.doubles(m),
      rest: scope.doubles(rows),
      prior: scope.doubles(rows),
      ...{ density: scope.doubles(classes), shift: scope.doubles(classes) },
      nothing: scope.doubles(rows),
      weight: scope.doubles(rows),
      normal: scope.doubles(m * m),
      ...{ right: scope.doubles(m), unused: scope.doubles(m) },
    };
    const own = kernels.doubles(this.#at.design, rows * m);
    for (let t = 0, at = 0; t < rows; t++)
      for (let k = 1; k < terms; k++, at++) own[at] = design[t * terms + k]!;
    kernels.doubles(this.#at.phases, rows).set(phases);
    kernels.doubles(this.#at.prior, rows).set(weight);
    kernels.doubles(this.#at.nothing, rows).fill(0);
  }

  /** See {@link fitMinimumEntropy}. */
  fit(start: Float64Array, bandwidths: readonly number[], steps = STEPS): Float64Array {
    const coefficients = Float64Array.from(start);
    for (const bandwidth of bandwidths) {
      for (let k = 0; k < steps; k++) {
        const step = this.solve(coefficients, bandwidth);
        if (!step) break;
        for (let m = 0; m < step.length; m++) coefficients[m + 1]! -= LENGTHENED * step[m]!;
      }
    }
    const density = this.densityLeft(coefficients, bandwidths.at(-1)!);
    const top = density.indexOf(largest(density));
    coefficients[0]! += ((top + 0.5) / density.length) * 2 * Math.PI - Math.PI;
    return coefficients;
  }

  /** The step from a surface at one bandwidth; null: nothing is denser than chance, or the places fix no surface. */
  solve(coefficients: Float64Array, bandwidth: number): Float64Array | null {
    const most = largest(this.densityLeft(coefficients, bandwidth));
    if (!(most > CHANCE)) return null;
    const { design, rest, prior, density, shift, nothing, weight, normal, right, unused } = this.#at;
    const { wasm } = this.#kernels;
    const [rows, m] = [this.#rows, this.#m];
    const counts = { rows, m, classes: classesFor(bandwidth), most };
    wasm.shiftEquations(rest, prior, density, shift, design, weight, right, counts);
    wasm.fitNormalEquations(design, nothing, weight, normal, unused, { groups: rows, rows, m });
    return solveSymmetric(
      this.#kernels.doubles(normal, m * m).slice(),
      this.#kernels.doubles(right, m).slice(),
    );
  }

  /** {@link remaining}: a view. */
  left(coefficients: Float64Array): Float64Array {
    const { design, phases, coefficients: at, rest } = this.#at;
    const [rows, m] = [this.#rows, this.#m];
    this.#kernels.doubles(at, m).set(coefficients.subarray(1));
    this.#kernels.wasm.phasesLeft(design, phases, at, rest, { rows, m, constant: coefficients[0]! });
    return this.#kernels.doubles(rest, rows);
  }

  /** How dense the phases are that a surface leaves: a view. */
  densityLeft(coefficients: Float64Array, bandwidth: number): Float64Array {
    this.left(coefficients);
    const { rest, prior, density, shift } = this.#at;
    const rows = this.#rows;
    const classes = densityOf(
      this.#kernels,
      { phases: rest, weight: prior, density, shift },
      rows,
      bandwidth,
    );
    return this.#kernels.doubles(density, classes);
  }

  [Symbol.dispose](): void {
    this.#scope[Symbol.dispose]();
  }
}
