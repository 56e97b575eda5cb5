import type { Crop, Frame } from '../field/frame.ts';
import { Problem } from '../problem/problem.ts';
import type { Recipe } from '../recipe/values.ts';

/** The parts of a plane that hold no sample, as a person says: 1 inside, 0 outside, rows · cols samples. */
export interface BackgroundRegion extends Grid {
  readonly inside: Uint8Array;
}

/** How the samples of a plane lie on the used part of the camera's frame. */
interface Grid {
  readonly rows: number;
  readonly cols: number;
  /** camera pixels from one sample to the next; the first ones coincide */
  readonly stepX: number;
  readonly stepY: number;
}

/**
 * The recipe's rectangles on a plane's own samples; null where the recipe has none. What lies in the frame but not in
 * its used part is left out.
 * @param frame as it was uploaded
 * @param grid that of the camera, if none is given
 * @throws Problem INVALID_INPUT for a rectangle that leaves the frame, and where nothing is left of all
 */
export function regionOn(
  { background_region: rectangles }: Pick<Recipe, 'background_region'>,
  frame: Pick<Frame, 'width' | 'height'>,
  crop: Crop,
  { rows, cols, stepX, stepY }: Grid = { rows: crop.height, cols: crop.width, stepX: 1, stepY: 1 },
): BackgroundRegion | null {
  if (rectangles === null) return null;
  const inside = new Uint8Array(rows * cols);
  rectangles.forEach(([x, y, width, height], k) => {
    if (x + width > frame.width || y + height > frame.height) {
      const given = `${x},${y},${width},${height}`;
      throw regionRefused(`is ${given}, which leaves the frame of ${frame.width} × ${frame.height} px`, k);
    }
    const left = Math.max(0, Math.ceil((x - crop.x) / stepX));
    const top = Math.max(0, Math.ceil((y - crop.y) / stepY));
    const right = Math.min(cols, Math.floor((x + width - 1 - crop.x) / stepX) + 1);
    const bottom = Math.min(rows, Math.floor((y + height - 1 - crop.y) / stepY) + 1);
    for (let row = top; row < bottom; row++)
      if (right > left) inside.fill(1, row * cols + left, row * cols + right);
  });
  if (!inside.includes(1)) {
    const { x, y, width, height } = crop;
    const used = `the used part of the frame, ${width} × ${height} px from (${x}, ${y})`;
    throw regionRefused(`holds no sample of ${used}`);
  }
  return { rows, cols, stepX, stepY, inside };
}

/** A refusal of the rectangles, or of one of them. */
export function regionRefused(message: string, rectangle?: number): Problem {
  const pointer = `/background_region${rectangle === undefined ? '' : `/${rectangle}`}`;
  return new Problem('INVALID_INPUT', `background_region ${message}.`, [{ pointer, message }]);
}
