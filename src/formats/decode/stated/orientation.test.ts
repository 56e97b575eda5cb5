import sharp from 'sharp';
import { expect, it } from 'vitest';
import { decodeFrame } from '../decode.ts';
import { inputFlags } from '../input-flags.ts';
import { buildTiff, greyTags } from '../tiff/tiff.fixture.ts';

const SIDE = 64;
const pixels = Uint8Array.from({ length: SIDE * SIDE }, (_, k) => (k * 7) % 251);
const image = () => sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 1 } }).toColourspace('b-w');
const asked = (orientation: number) => image().withMetadata({ orientation });
const tiff = (tags: Readonly<Record<number, number>>) =>
  buildTiff([{ tags: { ...greyTags(SIDE, SIDE, 8), ...tags }, segments: [pixels] }]);

/** What is said of a file's orientation, and whether its samples are those that are stored. */
async function said(bytes: Uint8Array) {
  const decoded = await decodeFrame(bytes);
  const flags = inputFlags(decoded, false, {}).filter(({ code }) => code === 'orientation_ignored');
  return { details: flags.map(({ detail }) => detail), samples: [...decoded.frame.samples] };
}

it.each([
  ['TIFF', async () => tiff({ 274: 3 }), 'turned by 180°'],
  ['PNG', () => asked(6).png().toBuffer(), 'turned by 90° clockwise'],
  ['JPEG', () => asked(2).jpeg({ quality: 100 }).toBuffer(), 'mirrored left to right'],
])('a %s that viewers show otherwise is taken as it is stored, and that is told', async (_, file, words) => {
  const { details, samples } = await said(await file());
  expect(details).toEqual([expect.stringContaining(`show the frame ${words}.`)]);
  // JPEG rounds
  samples.forEach((one, k) => expect(Math.abs(one - pixels[k]!)).toBeLessThanOrEqual(3));
});

it.each([
  ['a TIFF without the tag', async () => tiff({})],
  ['a TIFF as it is stored', async () => tiff({ 274: 1 })],
  ['a TIFF with a value that means nothing', async () => tiff({ 274: 99 })],
  ['a plain PNG', () => image().png().toBuffer()],
  ['a JPEG as it is stored', () => asked(1).jpeg().toBuffer()],
])('nothing is told of %s', async (_, file) => {
  expect((await said(await file())).details).toEqual([]);
});

it('a damaged Exif block tells nothing and refuses nothing', async () => {
  const bytes = new Uint8Array(await asked(8).jpeg().toBuffer());
  const at = Buffer.from(bytes).indexOf('Exif');
  expect((await said(bytes)).details).toHaveLength(1);
  for (const part of [8, 10, 12, 16]) {
    const damaged = bytes.slice();
    damaged.fill(0xff, at + part, at + part + 4);
    expect((await said(damaged)).samples).toHaveLength(SIDE * SIDE);
  }
});
