import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodePng } from './png.ts';
import { buildPng, pngChunk } from './png.fixture.ts';

const [width, height] = [20, 17];

/** Rows of samples in big-endian bytes, `perPixel` of them for each pixel. */
function rowsOf(
  bytes: 1 | 2,
  perPixel: number,
  sample: (x: number, y: number, channel: number) => number,
): Uint8Array[] {
  return Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(width * perPixel * bytes);
    for (let i = 0; i < width * perPixel; i++) {
      row.writeUIntBE(sample(Math.floor(i / perPixel), y, i % perPixel), i * bytes, bytes);
    }
    return row;
  });
}

function pixels(sample: (x: number, y: number) => number): number[] {
  return Array.from({ length: width * height }, (_, i) => sample(i % width, Math.floor(i / width)));
}

const ramp16 = (x: number, y: number) => (x * 3001 + y * 911) % 65536;
const ramp8 = (x: number, y: number) => (x * 31 + y * 7) % 256;

test.each([1, 2, 4])('grey of %s bits keeps its own values', async (depth) => {
  const value = (x: number, y: number) => (x + 3 * y) % 2 ** depth;
  const rows = Array.from({ length: height }, (_, y) => {
    const row = new Uint8Array(Math.ceil((width * depth) / 8));
    for (let x = 0; x < width; x++)
      row[Math.floor((x * depth) / 8)]! |= value(x, y) << (8 - depth - ((x * depth) % 8));
    return row;
  });
  const frame = await decodePng(buildPng({ width, height, depth, colourType: 0, rows }));
  expect(frame).toMatchObject({ width, height, bitDepth: depth });
  expect([...frame.samples]).toEqual(pixels(value));
});

test('16-bit samples are exact, whatever gamma, profile and chromaticities the file names', async () => {
  const extra = [
    pngChunk('gAMA', Uint8Array.of(0, 1, 0x86, 0xa0)),
    pngChunk('cHRM', new Uint8Array(32).fill(1)),
    pngChunk(
      'iCCP',
      Buffer.concat([Buffer.from('profile\0\0'), deflateSync(Buffer.from('no profile at all'))]),
    ),
  ];
  const file = buildPng({ width, height, depth: 16, colourType: 0, rows: rowsOf(2, 1, ramp16), extra });
  const frame = await decodePng(file);
  expect(frame.bitDepth).toBe(16);
  expect(frame.samples).toEqual(Uint16Array.from(pixels(ramp16)));
});

test('interlaced files decode as plain ones', async () => {
  const samples = Uint16Array.from(pixels(ramp16));
  const image = sharp(samples, { raw: { width, height, channels: 1 } }).toColourspace('grey16');
  const frame = await decodePng(await image.png({ progressive: true }).toBuffer());
  expect(frame.samples).toEqual(samples);
});

test.each([
  [8, 'fits in 8', (v: number) => v >> 8],
  [10, 'fits in 10', (v: number) => v >> 6],
  [12, 'fits in 12', (v: number) => v >> 4],
  [14, 'fits in 14', (v: number) => v >> 2],
  [12, 'is shifted up by 4', (v: number) => (v >> 4) << 4],
  [14, 'is shifted up by 2', (v: number) => (v >> 2) << 2],
  [16, 'uses all', (v: number) => v],
])('tells %s bits where the content %s, and keeps the values', async (bits, _, of) => {
  const sample = (x: number, y: number) => of(65535 - ramp16(x, y));
  const frame = await decodePng(
    buildPng({ width, height, depth: 16, colourType: 0, rows: rowsOf(2, 1, sample) }),
  );
  expect(frame.bitDepth).toBe(bits);
  expect([...frame.samples]).toEqual(pixels(sample));
});

test('a stated number of significant bits is believed', async () => {
  const extra = [pngChunk('sBIT', Uint8Array.of(12))];
  const file = buildPng({ width, height, depth: 16, colourType: 0, rows: rowsOf(2, 1, ramp16), extra });
  expect((await decodePng(file)).bitDepth).toBe(12);
});

