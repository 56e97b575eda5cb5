import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import { colourWords, usualColours, type ColourName } from '../colour/colour-maps.ts';
import type { SequenceMapName } from './sequence-reader.ts';

export interface ColourRange {
  readonly min: number;
  readonly max: number;
}

/** Grey, as the page’s maps have it where there is no value. */
const NO_VALUE = 0xffd6cec9;

export function coloursOf(map: SequenceMapName): ColourName {
  return usualColours(map);
}

/** Values as a picture of one pixel each. */
export function paintValues(
  canvas: HTMLCanvasElement,
  { rows, cols, data }: RealMap,
  colours: ColourName,
  { min, max }: ColourRange,
): void {
  if (canvas.width !== cols || canvas.height !== rows) [canvas.width, canvas.height] = [cols, rows];
  const context = canvas.getContext('2d')!;
  const image = context.createImageData(cols, rows);
  const pixels = new Uint32Array(image.data.buffer);
  const words = colourWords(colours);
  const scale = words.length / (max - min || 1);
  for (let i = 0; i < pixels.length; i++) {
    const value = data[i]!;
    const at = Math.max(0, Math.min(words.length - 1, Math.floor((value - min) * scale)));
    pixels[i] = Number.isNaN(value) ? NO_VALUE : words[at]!;
  }
  context.putImageData(image, 0, 0);
}

/** The range that holds all but a hundredth of the values at either end. */
export function usualRange({ data }: RealMap): ColourRange | null {
  const step = Math.max(1, Math.floor(data.length / 20_000));
  const known = data.filter((value, i) => i % step === 0 && !Number.isNaN(value)).sort();
  if (known.length === 0) return null;
  const at = (share: number) => known[Math.min(known.length - 1, Math.floor(share * known.length))]!;
  const [min, max] = [at(0.01), at(0.99)];
  return max > min ? { min, max } : { min: min - 0.5, max: min + 0.5 };
}
