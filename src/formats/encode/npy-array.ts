import { asciiBytes, roundUp } from './bytes.ts';
import type { EncodedFile } from './encoded-file.ts';

const MAGIC_BYTES = 10;
const ALIGNMENT = 64;

export type NpyValues = Uint8Array | Uint16Array | Int32Array | Float32Array | Float64Array;

/** An array as NumPy's NPY version 1.0, C order. @param complex the values are interleaved re, im (float32: complex64) */
export function encodeNpyArray(values: NpyValues, shape: readonly number[], complex = false): EncodedFile {
  const descriptor = `${values.BYTES_PER_ELEMENT === 1 ? '|' : '<'}${complex ? 'c8' : kindOf(values)}`;
  const sides = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const dictionary = `{'descr': '${descriptor}', 'fortran_order': False, 'shape': (${sides}), }`;
  const length = roundUp(MAGIC_BYTES + dictionary.length + 1, ALIGNMENT);
  const text = `${dictionary.padEnd(length - MAGIC_BYTES - 1)}\n`;
  const header = new Uint8Array(length);
  header.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, text.length & 0xff, text.length >> 8]);
  header.set(asciiBytes(text), MAGIC_BYTES);
  return [header, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)];
}

function kindOf(values: NpyValues): string {
  if (values instanceof Float32Array || values instanceof Float64Array) return `f${values.BYTES_PER_ELEMENT}`;
  return `${values instanceof Int32Array ? 'i' : 'u'}${values.BYTES_PER_ELEMENT}`;
}
