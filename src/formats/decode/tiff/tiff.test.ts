import { zstdCompressSync } from 'node:zlib';
import { fromArrayBuffer } from 'geotiff';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodeTiff } from './tiff.ts';
import { buildTiff, greyTags } from './tiff.fixture.ts';
import { usesZstandard } from './uses-zstandard.ts';

const [width, height] = [150, 90];

/** Smooth with a little texture, so that predictors and string tables have something to do. */
const camera16 = Uint16Array.from({ length: width * height }, (_, i) => {
  const [x, y] = [i % width, Math.floor(i / width)];
  return (x * 211 + y * 97 + ((x * y) % 7) * 13) % 65536;
});

function image16() {
  return sharp(camera16, { raw: { width, height, channels: 1 } }).toColourspace('grey16');
}

const refused = (detail: string) => ({
  code: 'HOLOGRAM_UNSUPPORTED',
  message: expect.stringContaining(detail),
});
const damaged = (detail: string) => ({
  code: 'HOLOGRAM_UNREADABLE',
  message: expect.stringContaining(detail),
});

function problemOf(file: Uint8Array): unknown {
  try {
    decodeTiff(file);
  } catch (problem) {
    return problem;
  }
  return 'read without a problem';
}

test.each([
  ['deflate', { compression: 'deflate' }],
  [
    'deflate with prediction, in tiles',
    { compression: 'deflate', predictor: 'horizontal', tile: true, tileWidth: 64, tileHeight: 32 },
  ],
  ['LZW with prediction', { compression: 'lzw', predictor: 'horizontal' }],
  ['LZW in tiles', { compression: 'lzw', predictor: 'none', tile: true, tileWidth: 32, tileHeight: 64 }],
  ['PackBits', { compression: 'packbits' }],
  ['BigTIFF', { compression: 'none', bigtiff: true }],
  [
    'an image pyramid, of which the full size counts',
    { compression: 'none', pyramid: true, tile: true, tileWidth: 16, tileHeight: 16 },
  ],
] as const)('libvips writes %s', async (_, options) => {
  const frame = decodeTiff(await image16().tiff(options).toBuffer());
  expect(frame).toEqual({ width, height, samples: camera16, bitDepth: 16 });
});

test.each([2, 10, 12, 14])('packed samples of %s bits agree with geotiff', async (bits) => {
  const samples = Array.from(camera16, (value) => value % 2 ** bits);
  const rowBytes = Math.ceil((width * bits) / 8);
  const packed = new Uint8Array(rowBytes * height);
  samples.forEach((value, i) => {
    const start = Math.floor(i / width) * rowBytes * 8 + (i % width) * bits;
    for (let bit = 0; bit < bits; bit++) {
      const set = (value >> (bits - 1 - bit)) & 1;
      packed[(start + bit) >> 3]! |= set << (7 - ((start + bit) & 7));
    }
  });
  const file = buildTiff([{ tags: greyTags(width, height, bits), segments: [packed] }]);
  const frame = decodeTiff(file);
  expect(frame.bitDepth).toBe(bits);
  expect([...frame.samples]).toEqual(samples);
  const peer = await (await fromArrayBuffer(file.slice().buffer)).getImage();
  const [band] = (await peer.readRasters()) as unknown as [ArrayLike<number>];
  expect(Array.from(band)).toEqual(samples);
});

test('Zstandard strips are read', () => {
  const raw = new Uint8Array(camera16.buffer);
  const rows = 40;
  const strips = [0, 1, 2].map((i) =>
    zstdCompressSync(raw.subarray(i * rows * width * 2, (i + 1) * rows * width * 2)),
  );
  const tags = { ...greyTags(width, height, 16), 259: 50000, 278: rows };
  const file = buildTiff([{ tags, segments: strips }]);
  expect(decodeTiff(file).samples).toEqual(camera16);
  expect(usesZstandard(file)).toBe(true);
  const plain = { tags: greyTags(width, height, 16), segments: [raw] };
  expect(usesZstandard(buildTiff([plain]))).toBe(false);
  expect(usesZstandard(buildTiff([plain, { tags, segments: strips }]))).toBe(true);
  // for the decoder to refuse
  expect(usesZstandard(file.subarray(0, 100))).toBe(false);
  expect(usesZstandard(raw)).toBe(false);
});

const tiny = { width: 16, height: 16 };
const bytes = (perPixel: number, of = (i: number) => i) =>
  Uint8Array.from({ length: 256 * perPixel }, (_, i) => of(i));
const page = (tags: Record<number, number | number[] | string>, segment = bytes(1)) => ({
  tags: { ...greyTags(tiny.width, tiny.height, 8), ...tags },
  segments: [segment],
});

test('zero as white is turned round, so that larger is brighter', () => {
  expect([...decodeTiff(buildTiff([page({ 262: 0 })])).samples]).toEqual([...bytes(1, (i) => 255 - i)]);
});

