import { solveSymmetric } from './solve.ts';

/** A linear model fitted so that outliers do not pull it. */
export interface RobustFit {
  readonly coefficients: Float64Array;
  /** observed − fitted, per group: the root of the summed squares of its rows */
  readonly residual: Float64Array;
  /** 1.4826 × the median residual: the standard deviation of the inliers if they are Gaussian */
  readonly scale: number;
  /** final weight per group, 0 … 1 */
  readonly weight: Float64Array;
}

export interface RobustFitOptions {
  /** rows of the design per group: 2 where x and y of one place stand or fall together; default 1 */
  readonly rowsPerGroup?: 1 | 2;
  /** prior weight per group, 0 leaves it out; default 1 */
  readonly prior?: Float64Array;
  /** residuals are wrapped into (−period/2, period/2]; default none */
  readonly period?: number;
  /** groups whose first residual exceeds this start with weight 0; default: none do */
  readonly startWithin?: number;
  /** the scale is never taken below this; default 1e-12 */
  readonly leastScale?: number;
}

const L1_ITERATIONS = 12;
const TUKEY_ITERATIONS = 18;
/** Tukey's biweight reaches 0 here, in scales: 95 % efficiency would be 4.69; closer rejects faint edges of a sample. */
const TUKEY_REACH = 3.5;
const CONVERGED = 1e-5;

/**
 * Iteratively reweighted least squares: first towards the L1 norm, which finds the majority from any start, then
 * with Tukey's redescending biweight, which forgets the outliers altogether (Huber & Ronchetti, Robust Statistics,
 * 2nd ed., section 7.8). With `startWithin` the L1 stage is skipped.
 * @param design rows × coefficients, row-major; the rows of group g are g and g + groups where there are two a group
 * @returns null where too few groups are left to fix the coefficients
 */
export function fitRobustly(
  design: Float64Array,
  observed: Float64Array,
  coefficientCount: number,
  options: RobustFitOptions = {},
): RobustFit | null {
  const { rowsPerGroup = 1, period = 0, leastScale = 1e-12 } = options;
  const groups = observed.length / rowsPerGroup;
  const prior = options.prior ?? new Float64Array(groups).fill(1);
  const weight = Float64Array.from(prior);
  let coefficients: Float64Array = new Float64Array(coefficientCount);
  let residual = groupResiduals(design, observed, coefficients, groups, rowsPerGroup, period);
  if (options.startWithin !== undefined) {
    for (let g = 0; g < groups; g++) weight[g] = residual[g]! <= options.startWithin ? prior[g]! : 0;
  }
  const l1 = options.startWithin === undefined ? L1_ITERATIONS : 0;
  let scale = 0;
  for (let iteration = 0; iteration < l1 + TUKEY_ITERATIONS; iteration++) {
    const step = weightedStep(design, observed, coefficients, weight, groups, rowsPerGroup, period);
    if (!step) return null;
    coefficients = coefficients.map((c, k) => c + step[k]!);
    residual = groupResiduals(design, observed, coefficients, groups, rowsPerGroup, period);
    const before = scale;
    const counted = options.startWithin === undefined ? prior : weight.some((w) => w > 0) ? weight : prior;
    scale = Math.max(leastScale, robustScale(residual, iteration < l1 ? prior : counted, rowsPerGroup));
    for (let g = 0; g < groups; g++) {
      weight[g] =
        prior[g]! *
        (iteration < l1 ? 1 / Math.max(residual[g]!, 0.05 * scale) : biweight(residual[g]! / scale));
    }
    if (iteration >= l1 + 3 && Math.abs(scale - before) < CONVERGED * scale) break;
  }
  return { coefficients, residual, scale, weight };
}

function biweight(deviation: number): number {
  const t = deviation / TUKEY_REACH;
  return t < 1 ? (1 - t * t) * (1 - t * t) : 0;
}

/** 1.4826 × the median residual of the groups with a positive weight (1 row a group), or the Rayleigh equivalent. */
function robustScale(residual: Float64Array, weight: Float64Array, rowsPerGroup: number): number {
  const used = residual.filter((_, g) => weight[g]! > 0).sort();
  if (used.length === 0) return 0;
  const median = used[used.length >> 1]!;
  // median of |N(0,1)| is 0.6745, of a Rayleigh variable 1.1774
  return median * (rowsPerGroup === 1 ? 1.4826 : 0.8493);
}

function wrap(value: number, period: number): number {
  return period > 0 ? value - period * Math.round(value / period) : value;
}

function rowResidual(
  design: Float64Array,
  observed: Float64Array,
  coefficients: Float64Array,
  row: number,
  period: number,
): number {
  const m = coefficients.length;
  let sum = observed[row]!;
  for (let k = 0; k < m; k++) sum -= design[row * m + k]! * coefficients[k]!;
  return wrap(sum, period);
}

function groupResiduals(
  design: Float64Array,
  observed: Float64Array,
  coefficients: Float64Array,
  groups: number,
  rowsPerGroup: number,
  period: number,
): Float64Array {
  const out = new Float64Array(groups);
  for (let g = 0; g < groups; g++) {
    const a = rowResidual(design, observed, coefficients, g, period);
    const b = rowsPerGroup === 2 ? rowResidual(design, observed, coefficients, g + groups, period) : 0;
    out[g] = Math.sqrt(a * a + b * b);
  }
  return out;
}

/** Gauss–Newton step of the weighted least squares problem. */
function weightedStep(
  design: Float64Array,
  observed: Float64Array,
  coefficients: Float64Array,
  weight: Float64Array,
  groups: number,
  rowsPerGroup: number,
  period: number,
): Float64Array | null {
  const m = coefficients.length;
  const normal = new Float64Array(m * m);
  const right = new Float64Array(m);
  for (let row = 0; row < groups * rowsPerGroup; row++) {
    const w = weight[row % groups]!;
    if (!(w > 0)) continue;
    const r = rowResidual(design, observed, coefficients, row, period);
    const base = row * m;
    for (let i = 0; i < m; i++) {
      const wi = w * design[base + i]!;
      right[i]! += wi * r;
      for (let j = 0; j <= i; j++) normal[i * m + j]! += wi * design[base + j]!;
    }
  }
  for (let i = 0; i < m; i++) for (let j = i + 1; j < m; j++) normal[i * m + j] = normal[j * m + i]!;
  return solveSymmetric(normal, right);
}
