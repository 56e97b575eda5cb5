import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { halfOf } from './retrieval-level.ts';
import type { SolvedLevel } from './retrieval-levels.ts';

/**
 * How hard the total variation pulls at a solution, where data and constraints hold each other: λ Dᵀp with the dual p, the
 * part of it at right angles to the field, which pulls at its phase. Row by row over the sensor.
 */
export function variationForce(
  kernels: Kernels,
  { level, lambda }: Pick<SolvedLevel, 'level' | 'lambda'>,
): Float32Array {
  const { x, dual, grid, optics } = level;
  const pitch = floatsPerRow(x);
  const [field, across, down] = [x, halfOf(dual, 0), halfOf(dual, 1)].map((plane) =>
    kernels.floats(plane.ptr, floatsIn(plane)),
  ) as [Float32Array, Float32Array, Float32Array];
  const out = new Float32Array(optics.rows * optics.cols);
  for (let y = 0, to = 0; y < optics.rows; y += 1) {
    const row = grid.firstRow + y;
    const here = row * pitch;
    for (let col = grid.firstCol; col < grid.firstCol + optics.cols; col += 1, to += 1) {
      const at = here + inRow(col);
      let [re, im] = [-across[at]! - down[at]!, -across[at + TO_IMAGINARY]! - down[at + TO_IMAGINARY]!];
      if (col > 0) {
        const left = here + inRow(col - 1);
        re += across[left]!;
        im += across[left + TO_IMAGINARY]!;
      }
      if (row > 0) {
        re += down[at - pitch]!;
        im += down[at - pitch + TO_IMAGINARY]!;
      }
      const [a, b] = [field[at]!, field[at + TO_IMAGINARY]!];
      const modulus = Math.sqrt(a * a + b * b);
      out[to] = modulus === 0 ? 0 : (lambda * (a * im - b * re)) / modulus;
    }
  }
  return out;
}
