import type { ComplexPlane, RealPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { fftColumns } from './fft2.ts';
import { FftPlans } from './plans.ts';

/** Columns of the half spectrum of a real plane with `cols` columns. */
export function halfColumns(cols: number): number {
  return Math.floor(cols / 2) + 1;
}

/**
 * The left half, u ≤ N/2, of what fft2 gives for a real plane, at half its cost; the other half is
 * F[−v, −u] = F*[v, u]. `out` has the rows of `plane` and {@link halfColumns} columns. At least
 * 2 columns.
 */
export function rfft2(kernels: Kernels, plane: RealPlane, out: ComplexPlane): void {
  transformRealRows(kernels, plane, out);
  fftColumns(kernels, out);
}

function transformRealRows(kernels: Kernels, plane: RealPlane, out: ComplexPlane): void {
  const { wasm } = kernels;
  const plans = FftPlans.of(kernels);
  using scope = kernels.scope();
  const along = plans.row(plane.cols);
  if (along) {
    const scratch = scope.scratch(wasm.realRowsAlongLanesScratchBytes(along));
    wasm.realRowsAlongLanes(along, plane, out, scratch);
  } else {
    const lines = plans.lines(plane.cols);
    const scratch = scope.scratch(wasm.realRowsByEightsScratchBytes(lines));
    wasm.realRowsByEights(lines, plane, out, scratch);
  }
}
