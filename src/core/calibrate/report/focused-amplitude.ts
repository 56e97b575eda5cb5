import type { Crop } from '../../field/frame.ts';
import type { Calibration } from '../../rig/calibration.ts';
import type { Pictures } from '../judge/features.ts';
import type { MeasuredLight } from '../model/measured.ts';

/** The modulus of what was seen in focus, on the pixels of the cropped frame: between cells, in proportion. */
export function focusedAmplitude(
  { seen }: Pictures,
  { rows, cols, cell }: MeasuredLight,
  { width, height }: Crop,
): Calibration['amplitude'] {
  const cells = seen.re.map((re, i) => Math.sqrt(re * re + seen.im[i]! * seen.im[i]!));
  if (cell === 1 && rows === height && cols === width) return { rows, cols, data: cells };
  const data = new Float32Array(width * height);
  const split = (pixel: number, count: number) => {
    const at = Math.min(count - 1, Math.max(0, (pixel + 0.5) / cell - 0.5));
    const low = Math.min(count - 2, Math.floor(at));
    return [low, at - low] as const;
  };
  for (let row = 0; row < height; row += 1) {
    const [y, v] = split(row, rows);
    for (let col = 0; col < width; col += 1) {
      const [x, u] = split(col, cols);
      const i = y * cols + x;
      data[row * width + col] =
        (1 - v) * ((1 - u) * cells[i]! + u * cells[i + 1]!) +
        v * ((1 - u) * cells[i + cols]! + u * cells[i + cols + 1]!);
    }
  }
  return { rows: height, cols: width, data };
}
