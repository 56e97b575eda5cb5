import type { Kernels } from '../../kernel/kernels.ts';
import { likenessOf, senderOf, type Detour, type Likeness } from './detours.ts';
import type { FieldBeside } from './field-beside.ts';
import type { SampleAndRest } from './sample-and-rest.ts';

/** Squared cells from one bend to the next that are tried: at half of the grid's band light turns by less than half a turn. */
const SPACING = 20;
/** Of these, the bends that are looked at once more, and cells to each side of the peak. */
const BETWEEN = [-0.5, -0.25, 0, 0.25, 0.5];
const NEAR = 5;

/**
 * Detours near the one by which most of what is weak is a copy of what is strong.
 * @param enough times chance; less is none
 */
export function likeliestDetours(
  kernels: Kernels,
  field: FieldBeside,
  parts: SampleAndRest,
  nearest: number,
  enough: number,
): readonly Detour[] {
  using scope = kernels.scope();
  const likeness = likenessOf(kernels, scope, field, parts.weak, parts.strong);
  // by as much light spreads over half the frame
  const most = Math.max(field.rows, field.cols);
  let best = { x: 0, y: 0, bend: 0, power: 0 };
  for (let bend = 0; bend <= most; bend += SPACING)
    for (const one of bend === 0 ? [0] : [bend, -bend])
      best = higherPeak(likeness, field, one, nearest, best);
  if (best.power < enough * parts.light * parts.scatter) return [];
  const { by } = senderOf(kernels, scope, field, parts.strong);
  const even = { ...field, re: field.re.map(() => 1), im: field.im.map(() => 0) };
  return BETWEEN.map((share) => {
    const bend = best.bend + share * SPACING;
    const { re, im } = by({ x: 0, y: 0, bend });
    const light = { re: re.map((r, k) => r * r + im[k]! * im[k]!), im: even.im };
    const seen = likenessOf(kernels, scope, even, parts.weak, field.used, light).out(0);
    return peakNear(likeness.out(bend), seen, parts.light / 16, { ...best, bend });
  });
}

/** Where near a detour the weak parts are most like what is strong, as a share of what of that falls on weak parts. */
function peakNear(
  like: ReturnType<Likeness['out']>,
  seen: ReturnType<Likeness['out']>,
  least: number,
  { x, y, bend }: Detour,
): Detour {
  let best = { x, y, power: 0 };
  for (let row = y - NEAR; row <= y + NEAR; row++)
    for (let col = x - NEAR; col <= x + NEAR; col++) {
      const light = Math.sqrt(seen(row, col));
      const power = like(row, col) / light;
      // of a copy that hides in the sample little is seen
      if (light > least && power > best.power) best = { x: col, y: row, power };
    }
  return { x: best.x, y: best.y, bend };
}

/** Where the likeness is largest, and by how much larger it is than on the other side; what is given where that is no less. */
function higherPeak(
  likeness: Likeness,
  field: FieldBeside,
  bend: number,
  nearest: number,
  given: Detour & { readonly power: number },
) {
  const { rows, cols } = likeness;
  const at = likeness.out(bend);
  const [high, wide] = [(field.rows - 1) >> 1, (field.cols - 1) >> 1];
  let best = given;
  for (let row = 0; row < rows; row++) {
    const y = row <= high ? row : row - rows;
    if (y < -high) continue;
    // hardly any is larger
    for (
      let col = nextAbove(at, row, 0, cols, best.power);
      col < cols;
      col = nextAbove(at, row, col + 1, cols, best.power)
    ) {
      const here = at(row, col);
      const x = col <= wide ? col : col - cols;
      if (x < -wide || x * x + y * y < nearest * nearest) continue;
      // what surrounds a sample lies on both sides of it
      const there = at(-row, -col);
      if (there <= here / 2 && here - there > best.power) best = { x, y, bend, power: here - there };
    }
  }
  return best;
}

/** The first column from one on where the likeness exceeds a power; `cols`: there is none. */
function nextAbove(
  at: ReturnType<Likeness['out']>,
  row: number,
  from: number,
  cols: number,
  power: number,
): number {
  let col = from;
  while (col < cols && !(at(row, col) > power)) col++;
  return col;
}
