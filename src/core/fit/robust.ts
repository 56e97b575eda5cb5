import type { Kernels } from '../kernel/kernels.ts';
import { solveSymmetric } from './solve.ts';

/** A linear model fitted so that outliers do not pull it. */
export interface RobustFit {
  readonly coefficients: Float64Array;
  /** 1.4826 × the median residual (or its like for pairs): the standard deviation of the inliers if they are Gaussian */
  readonly scale: number;
  /** final weight per group, 0 … 1 */
  readonly weight: Float64Array;
}

export interface RobustFitOptions {
  /** rows of the design per group: 2 where x and y of one place stand or fall together; default 1 */
  readonly rowsPerGroup?: 1 | 2;
  /** prior weight per group, 0 leaves it out; default 1 */
  readonly prior?: Float64Array;
  /** the scale is never taken below this; default 1e-12 */
  readonly leastScale?: number;
}

const L1_ITERATIONS = 10;
const TUKEY_ITERATIONS = 16;
/** Tukey's biweight reaches 0 here, in scales: 95 % efficiency would be 4.69; closer rejects faint edges of a sample. */
export const TUKEY_REACH = 3.5;
/** Towards the L1 norm, what is smaller than this share of the scale weighs no more. */
const LEAST_SHARE = 0.05;
const CONVERGED = 1e-3;

/**
 * Iteratively reweighted least squares: first towards the L1 norm, which finds the majority from any start, then
 * with Tukey's redescending biweight, which forgets the outliers altogether (Huber & Ronchetti, Robust Statistics,
 * 2nd ed., section 7.8).
 * @param design rows × coefficients, row-major; the rows of group g are g and g + groups where there are two a group
 * @returns null where too few groups are left to fix the coefficients
 */
export function fitRobustly(
  kernels: Kernels,
  design: Float64Array,
  observed: Float64Array,
  m: number,
  options: RobustFitOptions = {},
): RobustFit | null {
  const { rowsPerGroup = 1, leastScale = 1e-12 } = options;
  const rows = observed.length;
  const groups = rows / rowsPerGroup;
  const prior = options.prior ?? new Float64Array(groups).fill(1);
  const coefficients = new Float64Array(m);
  using problem = new WeightedProblem(kernels, design, observed, m, prior);
  problem.residuals(coefficients);
  let scale = 0;
  for (let iteration = 0; iteration < L1_ITERATIONS + TUKEY_ITERATIONS; iteration++) {
    const step = problem.step();
    if (!step) return null;
    for (let k = 0; k < m; k++) coefficients[k]! += step[k]!;
    problem.residuals(coefficients);
    const before = scale;
    // the median of |N(0, 1)| is 0.6745, of a Rayleigh variable 1.1774
    scale = Math.max(leastScale, problem.medianSize() * (rowsPerGroup === 1 ? 1.4826 : 0.8493));
    problem.weigh(scale, iteration >= L1_ITERATIONS);
    if (iteration > L1_ITERATIONS && Math.abs(scale - before) < CONVERGED * scale) break;
  }
  return { coefficients, scale, weight: problem.weight() };
}

/** The design and its sums, in the kernels' memory. */
class WeightedProblem implements Disposable {
  readonly #kernels: Kernels;
  readonly #scope;
  readonly #m: number;
  readonly #rows: number;
  readonly #groups: number;
  readonly #at;

  constructor(
    kernels: Kernels,
    design: Float64Array,
    observed: Float64Array,
    m: number,
    prior: Float64Array,
  ) {
    this.#kernels = kernels;
    this.#m = m;
    this.#rows = observed.length;
    this.#groups = prior.length;
    const scope = (this.#scope = kernels.scope());
    this.#at = {
      design: scope.doubles(design.length),
      observed: scope.doubles(observed.length),
      residual: scope.doubles(observed.length),
      coefficients: scope.doubles(m),
      prior: scope.doubles(prior.length),
      weight: scope.doubles(prior.length),
      size: scope.doubles(prior.length),
      room: scope.doubles(prior.length),
      normal: scope.doubles(m * m),
      right: scope.doubles(m),
    };
    kernels.doubles(this.#at.design, design.length).set(design);
    kernels.doubles(this.#at.observed, observed.length).set(observed);
    kernels.doubles(this.#at.prior, prior.length).set(prior);
    kernels.doubles(this.#at.weight, prior.length).set(prior);
  }

  /** What the coefficients leave, kept for the other steps. */
  residuals(coefficients: Float64Array): void {
    const { design, observed, residual, coefficients: at } = this.#at;
    this.#kernels.doubles(at, this.#m).set(coefficients);
    this.#kernels.wasm.fitResiduals(design, observed, at, residual, { rows: this.#rows, m: this.#m });
  }

  /** Median size of what is left of the groups with a positive prior; keeps all for {@link weigh}. */
  medianSize(): number {
    const { residual, prior, size, room } = this.#at;
    const counts = { rows: this.#rows, groups: this.#groups };
    return Math.max(0, this.#kernels.wasm.fitSizes(residual, prior, size, room, counts));
  }

  /** Sets weights by the sizes. */
  weigh(scale: number, redescend: boolean): void {
    const { size, prior, weight } = this.#at;
    const how = { groups: this.#groups, scale, redescend, leastShare: LEAST_SHARE, reach: TUKEY_REACH };
    this.#kernels.wasm.fitWeights(size, prior, weight, how);
  }

  weight(): Float64Array {
    return this.#kernels.doubles(this.#at.weight, this.#groups).slice();
  }

  /** The weighted least squares step from the last residuals. */
  step(): Float64Array | null {
    const { design, residual, weight, normal, right } = this.#at;
    const m = this.#m;
    const counts = { groups: this.#groups, rows: this.#rows, m };
    this.#kernels.wasm.fitNormalEquations(design, residual, weight, normal, right, counts);
    return solveSymmetric(
      this.#kernels.doubles(normal, m * m).slice(),
      this.#kernels.doubles(right, m).slice(),
    );
  }

  [Symbol.dispose](): void {
    this.#scope[Symbol.dispose]();
  }
}
