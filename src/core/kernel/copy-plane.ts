import type { Kernels, Scope } from './kernels.ts';
import { bytesIn, type ComplexPlane } from './plane.ts';

/** A plane of the same samples, past its columns too. */
export function copyOf(kernels: Kernels, scope: Scope, plane: ComplexPlane): ComplexPlane {
  const copy = scope.complex(plane.rows, plane.cols);
  copyPlane(kernels, plane, copy);
  return copy;
}

/** The same into a plane of the same size. */
export function copyPlane(kernels: Kernels, from: ComplexPlane, to: ComplexPlane): void {
  kernels.bytes(to.ptr, bytesIn(to)).set(kernels.bytes(from.ptr, bytesIn(from)));
}
