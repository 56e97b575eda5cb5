import { blocksOf } from '../kernel/complex-layout.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { inParts } from './in-parts.ts';
import { FftPlans } from './plans.ts';

/**
 * In place: the columns are transformed, multiplied by `transfer` and transformed back (with 1/M), in one sweep over
 * memory. Between fftRows and its inverse this filters a field: ifft2(transfer · fft2(plane)).
 * @param transfer same shape as `plane`, sampled as its spectrum is: [v, u], zero frequency first
 */
export function columnsFftMultiplyIfft(
  kernels: Kernels,
  plane: ComplexPlane,
  transfer: ComplexPlane,
  firstBlock = 0,
  blockCount = blocksOf(plane.cols) - firstBlock,
): void {
  const plan = FftPlans.of(kernels).lines(plane.rows);
  const bytes = kernels.wasm.filterColumnsScratchBytes(plan);
  const all = { first: firstBlock, end: firstBlock + blockCount };
  inParts(kernels, plane, all, bytes, (wasm, part, scratch) =>
    wasm.filterColumns(plan, plane, transfer, plane, scratch, part),
  );
}
