import type { NpyHeader } from '../../formats/decode/array/npy-header.ts';

const ALIGNMENT = 64;
/** Magic, version and length of NPY 1.0. */
const BEFORE_TEXT = 10;

/** Some frames of an NPY array of (frames, rows, columns) as an array of their own: the same bytes under another header. */
export function npyPart(
  file: File,
  { descr, shape, dataOffset }: NpyHeader,
  { from, length }: { readonly from: number; readonly length: number },
): File {
  const [count, rows, cols] = shape;
  const frameBytes = (file.size - dataOffset) / count!;
  const dictionary = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${length}, ${rows}, ${cols}), }`;
  const headerBytes = Math.ceil((BEFORE_TEXT + dictionary.length + 1) / ALIGNMENT) * ALIGNMENT;
  const text = `${dictionary.padEnd(headerBytes - BEFORE_TEXT - 1)}\n`;
  const start = new Uint8Array([
    0x93,
    0x4e,
    0x55,
    0x4d,
    0x50,
    0x59,
    1,
    0,
    text.length & 0xff,
    text.length >> 8,
  ]);
  const at = dataOffset + from * frameBytes;
  return new File([start, text, file.slice(at, at + length * frameBytes)], file.name);
}
