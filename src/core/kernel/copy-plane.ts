import type { Kernels, Scope } from './kernels.ts';
import { bytesIn, type ComplexPlane } from './plane.ts';

/** A plane of the same samples, past its columns too. */
export function copyOf(kernels: Kernels, scope: Scope, plane: ComplexPlane): ComplexPlane {
  const copy = scope.complex(plane.rows, plane.cols);
  kernels.bytes(copy.ptr, bytesIn(copy)).set(kernels.bytes(plane.ptr, bytesIn(plane)));
  return copy;
}
