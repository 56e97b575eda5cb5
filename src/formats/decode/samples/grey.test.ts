import { expect, test } from 'vitest';
import { channels, greyOf, interleaved } from './grey.ts';

const [width, height] = [6, 5];
const pixels = width * height;
/** red is smooth, green has fringes, blue is weak noise */
const colour = [
  (i: number) => 100 + i,
  (i: number) => (i % 2 === 0 ? 40 : 200),
  (i: number) => 10 + ((7 * i) % 5),
] as const;
const beside = Uint8Array.from({ length: 3 * pixels }, (_, k) => colour[k % 3]!(Math.floor(k / 3)));
const planes = Uint8Array.from({ length: 3 * pixels }, (_, k) => colour[Math.floor(k / pixels)]!(k % pixels));
const inPlanes = { width, count: 3, stride: 1, step: pixels };

test.each(channels.map((channel, c) => [channel, c] as const))('%s comes out as it is', (channel, c) => {
  const expected = Uint8Array.from({ length: pixels }, (_, i) => colour[c]!(i));
  expect(greyOf(beside, interleaved(3, width), channel)).toEqual(expected);
  expect(greyOf(planes, inPlanes, channel)).toEqual(expected);
});

test.each([
  ['beside each other', beside, interleaved(3, width)],
  ['in planes', planes, inPlanes],
] as const)('without a channel colour %s is refused, with which one has the fringes', (_, data, layout) => {
  expect(() => greyOf(data, layout)).toThrow(
    /column 0, row 0 red, green and blue are 100, 40, 10.*channel=green/s,
  );
});

test('equal colours are grey, whichever channel is asked for', () => {
  const grey = Uint16Array.from({ length: 3 * pixels }, (_, k) => 1000 + Math.floor(k / 3));
  const expected = Uint16Array.from({ length: pixels }, (_, i) => 1000 + i);
  for (const channel of [null, ...channels]) {
    expect(greyOf(grey, interleaved(3, width), channel)).toEqual(expected);
  }
});

test('one sample a pixel is what it is', () => {
  const grey = Float32Array.of(1, 2, 3);
  expect(greyOf(grey, interleaved(1, 3), 'blue')).toBe(grey);
});

test('transparent pixels are refused, with a channel too', () => {
  const clear = Uint8Array.from({ length: 4 * pixels }, (_, k) => (k === 7 ? 254 : 255));
  for (const channel of [null, 'red'] as const) {
    expect(() => greyOf(clear, interleaved(4, width), channel)).toThrow('transparent');
  }
});
