import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { encodeTiff } from '../encode/tiff.ts';
import { describeFile } from './describe-file.ts';
import { buildNpy, npyDictionary } from './array/npy.fixture.ts';

const fixture = (name: string) => readFileSync(new URL(`../../../test/fixtures/${name}`, import.meta.url));
const text = (characters: string) => Uint8Array.from(characters, (c) => c.charCodeAt(0));

test.each([
  ['decode/tifffile-bit12.tif', 'tiff', 12],
  ['decode/h5py-u2.h5', 'hdf5', 16],
])('%s is %s with %i bits', async (name, file_format, bit_depth) => {
  const size = { frame_width_px: 40, frame_height_px: 35 };
  expect(await describeFile(fixture(name), name)).toMatchObject({
    file_format,
    bit_depth,
    ...size,
    refusal: null,
  });
});

test('what a TIFF says of its pixels is told', async () => {
  const data = new Float32Array(16 * 20).map((_, i) => i);
  const options = { display: { min: 0, max: 1 }, valueUnit: '1', pixelSizeUm: { x: 0.1725, y: 0.1725 } };
  const bytes = new Uint8Array(Buffer.concat(encodeTiff({ rows: 16, cols: 20, data }, options)));
  expect((await describeFile(bytes, 'a.tif')).stated.pixelSize).toMatchObject({ x_um: 0.1725, y_um: 0.1725 });
});

test.each([
  ['RIFF....AVI LIST', 'video'],
  ['\0\0\0\x20ftypisom', 'video'],
  ['FUJIFILMCCD-RAW 0201', 'raw'],
  ['GIF89a..........', 'other'],
  ['just some text that is no picture', 'other'],
  ['', 'other'],
])('%j is %s and refused with a reason', async (content, file_format) => {
  const description = await describeFile(text(content), 'file');
  expect(description.file_format).toBe(file_format);
  expect(description.refusal).toMatch(/./);
});

test('a frame that is too large still tells its size', async () => {
  const huge = buildNpy(npyDictionary('|u1', '(5000, 4100)'), new Uint8Array(8));
  const expected = { file_format: 'npy', frame_width_px: 4100, frame_height_px: 5000 };
  expect(await describeFile(huge, 'a.npy')).toMatchObject(expected);
});
