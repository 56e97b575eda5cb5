import type { Kernels } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import { tileBounds } from './tile-bounds.ts';

const MOMENTS = 8;

/** Mean modulus and mean squared modulus of a field over each of `tiles × tiles` equal shares of it, row by row. */
export function tileMoments(
  kernels: Kernels,
  plane: ComplexPlane,
  rows: number,
  cols: number,
  tiles: number,
): { readonly modulus: Float64Array; readonly power: Float64Array } {
  using scratch = kernels.scope();
  const out = scratch.block(tiles * tiles * MOMENTS * 8);
  for (let t = 0; t < tiles * tiles; t++) {
    // the kernel reads one row and one column beyond a tile
    const y = tileBounds(Math.floor(t / tiles), tiles, rows - 1);
    const x = tileBounds(t % tiles, tiles, cols - 1);
    const at = out + t * MOMENTS * 8;
    const size = [y.to - y.from, x.to - x.from] as const;
    kernels.run.blockMoments(plane.ptr, plane.pitchBytes, y.from, x.from, ...size, 1, 1, at);
  }
  const moments = kernels.doubles(out, tiles * tiles * MOMENTS);
  const pick = (k: number) =>
    Float64Array.from({ length: tiles * tiles }, (_, t) => moments[t * MOMENTS + k]!);
  return { modulus: pick(6), power: pick(7) };
}
