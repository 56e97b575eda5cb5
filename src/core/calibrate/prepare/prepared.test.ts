import { expect, it } from 'vitest';
import type { CameraImage } from '../../field/camera.ts';
import { alikeShare, saturatedShare } from './prepared.ts';
import { prepareSettings } from './prepare-settings.ts';

it.each([
  ['a file as deep as its camera', 255, 8, 1, 0.01],
  ['12 bits in a file of 16', 4095, 16, 4, 0.04],
  ['one pixel at that value', 4095, 16, 1, 0],
  ['a largest value that ends no number of bits', 4000, 16, 4, 0],
])('tells full pixels in %s', (_, maximum, bitDepth, count, share) => {
  const plane = { rows: 10, cols: 10 };
  const image = { maximum, fractionAtMaximum: count / 100, plane } as unknown as CameraImage;
  const settings = { ...prepareSettings, evidence: { ...prepareSettings.evidence, saturated: 0.5 } };
  expect(saturatedShare(image, bitDepth, settings)).toBe(share);
});

it('tells which share of the pixels hold the commonest value, where there is rounding', () => {
  const samples = [5, 5, 7, 5, 65_535];
  const frame = { width: 5, height: 1, bitDepth: 16 };
  expect(alikeShare({ ...frame, samples: Uint16Array.from(samples) })).toBe(0.6);
  expect(alikeShare({ ...frame, samples: Float32Array.from(samples), bitDepth: 32 })).toBe(0);
});
