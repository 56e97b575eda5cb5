import { medianInPlace } from '../fit/median.ts';
import type { BackgroundSettings } from './background-settings.ts';
import { medianOfLight } from './light-of-tiles.ts';
import type { Tiles } from './tiles.ts';

/** Which tiles carry phase. */
export interface LitTiles {
  /** E|n|² of a sample */
  readonly noise: number;
  /** not all tiles may carry light, and a surface reaches no further than they carry it */
  readonly isUneven: boolean;
  /** tiles that are dim beside those where most of the light is carry none */
  readonly isBrightOnly: boolean;
  /** the sample is in focus: its levels end where it does */
  readonly isFocused: boolean;
}

export const litAllOver: LitTiles = { noise: 0, isUneven: false, isBrightOnly: false, isFocused: false };

/** Whether some tiles carry phase, but are dim beside those where most of the light is. */
export function hasDimTiles(tiles: Tiles, light: LitTiles, settings: BackgroundSettings): boolean {
  const brightOnly = brightTiles(tiles, { ...light, isBrightOnly: true }, settings);
  const bright = brightTiles(tiles, light, settings);
  for (let t = 0; t < bright.length; t++) if (bright[t] !== brightOnly[t]) return true;
  return false;
}

/**
 * 1 for usable tiles that are bright enough to carry phase, and hold more light than noise; 0 for the others.
 */
export function brightTiles(
  tiles: Tiles,
  { noise, isBrightOnly }: LitTiles,
  { leastModulus }: BackgroundSettings,
): Float64Array {
  const usual = (isBrightOnly ? medianOfLight : medianInPlace)(usable(tiles));
  const least = Math.max(leastModulus * usual, Math.sqrt(noise + noise));
  const bright = new Float64Array(tiles.count);
  for (let t = 0; t < bright.length; t++) if (tiles.modulus[t]! > least) bright[t] = tiles.inside[t]!;
  return bright;
}

/** The modulus of tiles that may be used. */
function usable({ modulus, inside }: Tiles): Float64Array {
  const some = new Float64Array(modulus.length);
  let count = 0;
  for (let t = 0; t < modulus.length; t++) if (inside[t] === 1) some[count++] = modulus[t]!;
  return some.subarray(0, count);
}
