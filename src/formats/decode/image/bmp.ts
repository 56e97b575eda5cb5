import type { Frame } from '../../../core/field/frame.ts';
import { checkFrameSize } from '../samples/frame-size.ts';
import { greyOf, interleaved, type Channel } from '../samples/grey.ts';
import { unreadable } from '../samples/refusals.ts';
import { cutShort, readBmpHeader, type BitField, type BmpHeader } from './bmp-header.ts';
import { unpackRunLengths } from './bmp-run-lengths.ts';

/** One frame of a Windows or OS/2 bitmap: grey or colour, with a palette or without, of 1 to 32 bits a pixel. */
export function decodeBmp(bytes: Uint8Array, channel: Channel | null = null): Frame {
  const header = readBmpHeader(bytes);
  const { width, height } = header;
  checkFrameSize(width, height);
  const rows = header.runLengths ? unpackRunLengths(bytes, header) : storedRows(bytes, header);
  const { data, channels, bitDepth } = pixelsOf(rows, header);
  return { width, height, samples: greyOf(data, interleaved(channels, width), channel), bitDepth };
}

/** The rows as they are stored, from the picture's top; each ends at a multiple of four bytes. */
interface Rows {
  readonly bytes: Uint8Array;
  readonly bytesPerRow: number;
}

function storedRows(bytes: Uint8Array, { width, height, topDown, bitsPerPixel, pixels }: BmpHeader): Rows {
  const bytesPerRow = Math.ceil((width * bitsPerPixel) / 32) * 4;
  // the last row may lack its padding
  const needed = bytesPerRow * (height - 1) + Math.ceil((width * bitsPerPixel) / 8);
  if (pixels + needed > bytes.length) throw cutShort();
  if (topDown) return { bytes: bytes.subarray(pixels), bytesPerRow };
  const upright = new Uint8Array(bytesPerRow * height);
  for (let y = 0; y < height; y++) {
    const from = pixels + (height - 1 - y) * bytesPerRow;
    upright.set(bytes.subarray(from, from + bytesPerRow), y * bytesPerRow);
  }
  return { bytes: upright, bytesPerRow };
}

interface Pixels {
  readonly data: Uint8Array | Uint16Array;
  readonly channels: number;
  readonly bitDepth: number;
}

function pixelsOf(rows: Rows, header: BmpHeader): Pixels {
  if (header.palette) return fromPalette(rows, header, header.palette);
  if (header.fields) return fromFields(rows, header, header.fields);
  const { width, height } = header;
  const data = new Uint8Array(3 * width * height);
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0, at = y * rows.bytesPerRow; x < width; x++, at += 3, to += 3) {
      data[to] = rows.bytes[at + 2]!;
      data[to + 1] = rows.bytes[at + 1]!;
      data[to + 2] = rows.bytes[at]!;
    }
  return { data, channels: 3, bitDepth: 8 };
}

function fromPalette({ bytes, bytesPerRow }: Rows, header: BmpHeader, palette: Uint8Array): Pixels {
  const { width, height, bitsPerPixel } = header;
  const mask = 2 ** bitsPerPixel - 1;
  const data = new Uint8Array(3 * width * height);
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to += 3) {
      const bit = x * bitsPerPixel;
      const shift = 8 - bitsPerPixel - (bit & 7);
      const colour = 3 * ((bytes[y * bytesPerRow + (bit >> 3)]! >> shift) & mask);
      if (colour >= palette.length)
        throw unreadable('The BMP has pixels of a colour that its palette lacks.');
      data[to] = palette[colour]!;
      data[to + 1] = palette[colour + 1]!;
      data[to + 2] = palette[colour + 2]!;
    }
  return { data, channels: 3, bitDepth: 8 };
}

/**
 * Colours of one width are compared as they are. Where green has one bit more than the others, as in 5-6-5, a grey pixel
 * has the same leading bits in all three, and green the finest value.
 */
function fromFields(
  { bytes, bytesPerRow }: Rows,
  header: BmpHeader,
  fields: NonNullable<BmpHeader['fields']>,
): Pixels {
  const { width, height, bitsPerPixel } = header;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [red, green, blue, alpha] = fields;
  const bits = Math.max(red.bits, green.bits, blue.bits);
  const channels = alpha ? 4 : 3;
  const data =
    bits > 8 ? new Uint16Array(channels * width * height) : new Uint8Array(channels * width * height);
  const opaque = bits > 8 ? 0xffff : 0xff;
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to += channels) {
      const at = y * bytesPerRow + (x * bitsPerPixel) / 8;
      const pixel = bitsPerPixel === 16 ? view.getUint16(at, true) : view.getUint32(at, true);
      const [r, g, b] = [valueOf(pixel, red), valueOf(pixel, green), valueOf(pixel, blue)];
      data[to] = widened(r, red, g, green, bits);
      data[to + 1] = widened(g, green, g, green, bits);
      data[to + 2] = widened(b, blue, g, green, bits);
      if (alpha) data[to + 3] = valueOf(pixel, alpha) === 2 ** alpha.bits - 1 ? opaque : 0;
    }
  return { data, channels, bitDepth: bits };
}

function valueOf(pixel: number, { shift, bits }: BitField): number {
  return (pixel >>> shift) & (2 ** bits - 1);
}

/** A value with the bits that it lacks taken from green where its own agree with green's. */
function widened(value: number, own: BitField, green: number, greens: BitField, bits: number): number {
  const missing = bits - own.bits;
  if (missing === 0) return value;
  return greens.bits === bits && green >>> missing === value ? green : value * 2 ** missing;
}
