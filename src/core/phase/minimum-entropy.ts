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
export function remaining(
  { design, terms, phases }: SmoothPhaseProblem,
  coefficients: Float64Array,
): Float64Array {
  return phases.map((phase, t) => {
    let sum = 0;
    for (let k = 0; k < terms; k++) sum += design[t * terms + k]! * coefficients[k]!;
    return wrapAngle(phase - sum);
  });
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
  for (const bandwidth of bandwidths) {
    for (let k = 0; k < steps; k++) {
      const rest = remaining(problem, coefficients);
      const step = stepOf(problem, rest, phaseDensity(kernels, rest, problem.weight, bandwidth));
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
function stepOf(
  { design, terms, weight }: SmoothPhaseProblem,
  rest: Float64Array,
  { density, shift }: PhaseDensity,
): Float64Array | null {
  const m = terms - 1;
  const matrix = new Float64Array(m * m);
  const right = new Float64Array(m);
  const most = Math.max(...density);
  if (!(most > CHANCE)) return null;
  for (let t = 0; t < rest.length; t++) {
    if (weight[t] === 0) continue;
    const dense = (4 * (atPhase(density, rest[t]!) - CHANCE)) / (most - CHANCE);
    if (!(dense > 0)) continue;
    const w = weight[t]! * Math.min(1, dense);
    const moved = w * atPhase(shift, rest[t]!);
    const row = t * terms + 1;
    for (let a = 0; a < m; a++) {
      const da = design[row + a]!;
      right[a]! += moved * da;
      const share = w * da;
      for (let b = 0, at = a * m; b <= a; b++, at++) matrix[at]! += share * design[row + b]!;
    }
  }
  for (let a = 0; a < m; a++) for (let b = 0; b < a; b++) matrix[b * m + a] = matrix[a * m + b]!;
  return solveSymmetric(matrix, right);
}
