import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { MatchedFrame } from './exposure.ts';
import type { RetrievalLevel } from './retrieval-level.ts';

/** px, right and down */
export interface Shift {
  readonly x: number;
  readonly y: number;
}

/** px at the edges that do not tell: light from beyond comes in there */
const RIM = 8;

/**
 * By how much what each frame shows lies beside what a solution explains of it: recorded less explained amplitude against the slope
 * of the explained one, by least squares.
 */
export function shiftsLeft(
  kernels: Kernels,
  { sensor, optics }: Pick<RetrievalLevel, 'sensor' | 'optics'>,
): readonly Shift[] {
  const { rows, cols } = optics;
  return sensor.matched.map((frame) => {
    const explained = moduli(kernels, frame);
    const { amplitude } = frame;
    const recorded = kernels.floats(amplitude.ptr, rows * amplitude.pitch);
    let [xx, xy, yy, x, y] = [0, 0, 0, 0, 0];
    for (let row = RIM; row < rows - RIM; row += 1)
      for (let col = RIM; col < cols - RIM; col += 1) {
        const here = recorded[row * amplitude.pitch + col]!;
        if (!(here >= 0)) continue;
        const at = row * cols + col;
        const left = here - explained[at]!;
        const [slopeX, slopeY] = [
          (explained[at + 1]! - explained[at - 1]!) / 2,
          (explained[at + cols]! - explained[at - cols]!) / 2,
        ];
        xx += slopeX * slopeX;
        xy += slopeX * slopeY;
        yy += slopeY * slopeY;
        x -= left * slopeX;
        y -= left * slopeY;
      }
    const determinant = xx * yy - xy * xy;
    if (!(determinant > 0)) return { x: 0, y: 0 };
    return { x: (x * yy - y * xy) / determinant, y: (y * xx - x * xy) / determinant };
  });
}

/** |u| at the sensor, row by row. */
function moduli(kernels: Kernels, { estimate }: MatchedFrame): Float32Array {
  const { rows, cols } = estimate;
  const [samples, pitch] = [kernels.floats(estimate.ptr, floatsIn(estimate)), floatsPerRow(estimate)];
  const out = new Float32Array(rows * cols);
  for (let y = 0, to = 0; y < rows; y += 1)
    for (let x = 0; x < cols; x += 1, to += 1) {
      const at = y * pitch + inRow(x);
      const [re, im] = [samples[at]!, samples[at + TO_IMAGINARY]!];
      out[to] = Math.sqrt(re * re + im * im);
    }
  return out;
}
