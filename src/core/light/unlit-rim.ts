import { UNLIT } from '../field/recorded-part.ts';
import { spreadMarks } from '../field/spread-marks.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';

/**
 * px within which the edge of a stop rises from the dark to half of the light. Behind an edge at a distance z light falls off over
 * 0.9 √(λz): what lies in the way of the light but where the camera sees it sharply has no such edge, a sample has one as soon as
 * √(λz) is 4.4 px.
 */
const EDGE = 4;
const HALF_LIT = 1 / 2;

/**
 * Which pixels of a hologram no light fell on, where no background frame tells it: what is dark up to the frame's border, thicker than
 * an edge (fringes are dark as well), and sharper on most of its rim than anything that light was diffracted at.
 * @param mean counts, of the light where it is
 * @returns 1 for such a pixel and those of its edge, row by row; null: there are none
 */
export function unlitRim(kernels: Kernels, plane: RealPlane, mean: number): Uint8Array | null {
  const { rows, cols, pitch } = plane;
  const counts = kernels.floats(plane.ptr, rows * pitch);
  const at = (pixel: number) => counts[Math.floor(pixel / cols) * pitch + (pixel % cols)]!;
  const seen = new Uint8Array(rows * cols);
  const unlit: Int32Array[] = [];
  for (const start of borderOf(rows, cols)) {
    if (seen[start] || !(at(start) < UNLIT * mean)) continue;
    const part = darkPart(start, rows, cols, seen, (pixel) => at(pixel) < UNLIT * mean);
    if (endsSharply(part, rows, cols, seen, (pixel) => at(pixel) > HALF_LIT * mean)) unlit.push(part);
  }
  return unlit.length > 0 ? withEdges(unlit, rows, cols) : null;
}

function* borderOf(rows: number, cols: number): Generator<number> {
  for (let x = 0; x < cols; x += 1) yield* [x, (rows - 1) * cols + x];
  for (let y = 0; y < rows; y += 1) yield* [y * cols, y * cols + cols - 1];
}

/** The pixels right, left, below and above of one: −1 beyond the frame. */
function beside(pixel: number, rows: number, cols: number): [number, number, number, number] {
  const [x, y] = [pixel % cols, Math.floor(pixel / cols)];
  return [
    x + 1 < cols ? pixel + 1 : -1,
    x > 0 ? pixel - 1 : -1,
    y + 1 < rows ? pixel + cols : -1,
    y > 0 ? pixel - cols : -1,
  ];
}

/** All dark pixels that hang together with one; they are marked as seen. */
function darkPart(
  start: number,
  rows: number,
  cols: number,
  seen: Uint8Array,
  isDark: (pixel: number) => boolean,
): Int32Array {
  const part = [start];
  seen[start] = 1;
  for (let k = 0; k < part.length; k += 1)
    for (const next of beside(part[k]!, rows, cols)) {
      if (next < 0 || seen[next] || !isDark(next)) continue;
      seen[next] = 1;
      part.push(next);
    }
  return Int32Array.from(part);
}

/** Whether a part is lit on most of its rim a few pixels further, and more than a rim. */
function endsSharply(
  part: Int32Array,
  rows: number,
  cols: number,
  seen: Uint8Array,
  isLit: (pixel: number) => boolean,
): boolean {
  let [rim, sharp] = [0, 0];
  for (const pixel of part) {
    if (!beside(pixel, rows, cols).some((next) => next >= 0 && !seen[next])) continue;
    rim += 1;
    if (anyNear(pixel, rows, cols, isLit)) sharp += 1;
  }
  // a fringe of twice an edge's width would have a longer rise than an edge
  return part.length > EDGE * rim && sharp > rim / 2;
}

function anyNear(pixel: number, rows: number, cols: number, isLit: (pixel: number) => boolean): boolean {
  const [x, y] = [pixel % cols, Math.floor(pixel / cols)];
  for (let j = Math.max(0, y - EDGE); j <= Math.min(rows - 1, y + EDGE); j += 1)
    for (let i = Math.max(0, x - EDGE); i <= Math.min(cols - 1, x + EDGE); i += 1)
      if ((i - x) * (i - x) + (j - y) * (j - y) <= EDGE * EDGE && isLit(j * cols + i)) return true;
  return false;
}

function withEdges(parts: readonly Int32Array[], rows: number, cols: number): Uint8Array {
  const marks = new Uint8Array(rows * cols);
  for (const part of parts) for (const pixel of part) marks[pixel] = 1;
  // as far on the lit side of half of the light, and beyond what is left of the edge there
  const reach = 2 * EDGE;
  return spreadMarks(spreadMarks(marks, rows, cols, reach, 1), cols, rows, reach, cols);
}
