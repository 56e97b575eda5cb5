import type { NativeField } from '../../demodulate/demodulate.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';

/** What a flattened field is beside the beam, 1, as means over cells. */
export interface FieldBeside {
  readonly re: Float64Array;
  readonly im: Float64Array;
  readonly rows: number;
  readonly cols: number;
  /** of a squared cell of the shorter side, what one along this side is */
  readonly shareX: number;
  readonly shareY: number;
  /** 0 for cells at the frame's edges, where the frame fades */
  readonly used: Uint8Array;
}

export function fieldBeside(
  kernels: Kernels,
  { plane, rows: allRows, cols: allCols, stepX, stepY }: NativeField,
  margin: number,
  cell: number,
): FieldBeside {
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const [rows, cols] = [Math.floor(allRows / cell), Math.floor(allCols / cell)];
  const [re, im] = [new Float64Array(rows * cols).fill(-1), new Float64Array(rows * cols)];
  const used = new Uint8Array(rows * cols);
  const isInside = (at: number, count: number) => at * cell >= margin && (at + 1) * cell <= count - margin;
  const places = Int32Array.from({ length: cols * cell }, (_, col) => inRow(col));
  const weight = 1 / (cell * cell);
  for (let row = 0; row < rows * cell; row++) {
    const line = values.subarray(row * floatsPerRow(plane), (row + 1) * floatsPerRow(plane));
    const first = Math.floor(row / cell) * cols;
    for (let k = first, col = 0; k < first + cols; k++)
      for (const end = col + cell; col < end; col++) {
        re[k]! += weight * line[places[col]!]!;
        im[k]! += weight * line[places[col]! + TO_IMAGINARY]!;
      }
  }
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++)
      used[row * cols + col] = isInside(row, allRows) && isInside(col, allCols) ? 1 : 0;
  const least = Math.min(stepX, stepY);
  const share = (step: number) => (least / step) * (least / step);
  return { re, im, rows, cols, used, shareX: share(stepX), shareY: share(stepY) };
}

/** A wave of so many turns from one of `count` cells to the next, 1 in their middle. */
export function waveAlong({ cos, sin }: Pick<Kernels['wasm'], 'cos' | 'sin'>, count: number, turns: number) {
  const wave = { cos: new Float64Array(count), sin: new Float64Array(count) };
  for (let k = 0; k < count; k++) {
    wave.cos[k] = cos(2 * Math.PI * turns * (k - (count - 1) / 2));
    wave.sin[k] = sin(2 * Math.PI * turns * (k - (count - 1) / 2));
  }
  return wave;
}

/** How far two numbers lie apart. */
export function beside(
  one: { readonly re: number; readonly im: number },
  other: { readonly re: number; readonly im: number },
): number {
  const [re, im] = [one.re - other.re, one.im - other.im];
  return Math.sqrt(re * re + im * im);
}
