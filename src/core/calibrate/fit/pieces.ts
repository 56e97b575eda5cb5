import type { TargetToFrame } from '../../rig/calibration.ts';
import { boundsOf } from '../../targets/shape.ts';
import type { Area, TargetModel } from '../../targets/target-model.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Subject } from '../model/predict.ts';

/** Parts with a place of their own, of those that the frame shows whole and of those that it cuts off: more add work and hardly knowledge. */
const MOST_PIECES = 12;
const MOST_CUT = 6;

/**
 * Parts that keep no place to each other each get one of their own: the largest ones, and those at the frame’s edges, which have the longest
 * lever on scale and turn however little of them is seen. The others stay where the drawing has them.
 * @param expected the areas that the frame shows whole
 */
export function piecesOf(
  model: TargetModel,
  expected: readonly Area[],
  place: TargetToFrame,
  measured: MeasuredLight,
): Subject['pieces'] {
  if (model.rigid === 'whole') return [null];
  const names = [...new Set(expected.map(({ part }) => part))];
  // areas come largest groups first, and sets that are seen whole tell most
  const whole = names.slice(0, MOST_PIECES);
  if (whole.length < 2) return [null];
  const all = model.areas({ left_um: -Infinity, top_um: -Infinity, right_um: Infinity, bottom_um: Infinity });
  const cut = cutParts(
    all.filter(({ part }) => !names.includes(part)),
    place,
    measured,
  );
  const own = [...whole, ...cut.slice(0, MOST_CUT)];
  const rest = new Set(all.map(({ part }) => part).filter((part) => !own.includes(part)));
  return [rest, ...own.map((part) => new Set([part]))];
}

/** Parts of which the frame shows at least as much as they are wide each way, what shows most first. */
function cutParts(areas: readonly Area[], place: TargetToFrame, measured: MeasuredLight): string[] {
  const lit = litBox(measured);
  const shown = new Map<string, number>();
  for (const area of areas) {
    const squares = squaresIn(area, place, lit);
    if (squares > 0) shown.set(area.part, (shown.get(area.part) ?? 0) + squares);
  }
  const size = pixelsPerUm(place);
  const width = new Map(areas.map((area) => [area.part, widthOf(area) * size]));
  return [...shown]
    .filter(([part, squares]) => squares >= width.get(part)! * width.get(part)!)
    .toSorted((a, b) => b[1] - a[1])
    .map(([part]) => part);
}

interface Lit {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The cells that count, camera pixels. */
function litBox({ rows, cols, cell, weight }: MeasuredLight): Lit {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let row = 0, i = 0; row < rows; row += 1)
    for (let col = 0; col < cols; col += 1, i += 1) {
      if (weight[i] === 0) continue;
      box.left = Math.min(box.left, col * cell);
      box.right = Math.max(box.right, (col + 1) * cell);
      box.top = Math.min(box.top, row * cell);
      box.bottom = Math.max(box.bottom, (row + 1) * cell);
    }
  return box;
}

/** Camera pixels per µm. */
function pixelsPerUm([a, b, , d, e]: TargetToFrame): number {
  return Math.sqrt(Math.abs(a * e - b * d));
}

function widthOf({ shape }: Area): number {
  const { left_um, right_um, top_um, bottom_um } = boundsOf(shape);
  return Math.min(right_um - left_um, bottom_um - top_um);
}

/** Looked at in so many places each way: bars and squares along the target’s axes. */
const LOOKS = 8;

/** How many pixels of an area lie in such a box, about. */
function squaresIn({ shape }: Area, place: TargetToFrame, lit: Lit): number {
  const [a, b, c, d, e, f] = place;
  const { left_um, right_um, top_um, bottom_um } = boundsOf(shape);
  let inside = 0;
  for (let k = 0; k < LOOKS; k += 1)
    for (let l = 0; l < LOOKS; l += 1) {
      const x_um = left_um + ((k + 0.5) / LOOKS) * (right_um - left_um);
      const y_um = top_um + ((l + 0.5) / LOOKS) * (bottom_um - top_um);
      const [x, y] = [a * x_um + b * y_um + c, d * x_um + e * y_um + f];
      if (x >= lit.left && x <= lit.right && y >= lit.top && y <= lit.bottom) inside += 1;
    }
  const size = pixelsPerUm(place);
  const area = (right_um - left_um) * (bottom_um - top_um) * size * size;
  return (inside / (LOOKS * LOOKS)) * area;
}
