import { demodulate, nativeGrid, type NativeField } from '../demodulate/demodulate.ts';
import { distance, type Frequency } from '../field/frequency.ts';
import { tileMoments } from '../field/tile-moments.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';
import { EDGE } from '../sideband/bandwidth.ts';

/** Pixels along a tile's side: some eight independent numbers at each place of the spectrum. */
export const QUIET_TILE = 32;
/** Along a side: fewer tiles say nothing of what one of them holds more than others. */
export const LEAST_QUIET_TILES = 4;
/** Share of what is expected on the whole: a camera's noise is nowhere less. */
export const LEAST_EXPECTED = 0.1;

/** The first `most` of the places whose discs do not overlap, cycles per pixel. */
export function discsApart(
  places: readonly { readonly at: Frequency }[],
  least: number,
  most: number,
): readonly Frequency[] {
  const taken: Frequency[] = [];
  for (const { at } of places)
    if (taken.length < most && taken.every((one) => distance(one, at) >= least)) taken.push(at);
  return taken;
}

/** Mean squared modulus of what lies around a frequency in each of `tiles × tiles` tiles, row by row, and the samples that it was taken from. */
export function powersAround(
  kernels: Kernels,
  image: { readonly plane: RealPlane; readonly mean: number },
  at: Frequency,
  radius: number,
  tiles: number,
): {
  readonly power: Float64Array;
  readonly samples: Pick<NativeField, 'rows' | 'cols' | 'stepX' | 'stepY'>;
} {
  using scope = kernels.scope();
  const { rows, cols } = image.plane;
  const filter = { passRadius: radius / (1 + EDGE), stopRadius: radius, taper: QUIET_TILE };
  const field = demodulate(kernels, scope, image, at, filter, nativeGrid(rows, cols, radius));
  const { power } = tileMoments(kernels, field.plane, field.rows, field.cols, tiles);
  return { power, samples: { rows: field.rows, cols: field.cols, stepX: field.stepX, stepY: field.stepY } };
}
