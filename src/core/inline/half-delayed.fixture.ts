import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';

/** A field of 8 × 8 whose left half delays by so much (rad), the right one by a hundredth of it. */
export function halfDelayed(kernels: Kernels, scope: Scope, phase: number) {
  const field = scope.complex(8, 8);
  const values = kernels.floats(field.ptr, floatsIn(field));
  for (let row = 0; row < 8; row += 1)
    for (let col = 0; col < 8; col += 1) {
      const at = row * floatsPerRow(field) + inRow(col);
      values[at] = Math.cos(col < 4 ? phase : phase / 100);
      values[at + TO_IMAGINARY] = Math.sin(col < 4 ? phase : phase / 100);
    }
  return field;
}
