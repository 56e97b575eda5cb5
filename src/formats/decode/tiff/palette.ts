import { unreadable, unsupported } from '../samples/refusals.ts';

/** Indices to the grey samples of a colour map that is grey throughout; 8-bit where it was made from 8 bits. */
export function applyGreyPalette(
  indices: Uint8Array,
  colorMap: readonly number[],
  bitsPerSample: number,
): Uint8Array | Uint16Array {
  const entries = 2 ** bitsPerSample;
  if (colorMap.length !== 3 * entries)
    throw unreadable(`The TIFF palette has ${colorMap.length / 3} entries, not ${entries}.`);
  const greys = colorMap.slice(0, entries);
  if (greys.some((grey, i) => grey !== colorMap[entries + i] || grey !== colorMap[2 * entries + i])) {
    throw unsupported('The TIFF has a colour palette. Save the frame as grey, without a lookup table.');
  }
  if (greys.every((grey) => grey % 257 === 0)) return indices.map((index) => greys[index]! / 257);
  if (greys.every((grey) => grey % 256 === 0)) return indices.map((index) => greys[index]! / 256);
  return Uint16Array.from(indices, (index) => greys[index]!);
}
