import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildZip } from './array/zip.fixture.ts';
import { openHdf5Stack } from './array/hdf5.ts';
import { decodeFrame } from './decode.ts';
import { decodeStack } from './decode-stack.ts';
import { buildNpy, npyDictionary } from './array/npy.fixture.ts';
import { buildTiff, greyTags } from './tiff/tiff.fixture.ts';

// Written by NumPy and tifffile: see test/fixtures/make-fixtures.py.
const folder = new URL('../../../test/fixtures/stacks/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder));
const [width, height] = [40, 35];

function expectedFrame(k: number): Uint16Array {
  const base = (x: number, y: number) => (31 * x * x + 97 * x * y + 211 * y * y + 11 * x) % 65521;
  return Uint16Array.from(
    { length: width * height },
    (_, i) => (base(i % width, Math.floor(i / width)) + 1000 * k) % 65521,
  );
}

const stacks = [
  ...['pages.tif', 'pages-deflate.tif', 'imagej.tif', 'c-order.npy', 'fortran-order.npy', 'big-endian.npy'],
  ...['one-array.npz', 'three-arrays.npz'],
];

test.each(stacks)('%s gives its three frames exactly', (name) => {
  const frames = [...decodeStack(read(name), 3).frames];
  expect(frames).toHaveLength(3);
  for (const [k, frame] of frames.entries()) {
    expect([frame.width, frame.height, frame.bitDepth]).toEqual([width, height, 16]);
    expect(frame.samples).toEqual(expectedFrame(k));
  }
});

test.each(stacks)('%s is refused where another number of distances is given', (name) => {
  const problem = expect.objectContaining({
    code: 'INVALID_INPUT',
    errors: [
      { pointer: '/stack_z_mm', message: expect.stringMatching(/^holds 4 distances, but .* 3 frames$/) },
    ],
  });
  expect(() => [...decodeStack(read(name), 4).frames]).toThrow(problem);
});

const planes = ['planes.tif', 'planes-lzw-tiles.tif', 'planes-as-colours.tif'];

test.each(planes)('%s has planes in place of pages: they are its frames, and that is said', (name) => {
  const { frames, assumed } = decodeStack(read(name), 3);
  expect([...frames].map(({ samples }) => samples)).toEqual([0, 1, 2].map(expectedFrame));
  expect(assumed).toMatch(/^The TIFF has one page of 3 planes(, which it calls colours)?\. They were taken/);
  expect(assumed!.includes('colours')).toBe(name.includes('colours'));
});

test('planes that are not called colours are a stack for whoever asks what the file holds', () => {
  expect(decodeStack(read('planes.tif'), null).count).toBe(3);
  expect(decodeStack(read('planes-as-colours.tif'), null).count).toBe(1);
  expect(decodeStack(read('pages.tif'), 3).assumed).toBeNull();
});

/** The tags of a page of three planes of 16 × 16 px. */
const threePlanes = { ...greyTags(16, 16, 8), 258: [8, 8, 8], 262: 1, 277: 3, 284: 2 };

test('an alpha channel beside a frame is no frame', () => {
  const segments = [1, 2, 3].map((value) => new Uint8Array(256).fill(value));
  const alpha = buildTiff([{ tags: { ...threePlanes, 338: [2, 0] }, segments }]);
  expect(() => decodeStack(alpha, 3)).toThrow(/holds 1 frame: one page of 3 samples a pixel/);
  const none = buildTiff([{ tags: { ...threePlanes, 338: [0, 0] }, segments }]);
  expect([...decodeStack(none, 3).frames].map(({ samples }) => samples[0])).toEqual([1, 2, 3]);
});

test('grey that was saved as colour is one frame, whatever distances are sent with it', () => {
  const segments = [5, 5, 5].map((value) => new Uint8Array(256).fill(value));
  const grey = buildTiff([{ tags: { ...threePlanes, 262: 2 }, segments }]);
  expect(() => [...decodeStack(grey, 3).frames]).toThrow(/one frame, saved in colour/);
});

test('a page of several samples a pixel that are no planes is refused with how to save pages', () => {
  const beside = read('side-by-side.tif');
  expect(() => decodeStack(beside, 3)).toThrow(/holds 1 frame: one page of 3 samples a pixel.*minisblack/);
  expect(() => decodeStack(read('planes.tif'), 2)).toThrow(
    /2 distances, but .*one page of 3 samples a pixel/,
  );
});

test('a stack where one frame is meant is refused with what to do', async () => {
  await expect(decodeFrame(read('pages.tif'))).rejects.toThrow(/3 pages.*stack_z_mm/);
  await expect(decodeFrame(read('imagej.tif'))).rejects.toThrow(/3 pages/);
  await expect(decodeFrame(read('c-order.npy'))).rejects.toThrow(/\(3, 35, 40\)/);
});

test('a format that holds single frames is refused as a stack', () => {
  const png = readFileSync(new URL('../../../examples/off-axis.png', import.meta.url));
  expect(() => decodeStack(png, 2)).toThrow(/needs a multi-page TIFF or an NPY or NPZ stack/);
});

test('frames beyond the end of the file are refused', () => {
  const bytes = read('imagej.tif');
  expect(() => [...decodeStack(bytes.subarray(0, bytes.length - 100), 3).frames]).toThrow(/cut short/);
});

test('a packed stack is measured by its header before it is unpacked', () => {
  const zeros = new Uint8Array(40 * 1000 * 1000);
  const packed = (shape: string) =>
    buildZip([{ name: 'a.npy', data: buildNpy(npyDictionary('|u1', shape), zeros), deflated: true }]);
  const many = packed('(40, 1000, 1000)');
  const memory = process.memoryUsage().rss;
  expect(() => decodeStack(many, 3)).toThrow(/3 distances, but the array of shape .* holds 40 frames/);
  expect(process.memoryUsage().rss - memory).toBeLessThan(35e6);
  // what its entry claims is told by its header as well
  expect(() => decodeStack(packed('(2, 4001, 5000)'), 2)).toThrow(/4000 px a side/);
});

test('a file that holds no frames like its header says is refused', () => {
  const short = buildNpy(npyDictionary('<u2', '(2, 16, 20)'), new Uint8Array(1000));
  expect(() => decodeStack(short, 2)).toThrow(/promises 1280 bytes of samples, but 1000/);
  const huge = buildNpy(npyDictionary('|u1', '(2, 5000, 20)'), new Uint8Array(16));
  expect(() => decodeStack(huge, 2)).toThrow(expect.objectContaining({ code: 'FRAME_TOO_LARGE' }));
  const four = buildNpy(npyDictionary('|u1', '(1, 2, 16, 20)'), new Uint8Array(640));
  expect(() => decodeStack(four, 2)).toThrow(/a stack is an array of frames, rows and columns/);
});

test('of two stacks in one HDF5 file neither is taken', async () => {
  await expect(openHdf5Stack(read('two-stacks.h5'))).rejects.toThrow(
    'holds 2 arrays of frames (“first”, “second”)',
  );
});
