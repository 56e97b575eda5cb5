import { unreadable } from '../samples/refusals.ts';
import { cutShort, type BmpHeader } from './bmp-header.ts';

const END_OF_ROW = 0;
const END_OF_PICTURE = 1;
const MOVE = 2;

/**
 * Unpacks a BMP's run lengths (Microsoft, "Bitmap Compression") to rows as a plain file stores them, from the picture's
 * top. What no run reaches is of the first colour. The output's size is known beforehand; runs that leave it are refused.
 */
export function unpackRunLengths(
  bytes: Uint8Array,
  { width, height, topDown, bitsPerPixel, pixels }: BmpHeader,
): { readonly bytes: Uint8Array; readonly bytesPerRow: number } {
  const bytesPerRow = Math.ceil((width * bitsPerPixel) / 32) * 4;
  const out = new Uint8Array(bytesPerRow * height);
  let [at, x, y] = [pixels, 0, 0];
  const put = (colour: number) => {
    if (x >= width || y >= height) throw unreadable('The BMP has runs of pixels beyond its edges.');
    const row = (topDown ? y : height - 1 - y) * bytesPerRow;
    if (bitsPerPixel === 8) out[row + x] = colour;
    else out[row + (x >> 1)]! |= x & 1 ? colour : colour << 4;
    x++;
  };
  /** Colour `k` of a byte or of several that hold two each. */
  const colourAt = (from: number, k: number) =>
    bitsPerPixel === 8 ? bytes[from + k]! : (bytes[from + (k >> 1)]! >> (k & 1 ? 0 : 4)) & 15;
  while (at + 2 <= bytes.length) {
    const [count, second] = [bytes[at]!, bytes[at + 1]!];
    at += 2;
    if (count > 0) {
      for (let k = 0; k < count; k++) put(colourAt(at - 1, bitsPerPixel === 8 ? 0 : k & 1));
    } else if (second === END_OF_ROW) {
      [x, y] = [0, y + 1];
    } else if (second === END_OF_PICTURE) {
      return { bytes: out, bytesPerRow };
    } else if (second === MOVE) {
      if (at + 2 > bytes.length) throw cutShort();
      [x, y, at] = [x + bytes[at]!, y + bytes[at + 1]!, at + 2];
    } else {
      const stored = Math.ceil((second * bitsPerPixel) / 8);
      if (at + stored > bytes.length) throw cutShort();
      for (let k = 0; k < second; k++) put(colourAt(at, k));
      at += stored + (stored & 1);
    }
  }
  throw cutShort();
}
