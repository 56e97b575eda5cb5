import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodeJpeg } from './jpeg.ts';

const [width, height] = [48, 32];

/** Constant within each 8 × 8 block, which JPEG at quality 100 holds exactly: its mean is quantised in eighths. */
const blocks = Uint8Array.from({ length: width * height }, (_, i) => {
  const [x, y] = [i % width, Math.floor(i / width)];
  return 20 + 37 * (x >> 3) + 5 * (y >> 3);
});

function image(samples = blocks) {
  return sharp(samples, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
}

/** Grey samples as three equal channels, except where `change` says otherwise. */
function coloured(change: (index: number) => number = () => 0) {
  const rgb = Uint8Array.from(
    { length: width * height * 3 },
    (_, i) => blocks[Math.floor(i / 3)]! + change(i),
  );
  return sharp(rgb, { raw: { width, height, channels: 3 } });
}

test.each([
  ['grey', () => image().jpeg({ quality: 100 })],
  ['progressive', () => image().jpeg({ quality: 100, progressive: true })],
  ['RGB that is grey', () => coloured().jpeg({ quality: 100, chromaSubsampling: '4:4:4' })],
  [
    'RGB that is grey, with coarser colour',
    () => coloured().jpeg({ quality: 100, chromaSubsampling: '4:2:0' }),
  ],
])('%s decodes to its samples', async (_, encoded) => {
  const frame = await decodeJpeg(await encoded().toBuffer());
  const quantisation = { side: 8, steps: new Array(64).fill(1) };
  expect(frame).toEqual({ width, height, samples: blocks, bitDepth: 8, quantisation });
});

test('EXIF rotation, profiles and comments are not applied', async () => {
  const rotated = image().jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).withIccProfile('p3');
  expect((await decodeJpeg(await rotated.toBuffer())).samples).toEqual(blocks);
});

test('colour is refused', async () => {
  const encoded = await coloured((i) => (i % 3 === 0 ? 15 : 0))
    .jpeg({ quality: 100 })
    .toBuffer();
  await expect(decodeJpeg(encoded)).rejects.toMatchObject({ code: 'HOLOGRAM_UNSUPPORTED' });
});

test('CMYK, twelve bits and lossless JPEG are refused by their header', async () => {
  const cmyk = await coloured().toColourspace('cmyk').jpeg().toBuffer();
  const grey = await image().jpeg().toBuffer();
  const frameHeader = grey.indexOf(Buffer.from('ffc0', 'hex'));
  const patched = (offset: number, value: number) => {
    const copy = Buffer.from(grey);
    copy[frameHeader + offset] = value;
    return copy;
  };
  for (const file of [cmyk, patched(4, 12), patched(1, 0xc3)]) {
    await expect(decodeJpeg(file)).rejects.toMatchObject({ code: 'HOLOGRAM_UNSUPPORTED' });
  }
});

test('a file of thousands of scans is refused before any is drawn', async () => {
  const file = await image().jpeg({ progressive: true }).toBuffer();
  const lastScan = file.lastIndexOf(Buffer.from('ffda', 'hex'));
  const scan = file.subarray(lastScan, file.length - 2);
  const bomb = Buffer.concat([file.subarray(0, lastScan), ...Array(5000).fill(scan), file.subarray(-2)]);
  await expect(decodeJpeg(bomb)).rejects.toMatchObject({
    code: 'HOLOGRAM_UNSUPPORTED',
    message: expect.stringContaining('scans'),
  });
});

test('what follows the image is ignored', async () => {
  const file = Buffer.concat([await image().jpeg({ quality: 100 }).toBuffer(), Buffer.from('anything else')]);
  expect((await decodeJpeg(file)).samples).toEqual(blocks);
});
