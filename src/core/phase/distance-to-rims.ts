import { partsOf, type RimlessParts } from './rimless-parts.ts';

/** Which samples are rims that are no specks: of fewer samples than `least` in one piece. 1 for a rim. */
export function withoutSpecks({ rows, cols, of }: RimlessParts, least: number): Uint8Array {
  const free = new Uint8Array(of.length);
  for (let i = 0; i < of.length; i++) free[i] = of[i]! < 0 ? 0 : 1;
  const rims = partsOf(free, rows, cols);
  for (let i = 0; i < of.length; i++)
    free[i] = rims.of[i]! >= 0 && rims.list[rims.of[i]!]!.size >= least ? 1 : 0;
  return free;
}

/** Of each sample how many steps it lies from the next rim, as a king walks; 0 for a rim. The frame's edges are none. */
export function distanceToRims({ rows, cols }: RimlessParts, rims: Uint8Array): Uint16Array {
  // with a border that is nobody's neighbour, and all of it farther than any frame is wide
  const pitch = cols + 2;
  const far = new Uint16Array((rows + 2) * pitch).fill(rows + cols);
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < cols; x++) if (rims[y * cols + x]) far[(y + 1) * pitch + x + 1] = 0;
  const step = (i: number, by: 1 | -1) => {
    const above = i - by * pitch;
    const least = Math.min(far[i - by]!, far[above - 1]!, far[above]!, far[above + 1]!) + 1;
    if (least < far[i]!) far[i] = least;
  };
  for (let y = 1; y <= rows; y++) for (let x = 1; x <= cols; x++) step(y * pitch + x, 1);
  for (let y = rows; y >= 1; y--) for (let x = cols; x >= 1; x--) step(y * pitch + x, -1);
  const inside = new Uint16Array(rows * cols);
  for (let y = 0; y < rows; y++)
    inside.set(far.subarray((y + 1) * pitch + 1, (y + 1) * pitch + 1 + cols), y * cols);
  return inside;
}
