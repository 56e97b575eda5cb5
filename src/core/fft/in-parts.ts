import type { ScratchAt } from '../kernel/addresses.ts';
import type { KernelExports } from '../kernel/exports.ts';
import type { Kernels, PlanePart } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';

/**
 * Rows or blocks of a plane that do not depend on each other, on two threads where there are two.
 * @param bytes of scratch that each part needs
 */
export function inParts(
  kernels: Kernels,
  { rows, cols }: ComplexPlane,
  all: PlanePart,
  bytes: number,
  work: (wasm: KernelExports, part: PlanePart, scratch: ScratchAt) => void,
): void {
  using scope = kernels.scope();
  const parts = kernels.parts(all, rows * cols);
  const scratch = parts.map(() => scope.scratch(bytes));
  kernels.atOnce(parts, (wasm, part, k) => work(wasm, part, scratch[k]!));
}
