import { expect, test } from 'vitest';
import { decodeBmp } from './bmp.ts';
import { buildBmp, greyAt, type BmpParts } from './bmp.fixture.ts';

const [width, height] = [21, 17];
const pixels = (sample: (x: number, y: number) => number) =>
  Array.from({ length: width * height }, (_, i) => sample(i % width, Math.floor(i / width)));
const samplesOf = (parts: BmpParts) => [...decodeBmp(buildBmp(parts)).samples];

// Other programs' files are among the fixtures; here is what those programs do not write.
test.each<[string, BmpParts]>([
  ['8 bits from below', {}],
  ['8 bits from above', { topDown: true }],
  ['the short header of OS/2', { short: true }],
  ['run lengths', { runLengths: true }],
  ['run lengths from above', { runLengths: true, topDown: true }],
  ['24 bits', { bitsPerPixel: 24, pixel: (x, y) => 0x010101 * greyAt(x, y) }],
  ['24 bits from above', { bitsPerPixel: 24, topDown: true, pixel: (x, y) => 0x010101 * greyAt(x, y) }],
  [
    '32 bits with a byte that means nothing',
    { bitsPerPixel: 32, pixel: (x, y) => 0x010101 * greyAt(x, y) + 0x5a000000 },
  ],
  [
    '32 bits with masks',
    {
      ...{ bitsPerPixel: 32, masks: [0xff000000, 0x00ff0000, 0x0000ff00] },
      pixel: (x, y) => 0x01010100 * greyAt(x, y),
    },
  ],
])('%s keeps its grey values, the first row on top', (_, parts) => {
  expect(samplesOf(parts)).toEqual(pixels(greyAt));
  expect(decodeBmp(buildBmp(parts))).toMatchObject({ width, height, bitDepth: 8 });
});

test.each([1, 4])('%i bits a pixel are looked up in the palette', (bitsPerPixel) => {
  const most = 2 ** bitsPerPixel - 1;
  const pixel = (x: number, y: number) => (x + 3 * y) % (most + 1);
  expect(samplesOf({ bitsPerPixel, pixel })).toEqual(pixels((x, y) => (pixel(x, y) * 255) / most));
});

test('16 bits hold five of each colour, or six of green, and grey is the finest of them', () => {
  const five = (x: number, y: number) => greyAt(x, y) >> 3;
  const plain = { bitsPerPixel: 16, pixel: (x: number, y: number) => five(x, y) * 0x0421 };
  expect(samplesOf(plain)).toEqual(pixels(five));
  expect(decodeBmp(buildBmp(plain)).bitDepth).toBe(5);
  const six = (x: number, y: number) => greyAt(x, y) >> 2;
  const pixel = (x: number, y: number) => ((six(x, y) >> 1) << 11) | (six(x, y) << 5) | (six(x, y) >> 1);
  const masked = { bitsPerPixel: 16, masks: [0xf800, 0x07e0, 0x001f], pixel };
  expect(samplesOf(masked)).toEqual(pixels(six));
  expect(decodeBmp(buildBmp(masked)).bitDepth).toBe(6);
});

test('ten bits a colour come out whole', () => {
  const ten = (x: number, y: number) => greyAt(x, y) * 4 + 1;
  const masks = [0x3ff00000, 0x000ffc00, 0x000003ff];
  const pixel = (x: number, y: number) => (ten(x, y) << 20) | (ten(x, y) << 10) | ten(x, y);
  const frame = decodeBmp(buildBmp({ bitsPerPixel: 32, masks, pixel }));
  expect([...frame.samples]).toEqual(pixels(ten));
  expect(frame.bitDepth).toBe(10);
});

const refusal = (change: (view: DataView, bytes: Uint8Array) => void, parts: BmpParts = {}) => {
  const bytes = buildBmp(parts);
  change(new DataView(bytes.buffer), bytes);
  try {
    decodeBmp(bytes);
    return 'a frame';
  } catch (error) {
    return (error as Error).message;
  }
};

test('colour is refused with where it is', () => {
  const pixel = (x: number, y: number) => 0x010101 * greyAt(x, y) + (x === 3 && y === 2 ? 1 : 0);
  expect(refusal(() => {}, { bitsPerPixel: 24, pixel })).toContain('column 3, row 2');
  // 5-6-5 of which red differs from green's leading bits
  const masks = [0xf800, 0x07e0, 0x001f];
  expect(refusal(() => {}, { bitsPerPixel: 16, masks, pixel: () => 0xf800 })).toContain('in colour');
});

test.each<[string, (view: DataView, bytes: Uint8Array) => void, string]>([
  ['a header of no version', (view) => view.setUint32(14, 41, true), 'header of 41 bytes'],
  ['a depth that there is not', (view) => view.setUint16(28, 7, true), '7 bits'],
  ['JPEG inside', (view) => view.setUint32(30, 4, true), 'cameras do not write'],
  ['no width', (view) => view.setInt32(18, 0, true), 'not a size'],
  ['a negative width', (view) => view.setInt32(18, -21, true), 'not a size'],
  ['pixels beyond the file', (view) => view.setUint32(10, 4_000_000_000, true), 'cut short'],
  ['a frame that is too large', (view) => view.setInt32(18, 4001, true), '4001 × 17'],
  ['a palette beyond the file', (view) => view.setUint32(10, 54, true), 'a frame'],
])('%s', (_, change, words) => expect(refusal(change)).toContain(words));

test('a pixel of a colour that the palette lacks is refused', () => {
  expect(refusal((view) => view.setUint32(46, 100, true))).toContain('its palette lacks');
});

test('runs beyond the edge of the picture are refused, and a move of nearly four billion too', () => {
  const parts = { runLengths: true };
  const pixelsFrom = new DataView(buildBmp(parts).buffer).getUint32(10, true);
  expect(refusal((_, bytes) => void (bytes[pixelsFrom] = 255), parts)).toContain('beyond its edges');
  const far = (_: DataView, bytes: Uint8Array) => bytes.set([0, 2, 255, 255, 1, 1], pixelsFrom);
  expect(refusal(far, parts)).toContain('beyond its edges');
});

test('masks that are empty or torn are refused', () => {
  const with32 = (masks: number[]) => refusal(() => {}, { bitsPerPixel: 32, masks, pixel: () => 0 });
  expect(with32([0, 0xff00, 0xff])).toContain('without a place');
  expect(with32([0xff0000, 0xf0f0, 0xff])).toContain('do not lie together');
  expect(with32([0xffffff00, 0xff, 0xff])).toContain('up to 16');
});
