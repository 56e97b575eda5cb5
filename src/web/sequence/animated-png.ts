import { crc32 } from '../decode/inflate.ts';

/**
 * Pictures of one size as one animated PNG (PNG, third edition): each is a PNG of its own, whose compressed samples are taken
 * over as they are.
 * @param pictures in order, as one encoder writes them
 * @param rate frames a second
 * @throws Error with a sentence for people
 */
export function animatedPng(pictures: readonly Uint8Array[], rate: number): Blob {
  const parts: BlobPart[] = [SIGNATURE as BlobPart];
  let number = 0;
  let first: string | null = null;
  for (const picture of pictures) {
    const chunks = chunksOf(picture);
    const header = chunks.find(({ type }) => type === 'IHDR')!.data;
    if (first === null) {
      const animation = new DataView(new ArrayBuffer(8));
      animation.setUint32(0, pictures.length);
      parts.push(chunk('IHDR', header), chunk('acTL', bytesOf(animation)));
      first = String(header);
    } else if (String(header) !== first) throw new Error('This browser could not write the film.');
    parts.push(chunk('fcTL', frameControl(header, number++, rate)));
    for (const { type, data } of chunks) {
      if (type !== 'IDAT') continue;
      // the first frame is what a program shows that knows of no animation
      if (picture === pictures[0]) parts.push(chunk('IDAT', data));
      else parts.push(chunk('fdAT', numbered(number++, data)));
    }
  }
  parts.push(chunk('IEND', new Uint8Array(0)));
  return new Blob(parts, { type: 'image/png' });
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const AROUND = 12;

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
}

function chunksOf(png: Uint8Array): Chunk[] {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += length + AROUND;
  }
  return chunks;
}

/** A whole frame, for so long, in the place of the one before. */
function frameControl(header: Uint8Array, number: number, rate: number): Uint8Array {
  const control = new DataView(new ArrayBuffer(26));
  control.setUint32(0, number);
  bytesOf(control).set(header.subarray(0, 8), 4);
  control.setUint16(20, 1);
  control.setUint16(22, rate);
  return bytesOf(control);
}

function numbered(number: number, data: Uint8Array): Uint8Array {
  const whole = new Uint8Array(data.length + 4);
  new DataView(whole.buffer).setUint32(0, number);
  whole.set(data, 4);
  return whole;
}

function chunk(type: string, data: Uint8Array): BlobPart {
  const bytes = new Uint8Array(data.length + AROUND);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let k = 0; k < 4; k++) bytes[4 + k] = type.charCodeAt(k);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)));
  return bytes;
}

function bytesOf({ buffer }: DataView<ArrayBuffer>): Uint8Array {
  return new Uint8Array(buffer);
}
