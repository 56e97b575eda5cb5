export interface BmpParts {
  readonly width?: number;
  readonly height?: number;
  readonly bitsPerPixel?: number;
  readonly topDown?: boolean;
  /** masks of red, green and blue, behind the header of 40 bytes */
  readonly masks?: readonly number[];
  readonly runLengths?: boolean;
  /** OS/2's header of 12 bytes */
  readonly short?: boolean;
  /** what the pixel at a place holds: a colour's number or its bits */
  readonly pixel?: (x: number, y: number) => number;
}

/** Grey that no row and no column repeats. */
export const greyAt = (x: number, y: number) => (x * 31 + y * 7) % 256;

/** A BMP put together by hand, of 8 bits with a grey palette unless told otherwise. */
export function buildBmp(parts: BmpParts = {}): Uint8Array {
  const {
    width = 21,
    height = 17,
    bitsPerPixel = 8,
    topDown = false,
    masks = [],
    runLengths = false,
  } = parts;
  const { short = false, pixel = greyAt } = parts;
  const palette = bitsPerPixel <= 8 ? greyPalette(2 ** bitsPerPixel, short ? 3 : 4) : Buffer.alloc(0);
  const rows = Array.from({ length: height }, (_, k) => {
    const y = topDown ? k : height - 1 - k;
    const values = Array.from({ length: width }, (_, x) => pixel(x, y));
    return runLengths ? runsOf(values) : rowOf(values, bitsPerPixel);
  });
  const pixels = Buffer.concat([...rows, ...(runLengths ? [Buffer.from([0, 1])] : [])]);
  const header = short ? shortHeader(width, height, bitsPerPixel) : Buffer.alloc(40);
  if (!short) {
    header.writeUInt32LE(40, 0);
    header.writeInt32LE(width, 4);
    header.writeInt32LE(topDown ? -height : height, 8);
    header.writeUInt16LE(1, 12);
    header.writeUInt16LE(bitsPerPixel, 14);
    header.writeUInt32LE(runLengths ? 1 : masks.length > 0 ? 3 : 0, 16);
  }
  const fields = Buffer.alloc(4 * masks.length);
  masks.forEach((mask, k) => fields.writeUInt32LE(mask, 4 * k));
  const start = Buffer.alloc(14);
  start.write('BM', 'latin1');
  start.writeUInt32LE(14 + header.length + fields.length + palette.length, 10);
  return new Uint8Array(Buffer.concat([start, header, fields, palette, pixels]));
}

function shortHeader(width: number, height: number, bitsPerPixel: number): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt32LE(12, 0);
  [width, height, 1, bitsPerPixel].forEach((value, k) => header.writeUInt16LE(value, 4 + 2 * k));
  return header;
}

function greyPalette(count: number, entry: number): Buffer {
  const step = 255 / (count - 1);
  return Buffer.concat(
    Array.from({ length: count }, (_, k) => Buffer.from([k * step, k * step, k * step, 0].slice(0, entry))),
  );
}

function rowOf(values: readonly number[], bitsPerPixel: number): Buffer {
  const row = Buffer.alloc(Math.ceil((values.length * bitsPerPixel) / 32) * 4);
  values.forEach((value, x) => {
    if (bitsPerPixel < 8) {
      const bit = x * bitsPerPixel;
      row[bit >> 3]! |= value << (8 - bitsPerPixel - (bit & 7));
    } else {
      row.writeUIntLE(value, (x * bitsPerPixel) / 8, bitsPerPixel / 8);
    }
  });
  return row;
}

/** Half of a row as runs of one, the other half as it is. */
function runsOf(values: readonly number[]): Buffer {
  const half = values.length >> 1;
  const runs = values.slice(0, half).flatMap((value) => [1, value]);
  const rest = values.slice(half);
  return Buffer.from([...runs, 0, rest.length, ...rest, ...(rest.length % 2 ? [0] : []), 0, 0]);
}