test('a grey palette is looked up at its own depth, a colour palette refused', () => {
  const grey = Array.from({ length: 768 }, (_, i) => (255 - (i % 256)) * 257);
  const frame = decodeTiff(buildTiff([page({ 262: 3, 320: grey })]));
  expect(frame.bitDepth).toBe(8);
  expect([...frame.samples]).toEqual([...bytes(1, (i) => 255 - i)]);
  const green = grey.map((value, i) => (i >= 256 && i < 512 ? value : 0));
  expect(problemOf(buildTiff([page({ 262: 3, 320: green })]))).toMatchObject(refused('in colour'));
});

test('grey with alpha is read only where it is opaque', () => {
  const tags = { 277: 2, 338: 2, 258: [8, 8] };
  const opaque = buildTiff([
    page(
      tags,
      bytes(2, (i) => (i % 2 === 0 ? i / 2 : 255)),
    ),
  ]);
  expect([...decodeTiff(opaque).samples]).toEqual([...bytes(1)]);
  expect(problemOf(buildTiff([page(tags, bytes(2))]))).toMatchObject(refused('transparent'));
});

test('RGB that is not grey is refused', () => {
  const tags = { 262: 2, 277: 3, 258: [8, 8, 8] };
  expect(problemOf(buildTiff([page(tags, bytes(3))]))).toMatchObject(refused('in colour'));
});

test('two pages are a stack, a page and its reduced copy are one frame', () => {
  expect(problemOf(buildTiff([page({}), page({})]))).toMatchObject(refused('2 pages'));
  expect([...decodeTiff(buildTiff([page({}), page({ 254: 1 })])).samples]).toEqual([...bytes(1)]);
  expect([
    ...decodeTiff(
      buildTiff([
        page(
          { 254: 1 },
          bytes(1, () => 0),
        ),
        page({}),
      ]),
    ).samples,
  ]).toEqual([...bytes(1)]);
  expect(problemOf(buildTiff([page({ 270: 'ImageJ=1.54f\nimages=12\n' })]))).toMatchObject(
    refused('12 pages'),
  );
});

test.each([
  ['DNG', { 50706: 0x0401 }, 'camera raw'],
  ['a colour filter array', { 262: 32803 }, 'camera raw'],
  ['Nikon NEF', { 259: 34713 }, 'camera raw'],
  ['JPEG within', { 259: 7 }, 'compression JPEG.'],
  ['a compression that nobody knows', { 259: 777 }, 'compression of number 777.'],
  ['CIELab colour', { 262: 8 }, 'photometric 8'],
  ['five channels', { 277: 5 }, '5 channels'],
  ['complex numbers', { 339: 6 }, 'format 6'],
  ['half floats', { 258: 16, 339: 3 }, '16-bit samples of format 3'],
  ['reversed bits', { 266: 2 }, 'bits in reverse'],
])('%s is refused by its tags', (_, tags, detail) => {
  expect(problemOf(buildTiff([page(tags as unknown as Record<number, number>)]))).toMatchObject(
    refused(detail),
  );
});

test.each([
  ['too few strips', { 278: 4 }, 'needs 4 pieces'],
  ['strips beyond the end', { 279: 100_000 }, 'cut short'],
  ['fewer samples than the frame has', { 279: 100 }, 'damaged'],
  ['a palette of the wrong length', { 262: 3, 320: [1, 2, 3] }, 'palette'],
  ['a directory of no size', { 256: 0 }, 'not a size'],
  ['float prediction of integers', { 259: 8, 317: 3 }, 'needs floats'],
])('%s make the file unreadable', (_, tags, detail) => {
  expect(problemOf(buildTiff([page(tags)]))).toMatchObject(damaged(detail));
});

test('pages in a circle are told from a stack', () => {
  const start = new DataView(buildTiff([page({})]).buffer).getUint32(4, true);
  expect(problemOf(buildTiff([page({})], { next: start }))).toMatchObject(damaged('circle'));
});

test('many strips over the same bytes, to keep a decoder busy, are refused', () => {
  const filler = Buffer.alloc(500_000);
  const tags = { ...greyTags(2000, 2000, 8), 259: 8, 278: 1 };
  const once = buildTiff([
    { tags: { ...tags, 273: Array(2000).fill(8), 279: Array(2000).fill(500_000) }, segments: [filler] },
  ]);
  expect(problemOf(once)).toMatchObject(damaged('overlap'));
});

test('a tag of a hundred million values is refused', () => {
  const file = buildTiff([page({ 273: [8, 9] })]);
  const at = Buffer.from(file.buffer).indexOf(Buffer.from('11010300', 'hex'));
  new DataView(file.buffer).setUint32(at + 4, 100_000_000, true);
  expect(problemOf(file)).toMatchObject({ code: 'HOLOGRAM_UNREADABLE' });
});
