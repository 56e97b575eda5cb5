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
  const among = [...lit.keys()].filter((t) => where[t]! > 0);
  const usual = Float64Array.from(among, (t) => coherence[t]!).sort()[Math.floor(0.75 * among.length)] ?? 1;
  const coherent = lit.map((w, t) => (coherence[t]! > coherentShare * usual ? w : 0));
  if (noise === 0) return coherent;
  const ofCamera = (t: number) => noise / (modulus[t]! * modulus[t]!);
  const middle = Float64Array.from(among, ofCamera).sort()[among.length >> 1] ?? 0;
  const besideCamera = Math.max(0, scatterOf(usual) - middle);
  return coherent.map((w, t) =>
    w > 0 && scatterOf(coherence[t]!) < ownScatter * (ofCamera(t) + besideCamera) ? w : 0,
  );
}

/** Variance of a tile's samples about their mean, in squares of the mean. */
function scatterOf(coherence: number): number {
  return 1 / (coherence * coherence) - 1;
}
