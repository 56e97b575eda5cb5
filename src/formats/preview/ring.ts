import { MARK, MARK_EDGE, type Canvas } from './canvas.ts';

export interface PixelRectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const HALF_WIDTH = 1.3;
const EDGE = 1.2;
const DASHES_PER_QUARTER = 10;
const CROSS_ARM = 7;

/** A circle of two pixels' width with a dark edge, inside `clip`; `x`, `y` count from the canvas's first pixel centre. */
export function drawRing(
  canvas: Canvas,
  x: number,
  y: number,
  radius: number,
  dashed: boolean,
  clip: PixelRectangle,
): void {
  const reach = radius + HALF_WIDTH + EDGE;
  const bottom = Math.min(clip.y + clip.height - 1, Math.ceil(y + reach));
  const right = Math.min(clip.x + clip.width - 1, Math.ceil(x + reach));
  for (let row = Math.max(clip.y, Math.floor(y - reach)); row <= bottom; row++) {
    for (let col = Math.max(clip.x, Math.floor(x - reach)); col <= right; col++) {
      const dx = col - x;
      const dy = row - y;
      const off = Math.abs(Math.sqrt(dx * dx + dy * dy) - radius);
      if (off > HALF_WIDTH + EDGE || (dashed && isGap(dx, dy))) continue;
      if (off <= HALF_WIDTH) canvas.set(col, row, MARK);
      else canvas.set(col, row, MARK_EDGE);
    }
  }
}

/** y / (|x| + |y|) rises and falls with the angle, which is all that dashes need. */
function isGap(dx: number, dy: number): boolean {
  const turn = dy / (Math.abs(dx) + Math.abs(dy) || 1);
  return (Math.floor((turn + 1) * DASHES_PER_QUARTER) & 1) === 1;
}

export function drawCross(canvas: Canvas, x: number, y: number, clip: PixelRectangle): void {
  const [centreX, centreY] = [Math.round(x), Math.round(y)];
  const set = (dx: number, dy: number, colour: number): void => {
    const [col, row] = [centreX + dx, centreY + dy];
    const inside = col >= clip.x && row >= clip.y && col < clip.x + clip.width && row < clip.y + clip.height;
    if (inside) canvas.set(col, row, colour);
  };
  for (let along = -CROSS_ARM; along <= CROSS_ARM; along++) {
    for (const across of [-1, 1]) {
      set(along, across, MARK_EDGE);
      set(across, along, MARK_EDGE);
    }
  }
  for (let along = -CROSS_ARM; along <= CROSS_ARM; along++) {
    set(along, 0, MARK);
    set(0, along, MARK);
  }
}
