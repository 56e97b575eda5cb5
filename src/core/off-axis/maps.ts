import type { ComplexPlane, RealPlane } from '../field/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { unwrap, type Unwrapping } from '../phase/unwrap.ts';
import { wrappedPhaseAndModulus } from '../phase/wrapped.ts';
import type { ComplexMap, RealMap } from '../reconstruction.ts';
import { phaseSigma, UNIFORM_SIGMA, type NoiseMap } from '../uncertainty/phase-sigma.ts';

/** What a focused, normalised field is delivered as. */
export interface Maps {
  readonly phase: RealMap;
  readonly phase_wrapped: RealMap;
  readonly amplitude: RealMap;
  readonly phase_uncertainty: RealMap;
  readonly height: RealMap | null;
  readonly field: ComplexMap;
  readonly unwrapping: Unwrapping;
  /** rad, over the pixels whose number of turns is trusted */
  readonly medianSigma: number;
}

/** Where the phase noise exceeds this (rad), wraps and noise can't be told apart. */
const LARGEST_USEFUL_SIGMA = 0.8;

/**
 * Phase, amplitude, uncertainty and height of a field.
 * @param heightPerRad nm per rad, or null where phase does not become height
 * @param onStage called before the unwrapping and before the uncertainty
 */
export function mapsOf(
  kernels: Kernels,
  field: ComplexPlane,
  noise: NoiseMap,
  heightPerRad: number | null,
  onStage: (stage: 'unwrap' | 'uncertainty' | 'export') => void,
): Maps {
  const { rows, cols } = field;
  using scope = kernels.scope();
  const wrapped = scope.real(rows, cols);
  const modulus = scope.real(rows, cols);
  const phase = scope.real(rows, cols);
  wrappedPhaseAndModulus(kernels, field, wrapped, modulus);
  onStage('unwrap');
  const mask = scope.block(rows * cols);
  const mean = noise.fieldVariance.reduce((a, b) => a + b, 0) / noise.fieldVariance.length;
  const minimumModulus = Math.sqrt(mean / 2) / LARGEST_USEFUL_SIGMA;
  const unwrapping = unwrap(kernels, wrapped, modulus, phase, mask, { minimumModulus });
  onStage('uncertainty');
  const sigma = scope.real(rows, cols);
  phaseSigma(kernels, modulus, noise, sigma);
  kernels.run.setWhereMarked(sigma.ptr, sigma.pitch, rows, cols, mask, UNIFORM_SIGMA);
  onStage('export');
  const phaseMap = realMap(kernels, phase);
  return {
    phase: phaseMap,
    phase_wrapped: realMap(kernels, wrapped),
    amplitude: realMap(kernels, modulus),
    phase_uncertainty: realMap(kernels, sigma),
    height: heightPerRad === null ? null : realMap(kernels, phase, heightPerRad),
    field: complexMap(kernels, field),
    unwrapping,
    medianSigma: kernels.run.medianOfPlane(sigma.ptr, sigma.pitch, rows, cols),
  };
}

function realMap(kernels: Kernels, plane: RealPlane, scale = 1): RealMap {
  const { rows, cols } = plane;
  using scope = kernels.scope();
  const out = scope.block(rows * cols * 4);
  kernels.run.exportPlane(plane.ptr, plane.pitch, rows, cols, scale, out);
  return { rows, cols, data: kernels.floats(out, rows * cols).slice() };
}

function complexMap(kernels: Kernels, plane: ComplexPlane): ComplexMap {
  const { rows, cols } = plane;
  using scope = kernels.scope();
  const out = scope.block(rows * cols * 8);
  kernels.run.exportField(plane.ptr, plane.pitchBytes, rows, cols, out);
  return { rows, cols, data: kernels.floats(out, rows * cols * 2).slice() };
}
