import type { BackgroundSettings } from './background-settings.ts';
import type { Tiles } from './tiles.ts';

/**
 * Which tiles may hold the background's phase. The mean of a tile over a pattern lies between the pattern's levels, as far from the ground
 * as its samples lie from each other: where most of a frame is such, a surface that bends from the ground up to these means predicts
 * them all. So a tile has to be about as coherent as is usual here; and where the camera's noise is known, what its samples scatter by
 * has to be what the quiet quarter's do and its own light leaves of that noise.
 * @param lit 0 leaves a tile out
 * @param where tiles that tell what is usual
 * @param noise E|n|² of the camera's noise in a sample; 0: not known
 */
export function quietTiles(
  { coherence, modulus }: Pick<Tiles, 'coherence' | 'modulus'>,
  lit: Float64Array,
  where: ArrayLike<number>,
  noise: number,
  { coherentShare, ownScatter }: Pick<BackgroundSettings, 'coherentShare' | 'ownScatter'>,
): Float64Array {
  const ofCamera = new Float64Array(modulus.length);
  for (let t = 0; t < ofCamera.length; t++) ofCamera[t] = noise / (modulus[t]! * modulus[t]!);
  const among = amongThose(coherence, where).sort();
  const usual = among[Math.floor(0.75 * among.length)] ?? 1;
  const middle = amongThose(ofCamera, where).sort()[among.length >> 1] ?? 0;
  const besideCamera = Math.max(0, scatterOf(usual) - middle);
  const quiet = new Float64Array(lit.length);
  for (let t = 0; t < quiet.length; t++) {
    if (!(coherence[t]! > coherentShare * usual)) continue;
    const isQuiet = noise === 0 || scatterOf(coherence[t]!) < ownScatter * (ofCamera[t]! + besideCamera);
    if (isQuiet) quiet[t] = lit[t]!;
  }
  return quiet;
}

function amongThose(values: Float64Array, where: ArrayLike<number>): Float64Array {
  const some = new Float64Array(values.length);
  let count = 0;
  for (let t = 0; t < values.length; t++) if (where[t]! > 0) some[count++] = values[t]!;
  return some.slice(0, count);
}

/** Variance of a tile's samples about their mean, in squares of the mean. */
function scatterOf(coherence: number): number {
  return 1 / (coherence * coherence) - 1;
}
