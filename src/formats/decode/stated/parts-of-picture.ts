import type { HologramFormat } from '../samples/sniff.ts';

/** A JPEG's segments before its samples, by what follows FF: APP0 and APP1. */
export const SEGMENT = { application0: 0xe0, application1: 0xe1, startOfScan: 0xda };
const EXIF = 'Exif\0\0';

/** The Exif block of a JPEG or PNG, a TIFF without an image (JPEG: segment APP1; PNG, third edition: chunk eXIf); null: none. */
export function exifOf(bytes: Uint8Array, format: HologramFormat): Uint8Array | null {
  if (format === 'jpeg') return segmentOf(bytes, SEGMENT.application1, EXIF);
  return format === 'png' ? chunkOf(bytes, 'eXIf') : null;
}

/** What a JPEG's first segment of this code holds after these letters, which it begins with. */
export function segmentOf(bytes: Uint8Array, wanted: number, letters: string): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 4 <= bytes.length;) {
    const [begin, code, next] = [at + 4, bytes[at + 1]!, at + 1];
    if (bytes[at] !== 0xff || code === SEGMENT.startOfScan) return null;
    at = code === 0xff ? next : at + 2 + view.getUint16(at + 2);
    if (code !== wanted || at > bytes.length) continue;
    if (textAt(bytes, begin, letters.length) === letters) return bytes.subarray(begin + letters.length, at);
  }
  return null;
}

/** What a PNG's first chunk of this type holds. */
export function chunkOf(bytes: Uint8Array, type: string): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 12 <= bytes.length;) {
    const [begin, end] = [at + 8, at + 8 + view.getUint32(at)];
    if (end > bytes.length) return null;
    if (textAt(bytes, at + 4, 4) === type) return bytes.subarray(begin, end);
    at = end + 4;
  }
  return null;
}

function textAt(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length));
}
