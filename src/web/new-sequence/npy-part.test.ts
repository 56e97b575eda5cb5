import { expect, it } from 'vitest';
import { decodeNpyStack } from '../../formats/decode/array/npy.ts';
import { readNpyHeader } from '../../formats/decode/array/npy-header.ts';
import { encodeNpyArray } from '../../formats/encode/npy-array.ts';
import { npyPart } from './npy-part.ts';

const SHAPE = [7, 40, 33] as const;

it('makes some frames of an array into an array of their own, sample by sample', async () => {
  const [count, rows, cols] = SHAPE;
  const values = Uint16Array.from({ length: count * rows * cols }, (_, i) => (i * 40_503) & 0xffff);
  const file = new File([...encodeNpyArray(values, SHAPE)] as BlobPart[], 'stack.npy');
  const header = readNpyHeader(new Uint8Array(await file.arrayBuffer()));
  const part = npyPart(file, header, { from: 3, length: 2 });
  const { count: found, frames } = decodeNpyStack(new Uint8Array(await part.arrayBuffer()), null);
  expect(found).toBe(2);
  [...frames].forEach(({ width, height, samples }, k) => {
    expect([width, height]).toEqual([cols, rows]);
    const from = (3 + k) * rows * cols;
    expect([...samples]).toEqual([...values.subarray(from, from + rows * cols)]);
  });
});