test.each([
  ['RGB of 8 bits', 8, 2, 3, ramp8],
  ['RGB of 16 bits', 16, 2, 3, ramp16],
  ['opaque grey with alpha of 8 bits', 8, 4, 2, ramp8],
  ['opaque grey with alpha of 16 bits', 16, 4, 2, ramp16],
  ['opaque RGBA of 8 bits', 8, 6, 4, ramp8],
  ['opaque RGBA of 16 bits', 16, 6, 4, ramp16],
] as const)('%s is read when it is grey', async (_, depth, colourType, channels, ramp) => {
  const isAlpha = (channel: number) => channels % 2 === 0 && channel === channels - 1;
  const sample = (x: number, y: number, channel: number) => (isAlpha(channel) ? 2 ** depth - 1 : ramp(x, y));
  const rows = rowsOf(depth === 8 ? 1 : 2, channels, sample);
  const frame = await decodePng(buildPng({ width, height, depth, colourType, rows }));
  expect([...frame.samples]).toEqual(pixels(ramp));
});

test('a grey palette is looked up, a colour palette refused', async () => {
  const rows = rowsOf(1, 1, (x) => x % 3);
  const parts = { width, height, depth: 8, colourType: 3, rows };
  const grey = buildPng({
    ...parts,
    extra: [pngChunk('PLTE', Uint8Array.of(5, 5, 5, 90, 90, 90, 200, 200, 200))],
  });
  expect([...(await decodePng(grey)).samples]).toEqual(pixels((x) => [5, 90, 200][x % 3]!));
  const green = buildPng({
    ...parts,
    extra: [pngChunk('PLTE', Uint8Array.of(5, 5, 5, 0, 90, 0, 200, 200, 200))],
  });
  await expect(decodePng(green)).rejects.toMatchObject({
    code: 'HOLOGRAM_UNSUPPORTED',
    message: expect.stringContaining('column 1, row 0'),
  });
});

test('colour is refused even where one sample of one pixel differs by one', async () => {
  const rows = rowsOf(2, 3, (x, y, channel) => ramp16(x, y) + (x === 7 && y === 5 && channel === 2 ? 1 : 0));
  await expect(decodePng(buildPng({ width, height, depth: 16, colourType: 2, rows }))).rejects.toMatchObject({
    code: 'HOLOGRAM_UNSUPPORTED',
    message: expect.stringContaining('column 7, row 5'),
  });
});

test('transparency is refused, as a channel and as a transparent colour', async () => {
  const rows = rowsOf(1, 2, (x, _, channel) => (channel === 1 && x === 3 ? 254 : 255));
  const refusal = { code: 'HOLOGRAM_UNSUPPORTED', message: expect.stringContaining('transparent') };
  await expect(decodePng(buildPng({ width, height, depth: 8, colourType: 4, rows }))).rejects.toMatchObject(
    refusal,
  );
  const extra = [pngChunk('tRNS', Uint8Array.of(0, 7))];
  const keyed = buildPng({ width, height, depth: 8, colourType: 0, rows: rowsOf(1, 1, () => 7), extra });
  await expect(decodePng(keyed)).rejects.toMatchObject(refusal);
});

test('an animation of several frames is refused', async () => {
  const extra = [pngChunk('acTL', Uint8Array.of(0, 0, 0, 5, 0, 0, 0, 0))];
  const file = buildPng({ width, height, depth: 8, colourType: 0, rows: rowsOf(1, 1, ramp8), extra });
  await expect(decodePng(file)).rejects.toMatchObject({
    code: 'HOLOGRAM_UNSUPPORTED',
    message: expect.stringContaining('5 frames'),
  });
});

test('compressed texts that would unpack to gigabytes are never unpacked', async () => {
  const bomb = pngChunk(
    'zTXt',
    Buffer.concat([Buffer.from('k\0\0'), deflateSync(new Uint8Array(8_000_000))]),
  );
  const extra = Array.from({ length: 500 }, () => bomb);
  const before = process.memoryUsage().rss;
  const frame = await decodePng(
    buildPng({ width, height, depth: 8, colourType: 0, rows: rowsOf(1, 1, ramp8), extra }),
  );
  expect([...frame.samples]).toEqual(pixels(ramp8));
  expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
});
