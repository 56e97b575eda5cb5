/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** A colour map as colours at equal steps from its low end to its high end, hexadecimal, linear between them in sRGB. */
export type ColourMap = string;

/**
 * viridis and magma by Nathaniel J. Smith, Stéfan van der Walt and Eric Firing (2015, CC0), thinned to 18 colours:
 * within 5 levels of the original everywhere.
 */
export const viridis: ColourMap =
  '440154 481769 472a7a 433d84 3d4e8a 355e8d 2e6d8e 297b8e 23898e ' +
  '1f978b 21a585 2eb37c 46c06f 65cb5e 89d548 b0dd2f d8e219 fde725';
export const magma: ColourMap =
  '000004 090720 1a1042 311165 4a1079 621980 792282 912b81 aa337d ' +
  'c23b75 d9466b ec5860 f7725c fc8e64 feaa74 fec68a fde2a3 fcfdbf';
export const grey: ColourMap = '000000 ffffff';

/** `count` colours from the low end of the map to its high end. */
export function sampleColourMap(map: ColourMap, count: number): Colour[] {
  const anchors = map.split(' ').map(parseColour);
  return Array.from({ length: count }, (_, index) => {
    const position = (index / (count - 1)) * (anchors.length - 1);
    const left = Math.min(Math.floor(position), anchors.length - 2);
    const share = position - left;
    const channel = (c: 0 | 1 | 2): number =>
      Math.round(anchors[left]![c] * (1 - share) + anchors[left + 1]![c] * share);
    return [channel(0), channel(1), channel(2)];
  });
}

export function parseColour(hex: string): Colour {
  const value = parseInt(hex, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
