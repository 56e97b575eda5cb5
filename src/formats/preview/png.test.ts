import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { Canvas } from './canvas.ts';
import { grey } from './colour-map.ts';
import { encodePng } from './png.ts';

const kernels = await loadKernels();

/** Red of each pixel as libspng decodes it. */
async function decoded(png: Uint8Array): Promise<number[]> {
  const { data, info } = await sharp(png, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true });
  return Array.from({ length: info.width * info.height }, (_, i) => data[i * info.channels]!);
}

/** Pixels of any kind: noise, lines that go on below each other (`Up`), ramps (`Sub`), one colour. */
const pixelsOf = (kind: number, width: number, seed: number) => (_: unknown, i: number) => {
  const [x, y] = [i % width, Math.floor(i / width)];
  return [
    (Math.imul(i + seed, 2_654_435_761) >>> 13) % 224,
    (x * 37 + seed) % 224,
    (x + y) % 224,
    seed % 224,
  ][kind]!;
};

it('gives back every pixel, whatever the width and whichever filter suits', async () => {
  const sizes = [fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 9 })] as const;
  const picture = fc.record({ kind: fc.nat(3), seed: fc.nat(999), width: sizes[0], height: sizes[1] });
  await fc.assert(
    fc.asyncProperty(picture, async ({ kind, seed, width, height }) => {
      const canvas = new Canvas(width, height, grey);
      const pixels = Array.from({ length: width * height }, pixelsOf(kind, width, seed));
      canvas.pixels.set(pixels);
      const colours = pixels.map((level) => canvas.palette[level]![0]);
      expect(await decoded(encodePng(kernels, canvas))).toEqual(colours);
    }),
    { seed: 4, numRuns: 120 },
  );
});

it('checks every chunk as zlib does', () => {
  const png = encodePng(kernels, new Canvas(33, 5, grey));
  const view = new DataView(png.buffer);
  let chunks = 0;
  for (let at = 8; at < png.length; chunks++) {
    const end = at + 8 + view.getUint32(at);
    expect(view.getUint32(end)).toBe(crc32(png.subarray(at + 4, end)));
    at = end + 4;
  }
  expect(chunks).toBe(4);
});
