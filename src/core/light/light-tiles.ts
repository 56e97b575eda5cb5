import { bytesAfter } from '../kernel/addresses.ts';
import { tileBounds } from '../field/tile-bounds.ts';
import type { RealPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { LightFitSettings } from './light-settings.ts';

export interface LightTiles {
  readonly tilesX: number;
  readonly tilesY: number;
  /** row by row, counts */
  readonly value: Float64Array;
  /** whether light fell on all of a tile: others tell nothing of it */
  readonly isLit: (tile: number) => boolean;
  /** Legendre coordinates of the tiles' centres */
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Means of a frame over a grid of equal tiles. */
export function lightTiles(
  kernels: Kernels,
  plane: RealPlane,
  settings: LightFitSettings['tiles'],
): LightTiles {
  const { tilesX, tilesY } = gridOver(plane, settings);
  return {
    ...{ tilesX, tilesY },
    value: tileMeans(kernels, plane, settings),
    isLit: () => true,
    x: centres(tilesX, plane.cols),
    y: centres(tilesY, plane.rows),
  };
}

/** Standard deviations of the pixels of the same tiles: of noise, and where light of a sample falls of fringes. Counts. */
export function tileSpreads(
  kernels: Kernels,
  plane: RealPlane,
  settings: LightFitSettings['tiles'],
): Float64Array {
  const { tilesX, tilesY } = gridOver(plane, settings);
  const samples = kernels.floats(plane.ptr, plane.rows * plane.pitch);
  return Float64Array.from({ length: tilesX * tilesY }, (_, tile) => {
    const y = tileBounds(Math.floor(tile / tilesX), tilesY, plane.rows);
    const x = tileBounds(tile % tilesX, tilesX, plane.cols);
    let [sum, squares] = [0, 0];
    for (let row = y.from; row < y.to; row++)
      for (let at = row * plane.pitch + x.from; at < row * plane.pitch + x.to; at++) {
        sum += samples[at]!;
        squares += samples[at]! * samples[at]!;
      }
    const count = (y.to - y.from) * (x.to - x.from);
    const mean = sum / count;
    return Math.sqrt(Math.max(0, squares / count - mean * mean));
  });
}

function gridOver({ rows, cols }: RealPlane, { most, least }: LightFitSettings['tiles']) {
  const along = (count: number) => Math.max(4, Math.min(most, Math.floor(count / least)));
  return { tilesX: along(cols), tilesY: along(rows) };
}

function tileMeans(kernels: Kernels, plane: RealPlane, settings: LightFitSettings['tiles']): Float64Array {
  const { tilesX, tilesY } = gridOver(plane, settings);
  using scratch = kernels.scope();
  const out = scratch.doubles(tilesX * tilesY);
  for (let j = 0; j < tilesY; j++)
    for (let i = 0; i < tilesX; i++) {
      const y = tileBounds(j, tilesY, plane.rows);
      const x = tileBounds(i, tilesX, plane.cols);
      const size = { blockRows: y.to - y.from, blockCols: x.to - x.from, tilesY: 1, tilesX: 1 };
      const at = bytesAfter(out, (j * tilesX + i) * 8);
      kernels.wasm.blockMeans(plane, at, { rowFrom: y.from, colFrom: x.from, ...size });
    }
  return kernels.doubles(out, tilesX * tilesY).slice();
}

/** Of which tiles no pixel is unlit. */
export function tilesLit(
  { tilesX, tilesY }: LightTiles,
  unlit: Uint8Array,
  { rows, cols }: RealPlane,
): LightTiles['isLit'] {
  const isDark = new Uint8Array(tilesX * tilesY);
  for (let tile = 0; tile < isDark.length; tile++) {
    const y = tileBounds(Math.floor(tile / tilesX), tilesY, rows);
    const x = tileBounds(tile % tilesX, tilesX, cols);
    for (let row = y.from; row < y.to; row++)
      if (unlit.subarray(row * cols + x.from, row * cols + x.to).includes(1)) isDark[tile] = 1;
  }
  return (tile) => isDark[tile] === 0;
}

function centres(tiles: number, count: number): Float64Array {
  return Float64Array.from({ length: tiles }, (_, t) => {
    const { from, to } = tileBounds(t, tiles, count);
    return (from + to - 1) / (count - 1) - 1;
  });
}
