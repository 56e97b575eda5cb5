import { bytesAfter } from '../kernel/addresses.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import { tileBounds } from './tile-bounds.ts';

/** What the kernel `blockMoments` writes of each block. */
export const BLOCK_MOMENTS = 8;

/** Mean modulus and mean squared modulus of a field over each of `tiles × tiles` equal shares of it, row by row. */
export function tileMoments(
  kernels: Kernels,
  plane: ComplexPlane,
  rows: number,
  cols: number,
  tiles: number,
): { readonly modulus: Float64Array; readonly power: Float64Array } {
  using scratch = kernels.scope();
  const out = scratch.doubles(tiles * tiles * BLOCK_MOMENTS);
  for (let t = 0; t < tiles * tiles; t++) {
    // the kernel reads one row and one column beyond a tile
    const y = tileBounds(Math.floor(t / tiles), tiles, rows - 1);
    const x = tileBounds(t % tiles, tiles, cols - 1);
    const at = bytesAfter(out, t * BLOCK_MOMENTS * 8);
    const size = { blockRows: y.to - y.from, blockCols: x.to - x.from, tilesY: 1, tilesX: 1 };
    kernels.wasm.blockMoments(plane, at, { rowFrom: y.from, colFrom: x.from, ...size });
  }
  const moments = kernels.doubles(out, tiles * tiles * BLOCK_MOMENTS);
  const [modulus, power] = [new Float64Array(tiles * tiles), new Float64Array(tiles * tiles)];
  for (let t = 0; t < modulus.length; t++) {
    modulus[t] = moments[t * BLOCK_MOMENTS + 6]!;
    power[t] = moments[t * BLOCK_MOMENTS + 7]!;
  }
  return { modulus, power };
}
