import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { forTilePixels } from '../optics/frame-tiles.ts';
import type { Shift } from '../retrieve/shifts-left.ts';
import type { InlineUncertainty } from './inline-uncertainty.ts';

/**
 * rad² where |u| is 1, per tile of the sample: a field of frames that lie beside each other lies as far beside the truth, which its
 * slope at right angles to it shows in the phase.
 */
export function doubtedShift(
  kernels: Kernels,
  field: ComplexPlane,
  { noise: { tiles }, sample }: Pick<InlineUncertainty, 'noise' | 'sample'>,
  shifts: readonly Shift[],
): Float64Array {
  const { rows, cols } = field;
  const meanSquare = (of: (shift: Shift) => number) =>
    shifts.reduce((sum, shift) => sum + of(shift) * of(shift), 0) / shifts.length;
  const [squareX, squareY] = [meanSquare(({ x }) => x), meanSquare(({ y }) => y)];
  const [samples, pitch] = [kernels.floats(field.ptr, floatsIn(field)), floatsPerRow(field)];
  const [sums, counts] = [new Float64Array(tiles * tiles), new Float64Array(tiles * tiles)];
  const at = (y: number, x: number) => y * pitch + inRow(x);
  forTilePixels(field, tiles, (y, x, t) => {
    if (!sample[t]) return;
    const here = at(y, x);
    const [a, b] = [samples[here]!, samples[here + TO_IMAGINARY]!];
    const square = a * a + b * b;
    counts[t]! += 1;
    if (square === 0) return;
    const slope = (before: number, behind: number) => {
      const [re, im] = [
        (samples[behind]! - samples[before]!) / 2,
        (samples[behind + TO_IMAGINARY]! - samples[before + TO_IMAGINARY]!) / 2,
      ];
      const across = a * im - b * re;
      return (across * across) / square;
    };
    sums[t]! += squareX * slope(at(y, Math.max(0, x - 1)), at(y, Math.min(cols - 1, x + 1)));
    sums[t]! += squareY * slope(at(Math.max(0, y - 1), x), at(Math.min(rows - 1, y + 1), x));
  });
  return sums.map((sum, t) => (counts[t]! > 0 ? sum / counts[t]! : 0));
}
