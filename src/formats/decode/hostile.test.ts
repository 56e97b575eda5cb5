// @module-tag further/many
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { thorough } from '../../../test/short-form.ts';
import { Problem } from '../../core/problem/problem.ts';
import { decodeFrame } from './decode.ts';
import { buildBmp } from './image/bmp.fixture.ts';
import { buildNpy, npyDictionary } from './array/npy.fixture.ts';
import { buildPng } from './image/png.fixture.ts';
import { buildTiff, greyTags } from './tiff/tiff.fixture.ts';

// Damage of every kind, to every format: a frame or a `Problem` comes out, within a second, and nothing else.

const folder = new URL('../../../test/fixtures/decode/', import.meta.url);
const fixture = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, folder)));
const jpeg = sharp(
  Uint8Array.from({ length: 35 * 40 }, (_, i) => i % 251),
  { raw: { width: 40, height: 35, channels: 1 } },
);

const sound: Record<string, Uint8Array> = {
  'PNG of 8 bits': fixture('pillow-u1.png'),
  'PNG of 16 bits': fixture('pillow-u2.png'),
  'PNG in RGB': fixture('pillow-u1-rgb.png'),
  'uncompressed TIFF': fixture('tifffile-u2-strips.tif'),
  'TIFF in tiles': fixture('tifffile-f4-tiles-deflate-big.tif'),
  BigTIFF: fixture('tifffile-u2-bigtiff.tif'),
  'LZW TIFF': fixture('pillow-u2-lzw-predictor.tif'),
  'PackBits TIFF': fixture('pillow-u1-packbits.tif'),
  'float-predicted TIFF': fixture('pillow-f4-adobe_deflate-float-predictor.tif'),
  NPY: fixture('numpy-f4-fortran.npy'),
  'stored NPZ': fixture('numpy-stored.npz'),
  'deflated NPZ': fixture('numpy-deflated.npz'),
  JPEG: new Uint8Array(await jpeg.toColourspace('b-w').jpeg().toBuffer()),
  'progressive JPEG': new Uint8Array(await jpeg.jpeg({ progressive: true }).toBuffer()),
  BMP: fixture('pillow-u1.bmp'),
  'BMP in RGB': fixture('pillow-u1-rgb.bmp'),
  'BMP with run lengths': buildBmp({ runLengths: true }),
  MAT: fixture('scipy-u2.mat'),
  'deflated MAT': fixture('octave-u2-v7.mat'),
  HDF5: fixture('h5py-u2-gzip-chunks.h5'),
};

/** Resolves to the frame or its `Problem`; any other error, and any delay, is a failure of the test. */
async function outcome(bytes: Uint8Array): Promise<'frame' | Problem> {
  const start = performance.now();
  try {
    const { frame } = await decodeFrame(bytes);
    expect(frame.samples.length).toBe(frame.width * frame.height);
    return 'frame';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect(error.message).toMatch(/^[A-Z“].*\.$/);
    return error;
  } finally {
    // what is held up takes minutes, a slow machine some seconds
    expect(performance.now() - start).toBeLessThan(20_000);
  }
}

