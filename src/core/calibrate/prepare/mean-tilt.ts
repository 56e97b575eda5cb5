import type { KernelExports } from '../../kernel/exports.ts';
import type { Measured } from '../model/measured.ts';

/**
 * Turns a field so that its light travels along the axis on average. Where a target blocks most of the frame there is
 * no background whose phase could be followed; the mean phase step between neighbours, each counting by its light,
 * needs none.
 * @param frame camera pixels
 * @returns what was taken off: x and y in rad from the middle of the frame to its edge
 */
export function withoutMeanTilt(
  measured: Measured,
  frame: { readonly rows: number; readonly cols: number },
  run: Pick<KernelExports, 'atan2' | 'sin' | 'cos'>,
): { readonly level: Measured; readonly tilt: { readonly x: number; readonly y: number } } {
  const { rows, cols, cell, re, weight } = measured;
  const im = measured.im!;
  const step = (lag: number, isInside: (row: number, col: number) => boolean) => {
    let [real, imaginary] = [0, 0];
    for (let row = 0, i = 0; row < rows; row += 1) {
      for (let col = 0; col < cols; col += 1, i += 1) {
        if (!isInside(row, col) || weight[i] === 0 || weight[i + lag] === 0) continue;
        real += re[i]! * re[i + lag]! + im[i]! * im[i + lag]!;
        imaginary += re[i]! * im[i + lag]! - im[i]! * re[i + lag]!;
      }
    }
    return run.atan2(imaginary, real);
  };
  const [dx, dy] = [step(1, (_, col) => col < cols - 1), step(cols, (row) => row < rows - 1)];
  const level = { ...measured, re: new Float64Array(re.length), im: new Float64Array(re.length) };
  // piston stays where the middle of the frame has it
  const [middleX, middleY] = [frame.cols / (2 * cell), frame.rows / (2 * cell)];
  for (let row = 0, i = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1, i += 1) {
      const phase = dx * (col + 0.5 - middleX) + dy * (row + 0.5 - middleY);
      const [c, s] = [run.cos(phase), run.sin(phase)];
      level.re[i] = re[i]! * c + im[i]! * s;
      level.im[i] = im[i]! * c - re[i]! * s;
    }
  }
  return { level, tilt: { x: dx * middleX, y: dy * middleY } };
}
