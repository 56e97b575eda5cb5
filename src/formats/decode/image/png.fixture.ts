import { crc32, deflateSync } from 'node:zlib';

export interface PngParts {
  width: number;
  height: number;
  depth: number;
  /** PNG's number: 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha */
  colourType: number;
  /** the rows without their filter bytes, all of one length */
  rows: Uint8Array[];
  /** chunks between header and data */
  extra?: Uint8Array[];
}

/** A PNG put together by hand, unfiltered. */
export function buildPng({ width, height, depth, colourType, rows, extra = [] }: PngParts): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = depth;
  header[9] = colourType;
  const raw = Buffer.concat(rows.flatMap((row) => [Buffer.from([0]), row]));
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      pngChunk('IHDR', header),
      ...extra,
      pngChunk('IDAT', deflateSync(raw)),
      pngChunk('IEND', new Uint8Array()),
    ]),
  );
}

export function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return new Uint8Array(chunk);
}
