import { blocksOf } from '../kernel/complex-layout.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
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
  const { wasm } = kernels;
  using scope = kernels.scope();
  const plan = FftPlans.of(kernels).lines(plane.rows);
  const scratch = scope.scratch(wasm.filterColumnsScratchBytes(plan));
  wasm.filterColumns(plan, plane, transfer, plane, scratch, {
    first: firstBlock,
    end: firstBlock + blockCount,
  });
}
