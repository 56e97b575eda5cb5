import type { ComplexPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { columnBlocks } from './fft2.ts';
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
  blockCount = columnBlocks(plane) - firstBlock,
): void {
  const { run } = kernels;
  const { ptr, cols, pitchBytes } = plane;
  using scope = kernels.scope();
  const plan = FftPlans.of(kernels).lines(plane.rows);
  const scratch = scope.block(run.filterColumnsScratchBytes(plan));
  const factors = [transfer.ptr, transfer.pitchBytes] as const;
  const end = firstBlock + blockCount;
  run.filterColumns(plan, ptr, cols, pitchBytes, ...factors, ptr, pitchBytes, firstBlock, end, scratch);
}
