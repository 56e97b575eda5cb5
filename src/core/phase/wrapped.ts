import type { ComplexPlane, RealPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';

/** Writes the argument of `field` (rad, (-π, π]; 0 where the field is 0) into `phase`, of the same shape. */
export function wrappedPhase(kernels: Kernels, field: ComplexPlane, phase: RealPlane): void {
  sweep(kernels, field, phase, null);
}

/** Writes the modulus of `field`, in the field's own unit, into `modulus`, of the same shape. */
export function modulus(kernels: Kernels, field: ComplexPlane, modulus: RealPlane): void {
  sweep(kernels, field, null, modulus);
}

/** Both {@link wrappedPhase} and {@link modulus}, reading the field once. */
export function wrappedPhaseAndModulus(
  kernels: Kernels,
  field: ComplexPlane,
  phase: RealPlane,
  modulus: RealPlane,
): void {
  sweep(kernels, field, phase, modulus);
}

function sweep(
  kernels: Kernels,
  field: ComplexPlane,
  phase: RealPlane | null,
  modulus: RealPlane | null,
): void {
  kernels.wasm.phaseAndModulus(field, phase, modulus);
}
