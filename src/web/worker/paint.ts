import { UNIFORM_SIGMA } from '../../core/uncertainty/phase-sigma.ts';
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

/** rad: what is stated as a phase of which nothing is known, but for rounding, is not trusted. */
const UNKNOWN_RAD = 0.99 * UNIFORM_SIGMA;
/** px between the lines of the hatching */
const HATCH = 6;

/**
 * Takes the colour from what is not trusted, and hatches it: one sees at a glance that values there mean nothing.
 * @param sigma rad, of the same pixels
 */
export function fade(rgba: Uint8ClampedArray, sigma: Float32Array, cols: number): void {
  for (let i = 0; i < sigma.length; i++) {
    if (!(sigma[i]! >= UNKNOWN_RAD)) continue;
    const at = 4 * i;
    const grey = 0.3 * rgba[at]! + 0.59 * rgba[at + 1]! + 0.11 * rgba[at + 2]!;
    const line = ((i % cols) + Math.floor(i / cols)) % HATCH === 0;
    for (let channel = at; channel < at + 3; channel++) {
      const soft = 0.25 * rgba[channel]! + 0.5 * grey + 0.25 * 160;
      rgba[channel] = line ? 0.45 * soft + 20 : soft;
    }
  }
}

export function paintBitmap(
  map: { readonly rows: number; readonly cols: number; readonly data: Float32Array },
  colours: ColourName,
  range: Limits,
  sigma: Float32Array | null = null,
): Promise<ImageBitmap> {
  const rgba = paint(map.data, colours, range);
  if (sigma?.length === map.data.length) fade(rgba, sigma, map.cols);
  return createImageBitmap(new ImageData(rgba, map.cols, map.rows));
}
