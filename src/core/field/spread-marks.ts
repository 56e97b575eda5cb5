/** Spreads marks by `reach` samples along `lines` lines of `length` samples that are `stride` apart: 1 for the columns of a row. */
export function spreadMarks(
  marks: ArrayLike<number>,
  lines: number,
  length: number,
  reach: number,
  stride: number,
): Uint8Array {
  const out = new Uint8Array(marks.length);
  const across = stride === 1 ? length : 1;
  for (let line = 0; line < lines; line += 1) {
    let last = -Infinity;
    for (let k = 0; k < length + reach; k += 1) {
      if (k < length && marks[line * across + k * stride]) last = k;
      const centre = k - reach;
      if (centre >= 0 && k - last <= 2 * reach) out[line * across + centre * stride] = 1;
    }
  }
  return out;
}
