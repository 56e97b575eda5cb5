import type { ComplexPlane } from '../../src/core/kernel/plane.ts';
import type { InlineUncertainty } from '../../src/core/inline/uncertainty/inline-uncertainty.ts';
import type { Kernels } from '../../src/core/kernel/kernels.ts';
import { wrappedPhaseAndModulus } from '../../src/core/phase/wrapped.ts';
import type { Truth } from '../../src/core/simulate/truth.ts';
import { phaseSigma } from '../../src/core/uncertainty/phase-sigma.ts';

/** The error of a phase, nothing fitted or taken off, beside what is stated about it. */
export interface UncertaintyScore {
  /** rad, root mean squares over the pixels that are trusted */
  readonly error: number;
  readonly sigma: number;
  /** root mean square of error / σ */
  readonly ratio: number;
  readonly withinTwo: number;
  /** share of the frame */
  readonly untrusted: number;
}

const BORDER = 0.05;
/** Below this amplitude a phase means little. */
const LEAST_AMPLITUDE = 0.3;

export function scoreUncertainty(
  kernels: Kernels,
  field: ComplexPlane,
  stated: InlineUncertainty,
  truth: Truth,
): UncertaintyScore {
  const { rows, cols } = field;
  using scope = kernels.scope();
  const [phase, modulus, sigma] = [scope.real(rows, cols), scope.real(rows, cols), scope.real(rows, cols)];
  wrappedPhaseAndModulus(kernels, field, phase, modulus);
  phaseSigma(kernels, modulus, stated.noise, sigma);
  const phases = kernels.floats(phase.ptr, rows * phase.pitch);
  const sigmas = kernels.floats(sigma.ptr, rows * sigma.pitch);
  const sums = { error: 0, sigma: 0, ratio: 0, withinTwo: 0, count: 0 };
  for (let y = Math.ceil(BORDER * rows); y < rows - BORDER * rows; y++)
    for (let x = Math.ceil(BORDER * cols); x < cols - BORDER * cols; x++) {
      const at = y * cols + x;
      if (truth.amplitude.data[at]! < LEAST_AMPLITUDE || stated.untrusted?.[at]) continue;
      const difference = phases[y * phase.pitch + x]! - truth.phase.data[at]!;
      const error = difference - 2 * Math.PI * Math.round(difference / (2 * Math.PI));
      const one = sigmas[y * sigma.pitch + x]!;
      sums.error += error * error;
      sums.sigma += one * one;
      sums.ratio += (error / one) ** 2;
      if (Math.abs(error) < 2 * one) sums.withinTwo++;
      sums.count++;
    }
  return {
    error: Math.sqrt(sums.error / sums.count),
    sigma: Math.sqrt(sums.sigma / sums.count),
    ratio: Math.sqrt(sums.ratio / sums.count),
    withinTwo: sums.withinTwo / sums.count,
    untrusted: stated.untrustedFraction,
  };
}
