import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Samples } from '../../core/field/frame.ts';
import { decodeFrame } from './decode.ts';

// Written by NumPy, tifffile, Pillow (libtiff, libpng), h5py, SciPy and Octave: see test/fixtures/make-fixtures.py.
const folder = new URL('../../../test/fixtures/decode/', import.meta.url);
const manifest: Record<string, Rule> = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8'));

const [width, height] = [40, 35];

/** The script's number types: what a sample is, what array holds it, and how many bits carry information. */
const rules = {
  u1: { of: (base: number) => base % 256, array: Uint8Array, bits: 8 },
  i1: { of: (base: number) => (base % 256) - 128, array: Int32Array, bits: 8 },
  bit1: { of: (base: number) => base % 2, array: Uint8Array, bits: 1 },
  bit12: { of: (base: number) => base % 4096, array: Uint16Array, bits: 12 },
  bit12high: { of: (base: number) => (base % 4096) * 16, array: Uint16Array, bits: 12 },
  u2: { of: (base: number) => base, array: Uint16Array, bits: 16 },
  i2: { of: (base: number) => base - 32768, array: Int32Array, bits: 16 },
  u4: { of: (base: number) => base * 65537, array: Float64Array, bits: 32 },
  i4: { of: (base: number) => base * 32768 - 2 ** 30, array: Int32Array, bits: 32 },
  i8: { of: (base: number) => base - 1000, array: Int32Array, bits: 32 },
  f4: { of: (base: number) => (base - 1000) / 8, array: Float32Array, bits: 32 },
  f8: { of: (base: number) => (base - 1000) / 3, array: Float64Array, bits: 64 },
} satisfies Record<string, { of: (base: number) => number; array: unknown; bits: number }>;
type Rule = keyof typeof rules;

function expected(rule: Rule): Samples {
  const samples = new rules[rule].array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      samples[y * width + x] = rules[rule].of((31 * x * x + 97 * x * y + 211 * y * y + 11 * x) % 65521);
    }
  }
  return samples;
}

test.each(Object.entries(manifest))('%s decodes to its %s samples exactly', async (name, rule) => {
  const { frame, needsReview } = await decodeFrame(readFileSync(new URL(name, folder)));
  expect([frame.width, frame.height, frame.bitDepth]).toEqual([width, height, rules[rule].bits]);
  const samples = expected(rule);
  expect(frame.samples).toEqual(
    name.includes('white-is-zero') ? samples.map((value) => 255 - value) : samples,
  );
  expect(needsReview).toBe(/\.(h5|bmp|mat)$/.test(name));
});
