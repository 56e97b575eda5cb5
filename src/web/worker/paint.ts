import type { Limits } from '../../formats/preview/robust-limits.ts';
import { colourWord, colourWords, NO_VALUE_RGB, type ColourName } from '../colour/colour-maps.ts';

const LEVELS = 256;

/**
 * Values to RGBA, row by row: 256 colours from range.min to range.max, ends held beyond, one grey where there is no
 * number.
 */
export function paint(
  values: Float32Array,
  colours: ColourName,
  { min, max }: Limits,
): Uint8ClampedArray<ArrayBuffer> {
  const words = colourWords(colours);
  const none = colourWord(NO_VALUE_RGB);
  const out = new Uint32Array(values.length);
  const scale = max > min ? LEVELS / (max - min) : 0;
  for (let i = 0; i < values.length; i++) {
    const level = (values[i]! - min) * scale;
    if (level >= LEVELS) out[i] = words[LEVELS - 1]!;
    else if (level >= 0) out[i] = words[level | 0]!;
    else out[i] = level < 0 ? words[0]! : none;
  }
  return new Uint8ClampedArray(out.buffer);
}

export function paintBitmap(
  map: { readonly rows: number; readonly cols: number; readonly data: Float32Array },
  colours: ColourName,
  range: Limits,
): Promise<ImageBitmap> {
  return createImageBitmap(new ImageData(paint(map.data, colours, range), map.cols, map.rows));
}
