import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import { asciiBytes, bytesOf, roundUp } from './bytes.ts';
import type { EncodedFile } from './encoded-file.ts';

export interface TiffOptions {
  /** µm per pixel along x and y */
  readonly pixelSizeUm: { readonly x: number; readonly y: number };
  /** what ImageJ shows as black and white on opening; the values themselves are untouched */
  readonly display: { readonly min: number; readonly max: number };
  /** unit of the values, e.g. `rad`: ImageJ shows it in the window's info */
  readonly valueUnit: string;
}

const SHORT = 3;
const LONG = 4;
const ASCII = 2;
const RATIONAL = 5;
const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
/** The strip starts on such a boundary so that readers can map it. */
const STRIP_ALIGNMENT = 16;
const UINT32_LIMIT = 2 ** 32;

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** the value itself, or the bytes that are placed after the directory */
  readonly value: number | Uint8Array<ArrayBuffer>;
}

/**
 * A float32 map as a classic little-endian TIFF with one strip, in the dialect of ImageJ: its `ImageDescription`
 * names the unit of length, and the resolution tags give pixels per µm. The map's own memory is the strip.
 */
export function encodeTiff(map: RealMap, options: TiffOptions): EncodedFile {
  const { pixelSizeUm, display, valueUnit } = options;
  const description = asciiBytes(
    `ImageJ=1.54f\nunit=um\nmin=${display.min}\nmax=${display.max}\nvalue_unit=${valueUnit}\n\0`,
  );
  const strip = bytesOf(map.data);
  const entries = (stripOffset: number): Entry[] => [
    { tag: 256, type: LONG, count: 1, value: map.cols },
    { tag: 257, type: LONG, count: 1, value: map.rows },
    { tag: 258, type: SHORT, count: 1, value: 32 }, // bits per sample
    { tag: 259, type: SHORT, count: 1, value: 1 }, // no compression
    { tag: 262, type: SHORT, count: 1, value: 1 }, // black is zero
    { tag: 270, type: ASCII, count: description.length, value: description },
    { tag: 273, type: LONG, count: 1, value: stripOffset },
    { tag: 277, type: SHORT, count: 1, value: 1 }, // samples per pixel
    { tag: 278, type: LONG, count: 1, value: map.rows }, // rows per strip
    { tag: 279, type: LONG, count: 1, value: strip.byteLength },
    { tag: 282, type: RATIONAL, count: 1, value: pixelsPerUnit(pixelSizeUm.x) },
    { tag: 283, type: RATIONAL, count: 1, value: pixelsPerUnit(pixelSizeUm.y) },
    { tag: 296, type: SHORT, count: 1, value: 1 }, // resolution without inch or centimetre
    { tag: 339, type: SHORT, count: 1, value: 3 }, // IEEE float
  ];
  const stripOffset = roundUp(headerLength(entries(0)), STRIP_ALIGNMENT);
  return [header(entries(stripOffset), stripOffset), strip];
}

function headerLength(entries: readonly Entry[]): number {
  const outside = entries.reduce((sum, { value }) => sum + outsideBytes(value), 0);
  return HEADER_BYTES + 2 + entries.length * ENTRY_BYTES + 4 + outside;
}

function header(entries: readonly Entry[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0x4949, true); // "II": little-endian
  view.setUint16(2, 42, true);
  view.setUint32(4, HEADER_BYTES, true);
  view.setUint16(HEADER_BYTES, entries.length, true);
  let at = HEADER_BYTES + 2;
  let outside = at + entries.length * ENTRY_BYTES + 4;
  for (const { tag, type, count, value } of entries) {
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, count, true);
    view.setUint32(at + 8, typeof value === 'number' ? value : outside, true);
    if (typeof value !== 'number') {
      bytes.set(value, outside);
      outside += outsideBytes(value);
    }
    at += ENTRY_BYTES;
  }
  return bytes;
}

/** Values that do not fit an entry start at even addresses (TIFF 6.0, section 2). */
function outsideBytes(value: number | Uint8Array): number {
  return typeof value === 'number' ? 0 : roundUp(value.length, 2);
}

/** 1 / size as a TIFF rational whose denominator is the size itself in decimal: readers get back the very number. */
function pixelsPerUnit(size: number): Uint8Array<ArrayBuffer> {
  let numerator = 1e9;
  while (numerator > 1 && Math.round(size * numerator) >= UINT32_LIMIT) numerator /= 10;
  const rational = new DataView(new ArrayBuffer(8));
  rational.setUint32(0, numerator, true);
  rational.setUint32(4, Math.round(size * numerator), true);
  return new Uint8Array(rational.buffer);
}
