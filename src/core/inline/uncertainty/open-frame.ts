import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';

/**
 * rad: what phase and absorption leave open of each other where a sample covers the frame, as tissue does. Of one part it is said
 * in `openParts`; this one has no rim, and is as wide as half a wave of the phase that is hardly recorded.
 * @param half px, of that wave
 * @param wave px, √(λz)
 */
export function openFrame(
  kernels: Kernels,
  field: ComplexPlane,
  { half, wave }: { readonly half: number; readonly wave: number },
  openError: number,
): number {
  const { rows, cols } = field;
  const pitch = floatsPerRow(field);
  const samples = kernels.floats(field.ptr, floatsIn(field));
  let [both, all] = [0, 0];
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < cols; x += 1) {
      const at = y * pitch + inRow(x);
      const [re, im] = [samples[at]!, samples[at + TO_IMAGINARY]!];
      const modulus = Math.sqrt(re * re + im * im);
      all += (re - 1) * (re - 1) + im * im;
      both += Math.max(0, 1 - modulus) * Math.sqrt((re - modulus) * (re - modulus) + im * im);
    }
  if (all === 0) return 0;
  const across = wave / (2 * half);
  const chi = Math.min(Math.PI / 2, Math.PI * across * across);
  return (openError * both) / Math.sqrt(rows * cols * all) / kernels.wasm.sin(chi);
}
