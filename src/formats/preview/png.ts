import { asciiBytes } from '../encode/bytes.ts';
import type { Canvas } from './canvas.ts';
import { zlibStream } from './zlib-stream.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const FILTER_NONE = 0;
const FILTER_SUB = 1;
const FILTER_UP = 2;

/** Checksum of PNG chunks; the caller has a fast one. */
export type Crc32 = (bytes: Uint8Array) => number;

/** An 8-bit palette PNG (W3C PNG, third edition), the same bytes on every machine. */
export function encodePng(canvas: Canvas, crc32: Crc32): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, canvas.width);
  view.setUint32(4, canvas.height);
  header.set([8, 3, 0, 0, 0], 8); // 8 bits, palette, deflate, adaptive filters, not interlaced
  const chunks = [
    chunk('IHDR', header, crc32),
    chunk('PLTE', Uint8Array.from(canvas.palette.flat()), crc32),
    chunk('IDAT', zlibStream(filterRows(canvas)), crc32),
    chunk('IEND', new Uint8Array(0), crc32),
  ];
  const png = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, SIGNATURE.length));
  png.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const part of chunks) {
    png.set(part, at);
    at += part.length;
  }
  return png;
}

function chunk(type: string, data: Uint8Array, crc32: Crc32): Uint8Array {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(asciiBytes(type), 4);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)));
  return bytes;
}

/** Per row the filter whose result is smallest in sum: neighbouring palette entries are neighbouring values. */
function filterRows({ pixels, width, height }: Canvas): Uint8Array {
  const filtered = new Uint8Array(height * (width + 1));
  let above = new Uint8Array(width);
  for (let row = 0; row < height; row++) {
    const line = pixels.subarray(row * width, (row + 1) * width);
    const target = filtered.subarray(row * (width + 1), (row + 1) * (width + 1));
    filterRow(target, line, above, cheapestFilter(line, above));
    above = line;
  }
  return filtered;
}

/** Of a byte as a difference, which is as much above as below 0. */
const COST = Uint8Array.from({ length: 256 }, (_, byte) => Math.min(byte, 256 - byte));

function cheapestFilter(line: Uint8Array, above: Uint8Array): number {
  let none = 0;
  let sub = 0;
  let up = 0;
  let left = 0;
  const cols = line.length;
  for (let i = 0; i < cols; i++) {
    const value = line[i]!;
    none += COST[value]!;
    sub += COST[(value - left) & 255]!;
    up += COST[(value - above[i]!) & 255]!;
    left = value;
  }
  if (up <= sub && up <= none) return FILTER_UP;
  return sub <= none ? FILTER_SUB : FILTER_NONE;
}

function filterRow(target: Uint8Array, line: Uint8Array, above: Uint8Array, filter: number): void {
  target[0] = filter;
  if (filter === FILTER_NONE) target.set(line, 1);
  else if (filter === FILTER_UP) for (let i = 0; i < line.length; i++) target[i + 1] = line[i]! - above[i]!;
  else for (let i = 0; i < line.length; i++) target[i + 1] = line[i]! - (i > 0 ? line[i - 1]! : 0);
}
