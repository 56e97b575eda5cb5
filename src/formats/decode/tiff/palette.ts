import { greyOf, type Channel } from '../samples/grey.ts';
import { unreadable } from '../samples/refusals.ts';
import type { TiffPage } from './page.ts';

/** Indices to the samples of a colour map, of one channel where it is not grey throughout; 8-bit where it was made from 8 bits. */
export function applyPalette(
  indices: Uint8Array,
  colorMap: readonly number[],
  { bitsPerSample, width }: Pick<TiffPage, 'bitsPerSample' | 'width'>,
  channel: Channel | null,
): Uint8Array | Uint16Array {
  const entries = 2 ** bitsPerSample;
  if (colorMap.length !== 3 * entries)
    throw unreadable(`The TIFF palette has ${colorMap.length / 3} entries, not ${entries}.`);
  const factor = [257, 256].find((step) => colorMap.every((value) => value % step === 0)) ?? 1;
  const pixels = indices.length;
  const planes = factor > 1 ? new Uint8Array(3 * pixels) : new Uint16Array(3 * pixels);
  for (let c = 0; c < 3; c++)
    for (let i = 0; i < pixels; i++) planes[c * pixels + i] = colorMap[c * entries + indices[i]!]! / factor;
  return greyOf(planes, { width, count: 3, stride: 1, step: pixels }, channel);
}
