import type { HologramFormat } from '../samples/sniff.ts';
import { readDirectories } from '../tiff/directory.ts';
import { tag } from '../tiff/tags.ts';

/** How viewers are asked to show a frame, by the number under the tag (TIFF 6.0, page 36); 1 is as it is stored. */
const ways: Readonly<Record<number, string>> = {
  2: 'mirrored left to right',
  3: 'turned by 180°',
  4: 'mirrored top to bottom',
  5: 'mirrored along its falling diagonal',
  6: 'turned by 90° clockwise',
  7: 'mirrored along its rising diagonal',
  8: 'turned by 90° counter-clockwise',
};

/**
 * How a file asks viewers to show its frame otherwise than it is stored, in words, or null. It stands among the tags of a TIFF, and of
 * a JPEG or PNG in its Exif block, which is a TIFF without an image (JPEG: segment APP1; PNG, third edition: chunk eXIf).
 * @throws Problem where the tags are damaged
 */
export function shownOtherwise(bytes: Uint8Array, format: HologramFormat): string | null {
  const tags = format === 'tiff' ? bytes : exifOf(bytes, format);
  if (!tags || tags.length < 16) return null;
  return ways[readDirectories(tags).directories[0]!.number(tag.orientation, 1)] ?? null;
}

function exifOf(bytes: Uint8Array, format: HologramFormat): Uint8Array | null {
  if (format === 'jpeg') return inSegments(bytes);
  return format === 'png' ? inChunks(bytes) : null;
}

const EXIF = 'Exif\0\0';
const SEGMENT = { application1: 0xe1, startOfScan: 0xda };

function inSegments(bytes: Uint8Array): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 4 <= bytes.length;) {
    const [begin, code, next] = [at + 4, bytes[at + 1]!, at + 1];
    if (bytes[at] !== 0xff || code === SEGMENT.startOfScan) return null;
    at = code === 0xff ? next : at + 2 + view.getUint16(at + 2);
    if (code !== SEGMENT.application1 || at > bytes.length) continue;
    if (textAt(bytes, begin, EXIF.length) === EXIF) return bytes.subarray(begin + EXIF.length, at);
  }
  return null;
}

function inChunks(bytes: Uint8Array): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 12 <= bytes.length;) {
    const [begin, end] = [at + 8, at + 8 + view.getUint32(at)];
    if (end > bytes.length) return null;
    if (textAt(bytes, at + 4, 4) === 'eXIf') return bytes.subarray(begin, end);
    at = end + 4;
  }
  return null;
}

function textAt(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length));
}
