import sharp from 'sharp';
import { expect, it } from 'vitest';
import { decodeCounted, nativeReadingMs } from './decode-counted.ts';

it('counts how long native code takes to read a picture', async () => {
  const [width, height] = [1200, 900];
  const samples = Uint8Array.from({ length: width * height }, (_, k) => (k * k) >> 7);
  const raw = { width, height, channels: 1 } as const;
  const png = await sharp(samples, { raw }).toColourspace('b-w').png().toBuffer();
  const before = nativeReadingMs();
  const { frame } = await decodeCounted(png, {});
  expect(frame.samples).toEqual(samples);
  expect(nativeReadingMs()).toBeGreaterThan(before + 1);
});
