import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { buildBmp } from '../image/bmp.fixture.ts';
import type { HologramFormat } from '../samples/sniff.ts';
import { statedRig } from './stated-rig.ts';

const SIDE = 16;
const image = () => sharp(new Uint8Array(SIDE * SIDE), { raw: { width: SIDE, height: SIDE, channels: 1 } });
const bigEndian = (bytes: number, ...values: readonly number[]) =>
  Buffer.concat(
    values.map((value) => {
      const block = Buffer.alloc(bytes);
      block.writeUIntBE(value, 0, bytes);
      return block;
    }),
  );

/** A PNG whose header chunk is followed by this one. */
async function png(type: string, data: Uint8Array): Promise<Uint8Array> {
  const plain = await image().png().toBuffer();
  const chunk = Buffer.concat([bigEndian(4, data.length), Buffer.from(type), data, bigEndian(4, 0)]);
  return new Uint8Array(Buffer.concat([plain.subarray(0, 33), chunk, plain.subarray(33)]));
}
const pngOf = (x: number, y: number, unit = 1) =>
  png('pHYs', Buffer.concat([bigEndian(4, x, y), Buffer.of(unit)]));

/** A JPEG that begins with this segment in place of libjpeg's. */
async function jpegOf(x: number, y: number, unit: number): Promise<Uint8Array> {
  const plain = await image().jpeg().toBuffer();
  const rest = plain.subarray(2 + 2 + plain.readUInt16BE(4));
  const jfif = Buffer.concat([
    ...[Buffer.from('JFIF\0'), Buffer.of(1, 2, unit), bigEndian(2, x, y), Buffer.of(0, 0)],
  ]);
  const head = Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe0), bigEndian(2, jfif.length + 2), jfif]);
  return new Uint8Array(Buffer.concat([head, rest]));
}

function bmpOf(x: number, y: number): Promise<Uint8Array> {
  const bytes = Buffer.from(buildBmp());
  bytes.writeInt32LE(x, 38);
  bytes.writeInt32LE(y, 42);
  return Promise.resolve(new Uint8Array(bytes));
}

type Case = readonly [string, HologramFormat, () => Promise<Uint8Array>, number, number];
const camera = Math.round(1e6 / 3.45);

describe('what pictures state of their pixels in their own way', () => {
  it.each<Case>([
    ['a PNG of 3.45 µm', 'png', () => pngOf(camera, camera), 3.45, 3.45],
    ['a PNG of unequal sides', 'png', () => pngOf(camera, 2 * camera), 3.45, 1.725],
    ['a BMP of 3.45 µm', 'bmp', () => bmpOf(camera, camera), 3.45, 3.45],
    ['a JPEG of 3.45 µm', 'jpeg', () => jpegOf(2899, 2899, 2), 3.45, 3.45],
    ['a JPEG finer than printers are', 'jpeg', () => jpegOf(7362, 7362, 1), 3.45, 3.45],
    ['a JPEG with Exif alone', 'jpeg', () => exifJpeg(7362.32), 3.45, 3.45],
  ])('%s', async (_, format, file, x, y) => {
    const { pixelSize } = statedRig(await file(), format);
    expect(pixelSize?.x_um).toBeCloseTo(x, 2);
    expect(pixelSize?.y_um).toBeCloseTo(y, 2);
  });

  const perMetre = (dpi: number) => [Math.floor(dpi / 0.0254), Math.ceil(dpi / 0.0254)];
  it.each([72, 96, 144, 150, 300, 600, 1200, 2400, 4800])(
    'nothing where it is %i dots an inch, as screens, phones and programs write',
    async (dpi) => {
      for (const each of perMetre(dpi)) {
        expect(statedRig(await pngOf(each, each), 'png').pixelSize).toBeNull();
        expect(statedRig(await bmpOf(each, each), 'bmp').pixelSize).toBeNull();
      }
      expect(statedRig(await jpegOf(dpi, dpi, 1), 'jpeg').pixelSize).toBeNull();
      for (const each of [Math.floor(dpi / 2.54), Math.ceil(dpi / 2.54)]) {
        expect(statedRig(await jpegOf(each, each, 2), 'jpeg').pixelSize).toBeNull();
      }
      expect(statedRig(await exifJpeg(dpi), 'jpeg').pixelSize).toBeNull();
    },
  );

  it.each<readonly [string, HologramFormat, () => Promise<Uint8Array>]>([
    ['a PNG of a ratio', 'png', () => pngOf(camera, camera, 0)],
    ['a PNG of nothing', 'png', () => pngOf(0, 0)],
    ['a PNG with a chunk cut short', 'png', () => png('pHYs', Buffer.of(0, 4, 108))],
    ['a JPEG of a ratio', 'jpeg', () => jpegOf(camera >> 8, camera >> 8, 0)],
    ['a JPEG of nothing', 'jpeg', () => jpegOf(0, 0, 2)],
    ['a BMP of nothing', 'bmp', () => bmpOf(0, 0)],
    ['a BMP of less than nothing', 'bmp', () => bmpOf(-camera, -camera)],
    ['a BMP of OS/2', 'bmp', () => Promise.resolve(buildBmp({ short: true }))],
    ['a PNG without the chunk', 'png', () => image().png().toBuffer()],
    ['a PNG with Exif of zeros', 'png', () => png('eXIf', new Uint8Array(40))],
  ])('nothing: %s', async (_, format, file) => {
    expect(statedRig(new Uint8Array(await file()), format).pixelSize).toBeNull();
  });
});

/** A JPEG of a camera program: Exif in JFIF's place, with hundredths of dots an inch. */
async function exifJpeg(perInch: number): Promise<Uint8Array> {
  const entry = (tag: number, type: number, value: number) => {
    const block = Buffer.alloc(12);
    [tag, type].forEach((one, k) => block.writeUInt16LE(one, 2 * k));
    [1, value].forEach((one, k) => block.writeUInt32LE(one, 4 + 4 * k));
    return block;
  };
  const fraction = Buffer.alloc(8);
  [Math.round(100 * perInch), 100].forEach((one, k) => fraction.writeUInt32LE(one, 4 * k));
  const entries = [entry(282, 5, 50), entry(283, 5, 50), entry(296, 3, 2)];
  const tags = Buffer.concat([
    Buffer.from('II*\0\x08\0\0\0\x03\0', 'latin1'),
    ...entries,
    Buffer.alloc(4),
    fraction,
  ]);
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), tags]);
  const plain = await image().jpeg().toBuffer();
  const head = Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe1), bigEndian(2, exif.length + 2), exif]);
  return new Uint8Array(Buffer.concat([head, plain.subarray(4 + plain.readUInt16BE(4))]));
}
