import type { Kernels } from '../kernel/kernels.ts';
import { medianInPlace } from './median.ts';
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
const TUKEY_REACH = 3.5;
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
  const weight = Float64Array.from(prior);
  const coefficients = new Float64Array(m);
  using problem = new WeightedProblem(kernels, design, observed, m, groups);
  let size = problem.residualSizes(coefficients);
  let scale = 0;
  for (let iteration = 0; iteration < L1_ITERATIONS + TUKEY_ITERATIONS; iteration++) {
    const step = problem.step(weight);
    if (!step) return null;
    for (let k = 0; k < m; k++) coefficients[k]! += step[k]!;
    size = problem.residualSizes(coefficients);
    const before = scale;
    scale = Math.max(leastScale, robustScale(size, prior, rowsPerGroup));
    const redescend = iteration >= L1_ITERATIONS;
    for (let g = 0; g < groups; g++) {
      const w = redescend ? biweight(size[g]! / scale) : scale / Math.max(size[g]!, 0.05 * scale);
      weight[g] = prior[g]! * w;
    }
    if (iteration > L1_ITERATIONS && Math.abs(scale - before) < CONVERGED * scale) break;
  }
  return { coefficients, scale, weight };
}

function biweight(deviation: number): number {
  const t = deviation / TUKEY_REACH;
  return t < 1 ? (1 - t * t) * (1 - t * t) : 0;
}

/** Median residual of the groups with a positive prior, as a standard deviation per row. */
function robustScale(size: Float64Array, prior: Float64Array, rowsPerGroup: number): number {
  const used = new Float64Array(size.length);
  let count = 0;
  for (let g = 0; g < size.length; g++) if (prior[g]! > 0) used[count++] = size[g]!;
  if (count === 0) return 0;
  // the median of |N(0, 1)| is 0.6745, of a Rayleigh variable 1.1774
  return medianInPlace(used.subarray(0, count)) * (rowsPerGroup === 1 ? 1.4826 : 0.8493);
}

/** The design and its sums, in the kernels' memory. */
class WeightedProblem implements Disposable {
  readonly #kernels: Kernels;
  readonly #scope;
  readonly #m: number;
  readonly #rows: number;
  readonly #groups: number;
  readonly #at;

  constructor(kernels: Kernels, design: Float64Array, observed: Float64Array, m: number, groups: number) {
    this.#kernels = kernels;
    this.#m = m;
    this.#rows = observed.length;
    this.#groups = groups;
    const scope = (this.#scope = kernels.scope());
    this.#at = {
      design: scope.doubles(design.length),
      observed: scope.doubles(observed.length),
      residual: scope.doubles(observed.length),
      coefficients: scope.doubles(m),
      weight: scope.doubles(groups),
      normal: scope.doubles(m * m),
      right: scope.doubles(m),
    };
    kernels.doubles(this.#at.design, design.length).set(design);
    kernels.doubles(this.#at.observed, observed.length).set(observed);
  }

  /** Residuals of the coefficients, kept for {@link step}; returns their size per group. */
  residualSizes(coefficients: Float64Array): Float64Array {
    const { design, observed, residual, coefficients: at } = this.#at;
    this.#kernels.doubles(at, this.#m).set(coefficients);
    this.#kernels.run.fitResiduals(design, observed, at, residual, { rows: this.#rows, m: this.#m });
    const values = this.#kernels.doubles(residual, this.#rows);
    const size = new Float64Array(this.#groups);
    if (this.#rows === this.#groups) for (let g = 0; g < this.#groups; g++) size[g] = Math.abs(values[g]!);
    else
      for (let g = 0; g < this.#groups; g++) {
        const a = values[g]!;
        const b = values[g + this.#groups]!;
        size[g] = Math.sqrt(a * a + b * b);
      }
    return size;
  }

  /** The weighted least squares step from the last residuals. */
  step(weights: Float64Array): Float64Array | null {
    const { design, residual, weight, normal, right } = this.#at;
    const m = this.#m;
    this.#kernels.doubles(weight, this.#groups).set(weights);
    const counts = { groups: this.#groups, rows: this.#rows, m };
    this.#kernels.run.fitNormalEquations(design, residual, weight, normal, right, counts);
    return solveSymmetric(
      this.#kernels.doubles(normal, m * m).slice(),
      this.#kernels.doubles(right, m).slice(),
    );
  }

  [Symbol.dispose](): void {
    this.#scope[Symbol.dispose]();
  }
}