describe.each(Object.entries(sound))('%s', (name, bytes) => {
  const runs = (name === 'HDF5' ? 12 : 60) * (thorough ? 5 : 0.5);

  test('is read as it is', async () => expect(await outcome(bytes)).toBe('frame'));

  test('cut short anywhere is refused', async () => {
    const step = (name === 'HDF5' ? 197 : bytes.length > 2000 ? 7 : 1) * (thorough ? 1 : 3);
    const complete: number[] = [];
    for (let length = 0; length < bytes.length; length += step) {
      if ((await outcome(bytes.subarray(0, length))) === 'frame') complete.push(length);
    }
    // A file may end in padding that nothing refers to.
    expect(complete.filter((length) => length < bytes.length - 8)).toEqual([]);
  });

  test('with any bits flipped gives a frame or a problem', async () => {
    const flip = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }));
    await fc.assert(
      fc.asyncProperty(fc.array(flip, { minLength: 1, maxLength: 6 }), async (flips) => {
        const damaged = bytes.slice();
        for (const [at, bits] of flips) damaged[at]! ^= bits;
        await outcome(damaged);
      }),
      { numRuns: runs, seed: 1 },
    );
  });

  test('with its header overwritten at random gives a frame or a problem', async () => {
    const patch = fc.tuple(fc.integer({ min: 4, max: 220 }), fc.uint8Array({ minLength: 1, maxLength: 16 }));
    await fc.assert(
      fc.asyncProperty(patch, async ([at, values]) => {
        const damaged = bytes.slice();
        damaged.set(values.subarray(0, Math.max(0, damaged.length - at)), Math.min(at, damaged.length));
        await outcome(damaged);
      }),
      { numRuns: runs, seed: 2 },
    );
  });

  test('with nothing but noise after its first bytes is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 0, maxLength: 400 }), async (noise) => {
        const start = bytes.subarray(0, 8);
        expect(await outcome(new Uint8Array([...start, ...noise]))).toBeInstanceOf(Problem);
      }),
      { numRuns: runs, seed: 3 },
    );
  });
});

/** Files that claim a size and hold next to nothing. */
const claims: Record<string, (width: number, height: number) => Uint8Array> = {
  PNG: (width, height) => buildPng({ width, height, depth: 8, colourType: 0, rows: [new Uint8Array(10)] }),
  TIFF: (width, height) => buildTiff([{ tags: greyTags(width, height, 8), segments: [new Uint8Array(10)] }]),
  NPY: (width, height) => buildNpy(npyDictionary('|u1', `(${height}, ${width})`), new Uint8Array(10)),
  JPEG: (width, height) => {
    const file = sound['JPEG']!.slice();
    const view = new DataView(file.buffer);
    const frameHeader = Buffer.from(file.buffer).indexOf(Buffer.from('ffc0', 'hex'));
    view.setUint16(frameHeader + 5, height);
    view.setUint16(frameHeader + 7, width);
    return file;
  },
};

describe.each(Object.entries(claims))('a %s header', (_, claim) => {
  test.each([
    [65535, 65535, 'FRAME_TOO_LARGE'],
    [4001, 10, 'FRAME_TOO_LARGE'],
    [10, 4001, 'FRAME_TOO_LARGE'],
    [15, 400, 'HOLOGRAM_UNSUPPORTED'],
    [4000, 4000, 'HOLOGRAM_UNREADABLE'],
  ])('of %s × %s px gives %s', async (width, height, code) => {
    const memory = process.memoryUsage().rss;
    expect(await outcome(claim(width, height))).toMatchObject({ code });
    expect(process.memoryUsage().rss - memory).toBeLessThan(150e6);
  });
});

test('a compressed strip that unpacks to far more than its rows is stopped', async () => {
  const bomb = deflateSync(new Uint8Array(100_000_000));
  const file = buildTiff([{ tags: { ...greyTags(100, 100, 8), 259: 8 }, segments: [bomb] }]);
  const memory = process.memoryUsage().rss;
  expect(await outcome(file)).toMatchObject({ code: 'HOLOGRAM_UNREADABLE' });
  expect(process.memoryUsage().rss - memory).toBeLessThan(50e6);
});

test('PNG data that unpacks to far more than its rows costs no more than they do', async () => {
  const rows = Array.from({ length: 1000 }, () => new Uint8Array(100_000));
  const memory = process.memoryUsage().rss;
  await outcome(buildPng({ width: 100, height: 100, depth: 8, colourType: 0, rows }));
  expect(process.memoryUsage().rss - memory).toBeLessThan(250e6);
});

test('the content decides on the format, not the name', async () => {
  for (const [format, bytes] of [
    ['tiff', sound['LZW TIFF']!],
    ['npy', sound['NPY']!],
    ['jpeg', sound['JPEG']!],
  ] as const) {
    expect(await decodeFrame(bytes, { name: 'hologram.png' })).toMatchObject({ format });
  }
});
