import { BLOCK_BYTES, blocksOf } from '../kernel/complex-layout.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { inParts } from './in-parts.ts';
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

/** {@link ifft2} of a spectrum that is empty but for its blocks of columns before `low` and from `high` on. */
export function ifft2Within(
  kernels: Kernels,
  plane: ComplexPlane,
  { low, high }: { readonly low: number; readonly high: number },
): void {
  fftColumns(kernels, plane, true, 0, low);
  fftColumns(kernels, plane, true, high);
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
  const all = { first: firstRow, end: firstRow + rowCount };
  const plans = FftPlans.of(kernels);
  const along = plans.row(plane.cols);
  if (along) {
    inParts(kernels, plane, all, wasm.rowScratchBytes(along), (where, part, scratch) =>
      where.fftRowsAlongLanes(along, plane, scratch, { inverse, ...part }),
    );
  } else {
    const lines = plans.lines(plane.cols);
    inParts(kernels, plane, all, wasm.fftRowsByFoursScratchBytes(lines), (where, part, scratch) =>
      where.fftRowsByFours(lines, plane, scratch, { inverse, ...part }),
    );
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
  const plan = FftPlans.of(kernels).lines(plane.rows);
  const bytes = kernels.wasm.linesScratchBytes(plan, BLOCK_BYTES);
  const all = { first: firstBlock, end: firstBlock + blockCount };
  inParts(kernels, plane, all, bytes, (wasm, part, scratch) =>
    wasm.fftColumns(plan, plane, scratch, { inverse, ...part }),
  );
}
