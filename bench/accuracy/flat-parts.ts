import type { Truth } from '../../src/core/simulate/truth.ts';

/**
 * The pixels around which the object changes neither phase nor amplitude within `reach` pixels, less a border: where the
 * error of a reconstruction is noise and nothing else. Row-major, 1 = flat.
 */
export function flatParts(truth: Truth, reach: number, border: number): Uint8Array {
  const { rows, cols, data } = truth.continuousPhase;
  const changes = new Uint8Array(rows * cols);
  for (let j = 1; j < rows; j++)
    for (let i = 1; i < cols; i++) {
      const at = j * cols + i;
      if (data[at] !== data[at - 1] || data[at] !== data[at - cols]) changes[at] = 1;
    }
  const near = dilate(dilate(changes, rows, cols, reach, 1), rows, cols, reach, cols);
  return near.map((value, at) => {
    const j = Math.floor(at / cols);
    const i = at - j * cols;
    const inside = i >= border && j >= border && i < cols - border && j < rows - border;
    return inside && value === 0 ? 1 : 0;
  });
}

/** Marks what lies within `reach` samples of a mark, along rows (`stride` 1) or columns (`stride` cols). */
function dilate(marks: Uint8Array, rows: number, cols: number, reach: number, stride: number): Uint8Array {
  const out = new Uint8Array(marks.length);
  const length = stride === 1 ? cols : rows;
  const across = stride === 1 ? cols : 1;
  for (let line = 0; line < marks.length / length; line++)
    for (let k = 0; k < length; k++) {
      if (marks[line * across + k * stride] === 0) continue;
      const last = Math.min(length - 1, k + reach);
      for (let m = Math.max(0, k - reach); m <= last; m++) out[line * across + m * stride] = 1;
    }
  return out;
}
