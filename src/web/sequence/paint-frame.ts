import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import { usualColours, type ColourName } from '../colour/colour-maps.ts';
import { fade, paint } from '../worker/paint.ts';
import type { SequenceMapName } from './sequence-reader.ts';

export interface ColourRange {
  readonly min: number;
  readonly max: number;
}

export function coloursOf(map: SequenceMapName): ColourName {
  return usualColours(map);
}

/**
 * Values as a picture of one pixel each.
 * @param sigma rad, of the same pixels: what is not trusted fades; null: nothing does
 */
export function paintValues(
  canvas: HTMLCanvasElement,
  { rows, cols, data }: RealMap,
  colours: ColourName,
  range: ColourRange,
  sigma: RealMap | null = null,
): void {
  if (canvas.width !== cols || canvas.height !== rows) [canvas.width, canvas.height] = [cols, rows];
  const rgba = paint(data, colours, range);
  if (sigma?.data.length === data.length) fade(rgba, sigma.data, cols);
  canvas.getContext('2d')!.putImageData(new ImageData(rgba, cols, rows), 0, 0);
}

/** Share of each side that is left out: what the fade of a frame leaves at its edges is no measure of the rest. */
const EDGE = 0.02;
/** Share of the values beyond either end: what is small and high in a frame still counts. */
const BEYOND = 0.001;
const MOST_LOOKED_AT = 40_000;

/** The range that holds all but a thousandth of the values at either end, the frame's edges left out. */
export function usualRange(values: RealMap): ColourRange | null {
  return rangeOf(values, BEYOND);
}

/** From the least to the largest value, the frame's edges left out. */
export function wholeRange(values: RealMap): ColourRange | null {
  return rangeOf(values, 0);
}

function rangeOf({ rows, cols, data }: RealMap, beyond: number): ColourRange | null {
  const [top, left] = [Math.ceil(EDGE * rows), Math.ceil(EDGE * cols)];
  const step = beyond === 0 ? 1 : Math.max(1, Math.floor(data.length / MOST_LOOKED_AT));
  const known = data
    .filter((value, i) => {
      const [y, x] = [Math.floor(i / cols), i % cols];
      const inside = y >= top && y < rows - top && x >= left && x < cols - left;
      return inside && i % step === 0 && !Number.isNaN(value);
    })
    .sort();
  if (known.length === 0) return null;
  const last = known.length - 1;
  const [min, max] = [known[Math.round(beyond * last)]!, known[Math.round((1 - beyond) * last)]!];
  return max > min ? { min, max } : { min: min - 0.5, max: max + 0.5 };
}
