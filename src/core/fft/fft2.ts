import { BLOCK_BYTES, blocksOf } from '../kernel/complex-layout.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { FftPlans } from './plans.ts';

/**
 * In place F[v, u] = Σ f[y, x] exp(−2πi(ux/N + vy/M)), M rows, N columns, unscaled. Any size up to 8192 a side is
 * exact; those without a prime factor above 5 are fast.
 */
export function fft2(kernels: Kernels, plane: ComplexPlane): void {
  fftRows(kernels, plane, false);
  fftColumns(kernels, plane, false);
}

/** In place inverse of {@link fft2}, with its factor 1/(MN). */
export function ifft2(kernels: Kernels, plane: ComplexPlane): void {
  fftColumns(kernels, plane, true);
  fftRows(kernels, plane, true);
}

/** The transforms of `rowCount` rows from `firstRow` on; the inverse ones have the factor 1/N. */
export function fftRows(
  kernels: Kernels,
  plane: ComplexPlane,
  inverse = false,
  firstRow = 0,
  rowCount = plane.rows - firstRow,
): void {
  if (plane.cols === 1) return;
  const { wasm } = kernels;
  const end = firstRow + rowCount;
  const plans = FftPlans.of(kernels);
  using scope = kernels.scope();
  const along = plans.row(plane.cols);
  if (along) {
    const scratch = scope.scratch(wasm.rowScratchBytes(along));
    wasm.fftRowsAlongLanes(along, plane, scratch, { inverse, first: firstRow, end });
  } else {
    const lines = plans.lines(plane.cols);
    const scratch = scope.scratch(wasm.fftRowsByFoursScratchBytes(lines));
    wasm.fftRowsByFours(lines, plane, scratch, { inverse, first: firstRow, end });
  }
}

/** The transforms of `blockCount` blocks of 16 columns from block `firstBlock` on; inverse ones have the factor 1/M. */
export function fftColumns(
  kernels: Kernels,
  plane: ComplexPlane,
  inverse = false,
  firstBlock = 0,
  blockCount = blocksOf(plane.cols) - firstBlock,
): void {
  if (plane.rows === 1) return;
  const { wasm } = kernels;
  using scope = kernels.scope();
  const plan = FftPlans.of(kernels).lines(plane.rows);
  const scratch = scope.scratch(wasm.linesScratchBytes(plan, BLOCK_BYTES));
  wasm.fftColumns(plan, plane, scratch, { inverse, first: firstBlock, end: firstBlock + blockCount });
}
