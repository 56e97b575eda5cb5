import { floatsIn } from '../../kernel/complex-layout.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { realMap } from '../../maps/maps.ts';
import { wrappedPhaseAndModulus } from '../../phase/wrapped.ts';
import type { BackPropagation } from '../../reconstruction/reconstruction.ts';
import { backPropagate } from './back-propagate.ts';
import type { RetrievalFrame } from './sensor-model.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';

/**
 * The mean of the frames' back-propagated waves. The sample is at the same place in all of them; the twin images, which
 * lie at other distances, average out in part.
 * @param scope owns the result, rows × cols in the sample's plane
 * @param onFrame called before each frame but the first; may throw to cancel
 */
export function backPropagateFrames(
  kernels: Kernels,
  scope: Scope,
  frames: readonly RetrievalFrame[],
  optics: SensorOptics,
  onFrame: (k: number) => void = () => {},
): ComplexPlane {
  const [first, ...others] = frames;
  const mean = backPropagate(kernels, scope, first!.amplitude, optics, first!.z);
  if (others.length === 0) return mean;
  const length = floatsIn(mean);
  for (const [k, { amplitude, z }] of others.entries()) {
    onFrame(k + 1);
    using scratch = kernels.scope();
    const wave = backPropagate(kernels, scratch, amplitude, optics, z);
    const sum = kernels.floats(mean.ptr, length);
    const term = kernels.floats(wave.ptr, length);
    for (let i = 0; i < length; i++) sum[i] = sum[i]! + term[i]!;
  }
  const sum = kernels.floats(mean.ptr, length);
  for (let i = 0; i < length; i++) sum[i] = sum[i]! / frames.length;
  return mean;
}

/** Amplitude and wrapped phase of a field, for its pictures. */
export function plainMaps(kernels: Kernels, field: ComplexPlane): BackPropagation {
  using scope = kernels.scope();
  const phase = scope.real(field.rows, field.cols);
  const modulus = scope.real(field.rows, field.cols);
  wrappedPhaseAndModulus(kernels, field, phase, modulus);
  return { amplitude: realMap(kernels, modulus), phase_wrapped: realMap(kernels, phase) };
}
