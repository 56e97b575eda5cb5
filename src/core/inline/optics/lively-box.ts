import { boxOfMost } from '../../field/box-of-most.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import type { RealPlane } from '../../kernel/plane.ts';

/** Part of a frame, px; it begins at a whole group of four. */
export interface LivelyBox {
  readonly row: number;
  readonly col: number;
  readonly rows: number;
  readonly cols: number;
}

/** The part of a frame, at most `side` wide and high, that differs most from the beam. */
export function livelyBox(kernels: Kernels, amplitude: RealPlane, side: number): LivelyBox {
  const values = kernels.floats(amplitude.ptr, amplitude.rows * amplitude.pitch);
  const differs = ({ x: fromCol, y: fromRow, width, height }: ReturnType<typeof boxOfMost>) => {
    let sum = 0;
    for (let y = fromRow; y < fromRow + height; y += 1)
      for (let x = fromCol; x < fromCol + width; x += 1) {
        const off = values[y * amplitude.pitch + x]! - 1;
        sum += off * off;
      }
    return sum;
  };
  // planes begin at whole groups of four
  const { x, y, width, height } = boxOfMost(amplitude, side, differs, 4);
  return { row: y, col: x, rows: height, cols: width };
}

/** A part of a plane by itself. */
export function copiedPart(kernels: Kernels, scope: Scope, plane: RealPlane, box: LivelyBox): RealPlane {
  const part = scope.real(box.rows, box.cols);
  const [from, to] = [plane, part].map(({ ptr, rows, pitch }) => kernels.floats(ptr, rows * pitch));
  for (let y = 0; y < box.rows; y += 1) {
    const start = (box.row + y) * plane.pitch + box.col;
    to!.set(from!.subarray(start, start + box.cols), y * part.pitch);
  }
  return part;
}
