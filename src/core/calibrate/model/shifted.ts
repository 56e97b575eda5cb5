import type { Kernels } from '../../kernel/kernels.ts';
import { FADING } from './arrived.ts';
import { fading } from './soften.ts';
import {
  emptyComplex,
  fastMultiple,
  frequencyOf,
  inverseRows,
  transformedFrom,
  type Complex,
  type Parts,
} from './spectrum.ts';

/** A field on all cells of a canvas, which repeats itself; the frame's first one is the cell `first` along both axes. */
export interface Everywhere extends Complex {
  readonly rows: number;
  readonly cols: number;
  readonly first: number;
}

/** Cells of a part of a frame. */
export interface PartOfFrame {
  readonly top: number;
  readonly left: number;
  readonly rows: number;
  readonly cols: number;
}

/** Cells around a part, over most of which it fades towards the seam of its transform. */
const AROUND = 16;

/** What a part of a frame has of a copy of the field that lies so many cells aside; a transform of the part alone moves it between cells. */
export function shiftedInto(
  kernels: Kernels,
  field: Everywhere,
  part: PartOfFrame,
): (x: number, y: number) => Complex {
  const { rows, cols } = part;
  const size = [fastMultiple(rows + 2 * AROUND, 2), fastMultiple(cols + 2 * AROUND, 2)] as const;
  const { sin, cos } = kernels.wasm;
  const turns = (count: number, by: number) => {
    const angles = Float64Array.from({ length: count }, (_, k) => -2 * Math.PI * frequencyOf(k, count) * by);
    return { re: angles.map(cos), im: angles.map(sin) };
  };
  return (x, y) => {
    const whole = { x: Math.round(x), y: Math.round(y) };
    const fill = windowOf(kernels, field, part, size, whole);
    const spectrum = transformedFrom(kernels, size, false, fill);
    const [ofCol, ofRow] = [turns(size[1], x - whole.x), turns(size[0], y - whole.y)];
    const turn: Parts = (re, im) => {
      for (let row = 0, i = 0; row < size[0]; row += 1) {
        const p = ofRow.re[row]!;
        const q = ofRow.im[row]!;
        for (let col = 0; col < size[1]; col += 1, i += 1) {
          const c = p * ofCol.re[col]! - q * ofCol.im[col]!;
          const d = p * ofCol.im[col]! + q * ofCol.re[col]!;
          re[i] = spectrum.re[i]! * c - spectrum.im[i]! * d;
          im[i] = spectrum.re[i]! * d + spectrum.im[i]! * c;
        }
      }
    };
    const out = emptyComplex(rows * cols);
    inverseRows(kernels, size, { first: AROUND, count: rows }, turn, (re, im) => {
      for (let row = 0; row < rows; row += 1) {
        const start = row * size[1] + AROUND;
        out.re.set(re.subarray(start, start + cols), row * cols);
        out.im.set(im.subarray(start, start + cols), row * cols);
      }
    });
    return out;
  };
}

/** Writes a part, and what fades around it, of a field that is shifted by whole cells. */
function windowOf(
  { wasm: { cos } }: Kernels,
  { re: fromRe, im: fromIm, rows, cols, first }: Everywhere,
  part: PartOfFrame,
  [, stride]: readonly [number, number],
  by: { readonly x: number; readonly y: number },
): Parts {
  const [wideRows, wideCols] = [part.rows + 2 * AROUND, part.cols + 2 * AROUND];
  const down = fading(wideRows, FADING * AROUND, cos);
  const across = fading(wideCols, FADING * AROUND, cos);
  const wrapped = (at: number, count: number) => ((at % count) + count) % count;
  const left = wrapped(first + part.left - AROUND - by.x, cols);
  return (re, im) => {
    re.fill(0);
    im.fill(0);
    for (let row = 0; row < wideRows; row += 1) {
      const from = wrapped(first + part.top - AROUND - by.y + row, rows) * cols;
      for (let col = 0, at = left, to = row * stride; col < wideCols; col += 1, to += 1) {
        const kept = down[row]! * across[col]!;
        re[to] = kept * fromRe[from + at]!;
        im[to] = kept * fromIm[from + at]!;
        at = at + 1 === cols ? 0 : at + 1;
      }
    }
  };
}
