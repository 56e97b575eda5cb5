import { MARK_EDGE, type Canvas } from '../preview/canvas.ts';
import type { PixelRectangle } from '../preview/ring.ts';

/** Canvas pixels, (0, 0) at the centre of the first one. */
export interface At {
  readonly x: number;
  readonly y: number;
}

const STEP = 0.5;
const EDGE = 1;

/** A straight line of about a pixel's width, inside `clip`; a dark edge sets it off. Both ends may be anywhere. */
export function drawLine(
  canvas: Canvas,
  from: At,
  to: At,
  colour: number,
  clip: PixelRectangle,
  edged = true,
): void {
  const part = clipped(from, to, clip);
  if (!part) return;
  const [a, b] = part;
  const length = Math.sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
  const steps = Math.max(1, Math.ceil(length / STEP));
  const places = Array.from({ length: steps + 1 }, (_, k): [number, number] => [
    Math.round(a.x + ((b.x - a.x) * k) / steps),
    Math.round(a.y + ((b.y - a.y) * k) / steps),
  ]);
  if (edged) for (const [x, y] of places) edge(canvas, x, y, colour, clip);
  for (const [x, y] of places) canvas.set(x, y, colour);
}

/** Darkens what is around a place and isn't part of a line already. */
function edge(canvas: Canvas, x: number, y: number, colour: number, clip: PixelRectangle): void {
  for (let row = Math.max(clip.y, y - EDGE); row <= Math.min(clip.y + clip.height - 1, y + EDGE); row++) {
    for (let col = Math.max(clip.x, x - EDGE); col <= Math.min(clip.x + clip.width - 1, x + EDGE); col++) {
      if (canvas.pixels[row * canvas.width + col] !== colour) canvas.set(col, row, MARK_EDGE);
    }
  }
}

/** The part of a line that lies inside (Liang and Barsky, doi:10.1145/357332.357333); null: none does. */
function clipped(from: At, to: At, { x, y, width, height }: PixelRectangle): [At, At] | null {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [start, end] = [0, 1];
  const limits = [
    [-dx, from.x - x],
    [dx, x + width - 1 - from.x],
    [-dy, from.y - y],
    [dy, y + height - 1 - from.y],
  ] as const;
  for (const [slope, room] of limits) {
    if (slope === 0 && room < 0) return null;
    if (slope < 0) start = Math.max(start, room / slope);
    if (slope > 0) end = Math.min(end, room / slope);
  }
  if (start > end) return null;
  const at = (t: number): At => ({ x: from.x + t * dx, y: from.y + t * dy });
  return [at(start), at(end)];
}
