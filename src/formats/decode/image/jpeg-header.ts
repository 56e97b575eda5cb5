import type { Quantisation } from '../../../core/field/frame.ts';
import { unreadable, unsupported } from '../samples/refusals.ts';
import { readTables, rowByRow, type QuantisationTables } from './jpeg-tables.ts';

export interface JpegHeader {
  readonly width: number;
  readonly height: number;
  /** 1 grey, 3 colour */
  readonly components: number;
  /** what the first component, the luminance of a colour file, was rounded to; undefined where the file lacks its table */
  readonly quantisation: Quantisation | undefined;
  /** The file without EXIF, profiles, comments and whatever follows the first image. */
  readonly imageSegments: Uint8Array;
}

// A progressive file may go over the whole frame once per scan; encoders write about ten.
const maxScans = 32;
const maxSegments = 10_000;

const marker = {
  startOfImage: 0xd8,
  endOfImage: 0xd9,
  startOfScan: 0xda,
  comment: 0xfe,
  adobe: 0xee,
  tables: 0xdb,
};

/** Walks the markers of a JPEG (ITU-T T.81, annex B) without decoding anything. */
export function readJpegHeader(bytes: Uint8Array): JpegHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  const tables: QuantisationTables = new Map();
  let size: FrameHeader | undefined;
  let scans = 0;
  for (let at = 2; ;) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++; // fill bytes
    const code = nextMarker(bytes, at);
    if (code === marker.endOfImage) {
      kept.push(bytes.subarray(at, at + 2));
      break;
    }
    if (at + 4 > bytes.length) throw cutShort();
    if (kept.length > maxSegments)
      throw unreadable(`The JPEG is in over ${maxSegments} segments. Export it again.`);
    let end = at + 2 + view.getUint16(at + 2);
    if (end > bytes.length) throw cutShort();
    if (isFrameHeader(code)) {
      if (size !== undefined || end - at < 10) throw unreadable('The JPEG has a damaged frame header.');
      size = readFrameHeader(view, at, code);
    }
    if (code === marker.tables) readTables(view, at + 4, end, tables);
    if (code === marker.startOfScan) {
      if (++scans > maxScans) throw unsupported(`The JPEG draws its frame in over ${maxScans} scans.`);
      end = scanEnd(bytes, end);
    }
    if (!isMetadata(code)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  if (size === undefined || scans === 0) throw unreadable('The JPEG holds no frame.');
  const steps = tables.get(size.table);
  const quantisation = steps && { side: 8, steps: rowByRow(steps) };
  const { width, height, components } = size;
  return { width, height, components, quantisation, imageSegments: joined(kept) };
}

interface FrameHeader {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** of the first component */
  readonly table: number;
}

function nextMarker(bytes: Uint8Array, at: number): number {
  if (at + 2 > bytes.length) throw cutShort();
  const code = bytes[at + 1]!;
  if (bytes[at] !== 0xff || code < 0xc0)
    throw unreadable('The JPEG is damaged: a segment does not end where it says.');
  return code;
}

/** Entropy-coded data ends at the first marker that is neither a stuffed zero nor a restart. */
function scanEnd(bytes: Uint8Array, from: number): number {
  for (
    let at = bytes.indexOf(0xff, from);
    at >= 0 && at + 1 < bytes.length;
    at = bytes.indexOf(0xff, at + 1)
  ) {
    const code = bytes[at + 1]!;
    if (code !== 0 && code !== 0xff && (code < 0xd0 || code > 0xd7)) return at;
  }
  throw cutShort();
}

/** SOF0…SOF15 without the tables and the reserved code that lie between them. */
function isFrameHeader(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
}

/** APP1…APP15 and comments. APP0 and Adobe's APP14 stay: they say how the components are coded. */
function isMetadata(code: number): boolean {
  return code === marker.comment || (code > 0xe0 && code <= 0xef && code !== marker.adobe);
}

function readFrameHeader(view: DataView, at: number, code: number): FrameHeader {
  if (code > 0xc2)
    throw unsupported('The JPEG is lossless, arithmetic-coded or hierarchical. Save it as PNG or TIFF.');
  const precision = view.getUint8(at + 4);
  const components = view.getUint8(at + 9);
  if (precision !== 8)
    throw unsupported(`The JPEG has ${precision} bits per sample; 8 are read. Save it as PNG or TIFF.`);
  if (components !== 1 && components !== 3) {
    throw unsupported(`The JPEG has ${components} colour components. Save the frame as grey PNG or TIFF.`);
  }
  if (at + 13 > view.byteLength) throw cutShort();
  return {
    height: view.getUint16(at + 5),
    width: view.getUint16(at + 7),
    components,
    table: view.getUint8(at + 12),
  };
}

function joined(parts: Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function cutShort(): Error {
  return unreadable('The JPEG is cut short. Export or upload the file again.');
}
