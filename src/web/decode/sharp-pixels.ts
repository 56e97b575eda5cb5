import { unreadable } from '../../formats/decode/samples/refusals.ts';
import { readPngPixels } from './png-pixels.ts';

/*
 * Stands in for src/formats/decode/image/sharp-pixels.ts where the page is built (vite.config.ts). PNG is read here and not
 * by the browser, whose pictures have 8 bits.
 */

export interface Pixels {
  readonly data: Uint8Array | Uint16Array;
  readonly channels: number;
}

export async function sharpPixels(
  bytes: Uint8Array,
  expected: { format: string; width: number; height: number; colourspace: string },
): Promise<Pixels> {
  try {
    if (expected.format === 'PNG') return readPngPixels(bytes);
    return await jpegPixels(bytes, expected.colourspace === 'b-w');
  } catch {
    throw unreadable(`The ${expected.format} data is damaged or cut short. Export or upload the file again.`);
  }
}

async function jpegPixels(bytes: Uint8Array, grey: boolean): Promise<Pixels> {
  const blob = new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' });
  const picture = await createImageBitmap(blob, { colorSpaceConversion: 'none', imageOrientation: 'none' });
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  context.drawImage(picture, 0, 0);
  picture.close();
  const rgba = context.getImageData(0, 0, width, height).data;
  if (!grey) return { data: new Uint8Array(rgba.buffer), channels: 4 };
  return { data: Uint8Array.from({ length: width * height }, (_, i) => rgba[4 * i]!), channels: 1 };
}
