import { tileBounds } from '../../field/tile-bounds.ts';

/** Pixels along a tile's side in small frames; large ones have that many tiles. */
const LEAST_SIDE = 4;
const MOST_TILES = 128;

/** Into how many equal shares either side of a frame is cut where its parts are looked at. */
export function frameTiles({ rows, cols }: { readonly rows: number; readonly cols: number }): number {
  return Math.max(1, Math.min(MOST_TILES, Math.floor(Math.min(rows, cols) / LEAST_SIDE)));
}

/** Calls back for every pixel with the number of its tile, tile by tile. */
export function forTilePixels(
  { rows, cols }: { readonly rows: number; readonly cols: number },
  tiles: number,
  visit: (y: number, x: number, t: number) => void,
): void {
  for (let t = 0; t < tiles * tiles; t += 1) {
    const down = tileBounds(Math.floor(t / tiles), tiles, rows);
    const across = tileBounds(t % tiles, tiles, cols);
    for (let y = down.from; y < down.to; y += 1)
      for (let x = across.from; x < across.to; x += 1) visit(y, x, t);
  }
}
