/** Steps of a chamfer distance to the pixel beside and to the one across the corner: within 8 % of Euclid's. */
const [BESIDE, ACROSS] = [1, Math.SQRT2];

/** px from each marked pixel to the nearest that is not. */
export function chamferDistances(marks: Uint8Array, rows: number, cols: number): Float32Array {
  const far = new Float32Array(marks.length);
  for (let at = 0; at < marks.length; at += 1) if (marks[at]) far[at] = Infinity;
  for (let y = 0; y < rows; y += 1) passRow(far, rows, cols, y, 1);
  for (let y = rows - 1; y >= 0; y -= 1) passRow(far, rows, cols, y, -1);
  return far;
}

/** From the pixels that come before, in rows that are gone through downwards and to the right, or the other way. */
function passRow(far: Float32Array, rows: number, cols: number, y: number, towards: 1 | -1): void {
  const row = y - towards;
  const above = row >= 0 && row < rows ? row * cols : -1;
  const first = towards > 0 ? 0 : cols - 1;
  for (let n = 0, x = first; n < cols; n += 1, x += towards) {
    const at = y * cols + x;
    let least = far[at]!;
    if (least === 0) continue;
    const [left, right] = [x - towards, x + towards];
    const isInside = left >= 0 && left < cols;
    if (isInside) least = Math.min(least, far[at - towards]! + BESIDE);
    if (above >= 0) {
      least = Math.min(least, far[above + x]! + BESIDE);
      if (isInside) least = Math.min(least, far[above + left]! + ACROSS);
      if (right >= 0 && right < cols) least = Math.min(least, far[above + right]! + ACROSS);
    }
    far[at] = least;
  }
}
