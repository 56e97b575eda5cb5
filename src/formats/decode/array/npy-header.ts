import type { SampleKind } from '../samples/numeric-samples.ts';
import { unreadable, unsupported } from '../samples/refusals.ts';

export interface NpyHeader {
  /** NumPy's name of the number type, e.g. `<u2` */
  readonly descr: string;
  /** undefined for what is no real number of 8 to 64 bits: booleans, complex numbers, objects, records, text */
  readonly kind: SampleKind | undefined;
  readonly littleEndian: boolean;
  readonly fortranOrder: boolean;
  readonly shape: readonly number[];
  /** where the array begins */
  readonly dataOffset: number;
}

/** More than NumPy itself writes for plain arrays, which is 118 bytes. */
export const maxNpyHeaderBytes = 16 * 1024;

const kinds: Record<string, SampleKind> = {
  u1: 'u8',
  i1: 'i8',
  u2: 'u16',
  i2: 'i16',
  u4: 'u32',
  i4: 'i32',
  u8: 'u64',
  i8: 'i64',
  f4: 'f32',
  f8: 'f64',
};

/** Reads the header that `numpy.lib.format` describes, versions 1 to 3. */
export function readNpyHeader(bytes: Uint8Array): NpyHeader {
  if (bytes.length < 12) throw cutShort();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = bytes[6]!;
  if (version < 1 || version > 3)
    throw unsupported(`The NPY file has format version ${version}; 1 to 3 are read.`);
  const textOffset = version === 1 ? 10 : 12;
  const textLength = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (textLength > maxNpyHeaderBytes)
    throw unreadable(`The NPY header claims ${textLength} bytes, which is no header.`);
  const dataOffset = textOffset + textLength;
  if (dataOffset > bytes.length) throw cutShort();
  return { ...parseDictionary(String.fromCharCode(...bytes.subarray(textOffset, dataOffset))), dataOffset };
}

function parseDictionary(text: string): Omit<NpyHeader, 'dataOffset'> {
  const shape = /'shape'\s*:\s*\(([\d,\sL]*)\)/.exec(text)?.[1];
  const order = /'fortran_order'\s*:\s*(True|False)/.exec(text)?.[1];
  const descr = /'descr'\s*:\s*'([^']*)'/.exec(text)?.[1];
  if (shape === undefined || order === undefined)
    throw unreadable('The NPY header does not state shape and order.');
  if (descr === undefined && !/'descr'\s*:\s*\[/.test(text))
    throw unreadable('The NPY header states no number type.');
  const [, byteOrder, code] = /^([<>|=]?)([a-zA-Z]\d+)/.exec(descr ?? '') ?? [];
  return {
    descr: descr ?? 'record',
    kind: code === undefined ? undefined : kinds[code],
    littleEndian: byteOrder !== '>',
    fortranOrder: order === 'True',
    shape: shape
      .split(',')
      .map((part) => part.trim().replace(/L$/, ''))
      .filter((part) => part !== '')
      .map(Number),
  };
}

function cutShort(): Error {
  return unreadable('The NPY file is cut short. Save or upload it again.');
}
