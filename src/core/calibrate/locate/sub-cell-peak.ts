import { parabolaTop } from '../../fit/parabola-top.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { frequencyOf, type Complex } from '../model/spectrum.ts';

/** A place, cells, and what a correlation has there. */
export interface Peak {
  readonly x: number;
  readonly y: number;
  readonly value: number;
}

/** Cells to both sides over which the top is looked for: finer than the finest that cells show, which is two of them long. */
const ASIDE = [0.5, 0.25];

/**
 * The top of a correlation between its samples: what is as fine as cells show is worth half of itself where it lies half a
 * cell beside, and a place that is compared with one that was fitted would look worse for nothing but that.
 * @param spectrum of the correlation, `rows` by `cols`
 * @param heightOf what is largest at the top, by the correlation's real and imaginary part
 * @param from the largest sample
 */
export function subCellPeak(
  { wasm }: Kernels,
  spectrum: Complex,
  [rows, cols]: readonly [number, number],
  heightOf: (re: number, im: number) => number,
  from: { readonly x: number; readonly y: number },
): Peak {
  const turnsAt = (place: number, count: number) => {
    const angles = Array.from({ length: count }, (_, k) => 2 * Math.PI * frequencyOf(k, count) * place);
    return { re: Float64Array.from(angles, wasm.cos), im: Float64Array.from(angles, wasm.sin) };
  };
  const along = (x: number, ys: readonly number[]): number[] => {
    const line = rowSums(spectrum, turnsAt(x, cols), rows, cols);
    return ys.map((y) => {
      const by = turnsAt(y, rows);
      let [re, im] = [0, 0];
      for (let k = 0; k < rows; k += 1) {
        re += line.re[k]! * by.re[k]! - line.im[k]! * by.im[k]!;
        im += line.re[k]! * by.im[k]! + line.im[k]! * by.re[k]!;
      }
      return heightOf(re / (rows * cols), im / (rows * cols));
    });
  };
  let { x, y } = from;
  let value = -Infinity;
  for (const aside of ASIDE) {
    const [up, here, down] = along(x, [y - aside, y, y + aside]) as [number, number, number];
    const [left] = along(x - aside, [y]) as [number];
    const [right] = along(x + aside, [y]) as [number];
    x += aside * parabolaTop(left, here, right);
    y += aside * parabolaTop(up, here, down);
    [value] = along(x, [y]) as [number];
  }
  return { x, y, value };
}

/** Of each row the sum of its values, each turned. */
function rowSums(
  { re, im }: Complex,
  by: { readonly re: Float64Array; readonly im: Float64Array },
  rows: number,
  cols: number,
) {
  const out = { re: new Float64Array(rows), im: new Float64Array(rows) };
  for (let row = 0, i = 0; row < rows; row += 1) {
    let [p, q] = [0, 0];
    for (let col = 0; col < cols; col += 1, i += 1) {
      const a = re[i]!;
      const b = im[i]!;
      const c = by.re[col]!;
      const d = by.im[col]!;
      p += a * c - b * d;
      q += a * d + b * c;
    }
    [out.re[row], out.im[row]] = [p, q];
  }
  return out;
}

/** What a spectrum becomes when what it belongs to is shifted by so many cells, in its own place. */
export function shiftSpectrum(
  { wasm }: Kernels,
  { re, im }: Complex,
  [rows, cols]: readonly [number, number],
  x: number,
  y: number,
): void {
  const angle = (k: number, count: number, by: number) => -2 * Math.PI * frequencyOf(k, count) * by;
  for (let row = 0, i = 0; row < rows; row += 1) {
    const ofRow = angle(row, rows, y);
    for (let col = 0; col < cols; col += 1, i += 1) {
      const turn = ofRow + angle(col, cols, x);
      const c = wasm.cos(turn);
      const s = wasm.sin(turn);
      const a = re[i]!;
      const b = im[i]!;
      re[i] = a * c - b * s;
      im[i] = a * s + b * c;
    }
  }
}
