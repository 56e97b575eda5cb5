import { readFileSync } from 'node:fs';
import { constants, deflateRawSync, deflateSync, zstdCompressSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { readPngHeader } from '../../formats/decode/image/png-header.ts';
import type { sharpPixels } from '../../formats/decode/image/sharp-pixels.ts';
import { decodePng } from '../../formats/decode/image/png.ts';
import { buildPng, pngChunk } from '../../formats/decode/image/png.fixture.ts';
import { Random } from '../../core/simulate/random.ts';
import { crc32, inflateRaw, inflateRawBeginning, inflateZlib, inflateZstd, loadZstd } from './inflate.ts';
import { readPngPixels } from './png-pixels.ts';

// the decoder of the service, with the page's own stand-in for its library
vi.mock('../../formats/decode/image/sharp-pixels.ts', () => import('./sharp-pixels.ts'));

const width = 61;
const height = 37;
const random = Random.from(5);
const smooth = (i: number) => 120 + 90 * Math.sin(i / 7) + 20 * random.uniform();

describe('a PNG read without the browser’s own decoder', () => {
  it.each([
    ['8 bit', 8, false],
    ['8 bit, interlaced', 8, true],
    ['16 bit', 16, false],
    ['16 bit, interlaced', 16, true],
  ] as const)('%s, filtered: every sample as it was written', async (_, depth, progressive) => {
    const values = Array.from(
      { length: width * height },
      (_unused, i) => smooth(i) * (depth === 16 ? 257 : 1),
    );
    const samples = depth === 16 ? Uint16Array.from(values) : Uint8Array.from(values);
    const raw = { width, height, channels: 1 as const };
    const png = await sharp(samples as Uint8Array, {
      raw: depth === 16 ? ({ ...raw, depth: 'ushort' } as typeof raw) : raw,
    })
      .toColourspace(depth === 16 ? 'grey16' : 'b-w')
      .png({ progressive, adaptiveFiltering: true })
      .toBuffer();
    const frame = await decodePng(new Uint8Array(png));
    expect({ width: frame.width, height: frame.height }).toEqual({ width, height });
    expect([...frame.samples]).toEqual([...samples]);
  });

  it.each(['pillow-u1.png', 'pillow-u2.png', 'pillow-bit1.png', 'pillow-u1-rgb.png'])(
    'reads %s as the service does',
    async (name) => {
      const file = new URL(`../../../test/fixtures/decode/${name}`, import.meta.url);
      const { pixelChunks, width, height, depth, colour } = readPngHeader(new Uint8Array(readFileSync(file)));
      const service = await vi.importActual<{ sharpPixels: typeof sharpPixels }>(
        '../../formats/decode/image/sharp-pixels.ts',
      );
      const grey = colour === 'grey';
      const colourspace = depth === 16 ? (grey ? 'grey16' : 'rgb16') : grey ? 'b-w' : 'srgb';
      const theirs = await service.sharpPixels(pixelChunks, { format: 'PNG', width, height, colourspace });
      const { data, channels } = readPngPixels(pixelChunks);
      expect(channels).toBe(theirs.channels);
      expect([...data]).toEqual([...theirs.data]);
    },
  );

  it('undoes each of the five filters', () => {
    const rows = [
      [0, 10, 20, 30, 40],
      [1, 10, 10, 10, 10],
      [2, 1, 1, 1, 1],
      [3, 5, 5, 5, 5],
      [4, 2, 2, 2, 2],
    ];
    const expected = [
      ...[10, 20, 30, 40],
      ...[10, 20, 30, 40],
      ...[11, 21, 31, 41],
      // half the sum of left and up
      ...[10, 20, 30, 40],
      // Paeth takes up for the first, and then whichever is nearest to left + up − corner
      ...[12, 22, 32, 42],
    ];
    const png = buildPng({ width: 4, height: 5, depth: 8, colourType: 0, rows: [] });
    const data = deflateSync(Uint8Array.from(rows.flat()));
    const head = png.subarray(0, 33);
    const whole = Buffer.concat([head, pngChunk('IDAT', data), pngChunk('IEND', new Uint8Array())]);
    expect([...readPngPixels(new Uint8Array(whole)).data]).toEqual(expected);
  });

  it('refuses data that is cut short or too long', () => {
    const rows = Array.from({ length: 4 }, () => new Uint8Array(4));
    expect(() => readPngPixels(buildPng({ width: 4, height: 5, depth: 8, colourType: 0, rows }))).toThrow();
    expect(() => readPngPixels(buildPng({ width: 4, height: 3, depth: 8, colourType: 0, rows }))).toThrow();
  });
});

describe('inflating without Node', () => {
  const bytes = Uint8Array.from({ length: 200_000 }, (_, i) => (i * i) >> 7);

  it('says so where what unpacks Zstandard is not there', () => {
    expect(() => inflateZstd(zstdCompressSync(bytes), bytes.length)).toThrow('could not be loaded');
  });

  it('gives back what was deflated', () => {
    expect(inflateZlib(deflateSync(bytes), bytes.length)).toEqual(bytes);
    expect(inflateRaw(deflateRawSync(bytes), bytes.length)).toEqual(bytes);
    const begun = inflateRawBeginning(deflateRawSync(bytes).subarray(0, 5000));
    expect(begun.length).toBeGreaterThan(1000);
    expect(begun).toEqual(bytes.subarray(0, begun.length));
  });

  it('stops at a bomb, and at a stream that is cut short', () => {
    const bomb = deflateSync(new Uint8Array(16 << 20));
    expect(() => inflateZlib(bomb, 1000)).toThrow('more output');
    expect(() => inflateZlib(deflateSync(bytes).subarray(0, 3000), bytes.length)).toThrow();
  });

  const textures = {
    'a slope': bytes,
    noise: Uint8Array.from({ length: 150_000 }, () => random.uniform() * 256),
    'one value': new Uint8Array(300_000).fill(7),
    'a texture that comes back': Uint8Array.from({ length: 330_000 }, (_, i) => smooth(i % 150_001)),
  };

  it.each(Object.entries(textures))('unpacks Zstandard of every level: %s', async (_, values) => {
    await loadZstd();
    for (const [k, level] of [-5, 1, 3, 9, 19, 22].entries()) {
      const params = {
        [constants.ZSTD_c_compressionLevel]: level,
        [constants.ZSTD_c_checksumFlag]: k % 2,
      };
      const packed = zstdCompressSync(values, { params });
      expect(Buffer.compare(inflateZstd(packed, values.length), values)).toBe(0);
    }
  });

  it('stops at a Zstandard bomb, and at what is cut short, damaged or none', async () => {
    await loadZstd();
    const packed = zstdCompressSync(textures.noise);
    expect(() => inflateZstd(zstdCompressSync(new Uint8Array(16 << 20)), 1000)).toThrow('more output');
    expect(() => inflateZstd(packed, textures.noise.length - 1)).toThrow('more output');
    expect(() => inflateZstd(packed.subarray(0, 100_000), textures.noise.length)).toThrow();
    expect(() => inflateZstd(packed.fill(0, 0, 9), textures.noise.length)).toThrow();
    expect(() => inflateZstd(new Uint8Array(), 1000)).toThrow('cut short');
  });

  it('has the CRC-32 of ZIP and PNG', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  });
});
