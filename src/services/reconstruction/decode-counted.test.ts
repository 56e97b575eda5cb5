import sharp from 'sharp';
import { expect, it } from 'vitest';
import { decodeCounted, nativeReadingMs } from './decode-counted.ts';

it('counts how long native code takes to read a picture', async () => {
  const [width, height] = [1200, 900];
  const samples = Uint8Array.from({ length: width * height }, (_, k) => (k * k) >> 7);
  const raw = { width, height, channels: 1 } as const;
  const png = await sharp(samples, { raw }).toColourspace('b-w').png().toBuffer();
  const before = nativeReadingMs();
  // where this thread gets its turn only after the other one has read all, it has not waited
  for (let k = 0; k < 20 && nativeReadingMs() <= before + 1; k += 1) {
    const { frame } = await decodeCounted(png, {});
    expect(frame.samples).toEqual(samples);
  }
  expect(nativeReadingMs()).toBeGreaterThan(before + 1);
});
