import type { Directory } from '../tiff/directory.ts';
import { tag } from '../tiff/tags.ts';

const MARK = 'IJIJ';
const INFO = 'info';
/** Kinds of entries in one header; ImageJ knows ten. */
const MOST_KINDS = 20;

/**
 * The text under "Show Info…" that ImageJ keeps in a TIFF (ij.io.TiffEncoder, tags 50838 and 50839): a header with the
 * kinds of entries and how many there are of each, then the entries; texts are UTF-16 in the file's byte order.
 */
export function imageJInfo(directory: Directory, littleEndian: boolean, mostBytes: number): string {
  const [headerBytes = 0, ...sizes] = directory.numbers(tag.imageJByteCounts) ?? [];
  const data = directory.bytes(tag.imageJMetadata, mostBytes);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const kinds = Math.min(MOST_KINDS, Math.floor((headerBytes - 4) / 8));
  if (data.length < headerBytes || headerBytes < 4 || word(view, 0, littleEndian) !== MARK) return '';
  let entry = 0;
  for (let kind = 0; kind < kinds; kind++) {
    const at = 4 + 8 * kind;
    if (word(view, at, littleEndian) === INFO) return textOf(data, littleEndian, headerBytes, sizes, entry);
    entry += view.getUint32(at + 4, littleEndian);
  }
  return '';
}

function textOf(
  data: Uint8Array,
  littleEndian: boolean,
  headerBytes: number,
  sizes: readonly number[],
  entry: number,
): string {
  const from = sizes.slice(0, entry).reduce((sum, size) => sum + size, headerBytes);
  const text = data.slice(from, from + (sizes[entry] ?? 0));
  if (!littleEndian) for (let at = 0; at + 1 < text.length; at += 2) text.subarray(at, at + 2).reverse();
  return new TextDecoder('utf-16le').decode(text);
}

/** Four letters that are written as one number. */
function word(view: DataView, at: number, littleEndian: boolean): string {
  const letters = [24, 16, 8, 0].map((shift) => (view.getUint32(at, littleEndian) >>> shift) & 255);
  return String.fromCharCode(...letters);
}
