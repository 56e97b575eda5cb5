import { grey, magma, sampleColourMap, viridis, type ColourMap } from '../../formats/preview/colour-map.ts';
import type { MapName } from '../package/opened-package.ts';

export type ColourName = 'viridis' | 'magma' | 'grey' | 'cyclic' | 'diverging';

/** Where there is no value. */
export const NO_VALUE_RGB: readonly [number, number, number] = [201, 206, 214];

const maps: Readonly<Record<ColourName, ColourMap>> = {
  ...{ viridis, magma, grey },
  // equal steps along a tilted circle in Oklab (Ottosson, 2020): its ends meet, so −π and π look the same
  cyclic:
    '412865 59275c 6e2f59 823a58 954858 a65659 b6675a c5785c d18b5f db9e63 e1b36b dec977 c8dc8c ' +
    '9edc9f 79d1a7 59c3aa 3bb3aa 1da2a7 0091a3 007f9d 006d95 105b8c 224981 303774 412865',
  // two hues of equal steps in Oklab from one light grey: its middle is zero
  diverging:
    '0256a9 2e6ab3 4b7ebd 6791c7 82a4d0 9db7d9 b9cbe2 d5deea f2f2f2 ' +
    'e9d9d5 e0c1b9 d6a99d cc9182 c07967 b4614c a74831 9a2c0f',
};

export const colourTitles: Readonly<Record<ColourName, string>> = {
  viridis: 'Viridis',
  magma: 'Magma',
  grey: 'Grey',
  cyclic: 'Cyclic',
  diverging: 'Diverging',
};

/** What a map starts with: cyclic where −π and π are the same, grey where brightness is meant. */
export function usualColours(name: MapName | 'hologram' | 'difference'): ColourName {
  if (name === 'phase_wrapped') return 'cyclic';
  if (name === 'amplitude' || name === 'hologram') return 'grey';
  if (name === 'phase_uncertainty' || name === 'phase_noise' || name === 'temporal_std') return 'magma';
  return name === 'difference' ? 'diverging' : 'viridis';
}

/** 256 colours as the 32-bit words of an ImageData (little-endian: alpha, blue, green, red). */
export function colourWords(name: ColourName): Uint32Array {
  return Uint32Array.from(sampleColourMap(maps[name], 256), colourWord);
}

export function colourWord([red, green, blue]: readonly [number, number, number]): number {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** CSS colours from the low end to the high end, for bars. */
export function colourStops(name: ColourName, count: number): string[] {
  return sampleColourMap(maps[name], count).map((colour) => `rgb(${colour.join(' ')})`);
}
