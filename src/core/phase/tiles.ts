import { BLOCK_MOMENTS } from '../field/tile-moments.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import type { BackgroundRegion } from './background-region.ts';
import type { Kernels } from '../kernel/kernels.ts';

/** Where a grid of tiles lies on a plane, row by row; positions in [−1, 1] over the plane. */
export interface TilePlaces {
  /** tilesY · tilesX */
  readonly count: number;
  /** Legendre coordinates of the tiles' centres, per column and per row of tiles: −1 at the first sample, 1 at the last */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** 1 where the whole tile lies in what may be used, else 0 */
  readonly inside: Uint8Array;
  /** samples along a side */
  readonly block: { readonly rows: number; readonly cols: number };
}

/** Local averages of a field over a grid of tiles. Angles in rad. */
export interface Tiles extends TilePlaces {
  /** phase slope between neighbouring samples, rad per sample: unambiguous up to π, biased where there is much noise */
  readonly near: Slopes;
  /** phase slope between neighbouring tiles' means, rad per sample: unambiguous up to π a tile, but little biased */
  readonly far: Slopes;
  /** argument of the mean */
  readonly phase: Float64Array;
  /** mean modulus */
  readonly modulus: Float64Array;
  /** |mean| / root mean square: 1 where the field is uniform, near 0 where its phase turns or it is noise */
  readonly coherence: Float64Array;
}

/** Slopes of a phase along x and y, each with the place (Legendre coordinates) it was measured at. */
export interface Slopes {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** offsets of the places from the tiles' centres: those of `x` lie this far to the right, those of `y` this far down */
  readonly aheadX: number;
  readonly aheadY: number;
  /** 1 where both neighbours exist, else 0 */
  readonly known: Uint8Array;
}

const TILES_A_SIDE = 48;

/**
 * @param rows used part of the plane
 * @param margin samples left out at each edge
 * @param region what may be used; null: all
 */
export function tilesOf(
  kernels: Kernels,
  plane: ComplexPlane,
  rows: number,
  cols: number,
  margin: number,
  region: BackgroundRegion | null = null,
): Tiles {
  const places = tilePlaces(rows, cols, margin, region);
  const { count, inside, block } = places;
  const [tilesX, tilesY] = [places.x.length, places.y.length];
  using scratch = kernels.scope();
  const out = scratch.doubles(count * BLOCK_MOMENTS);
  const grid = { blockRows: block.rows, blockCols: block.cols, tilesY, tilesX };
  kernels.wasm.blockMoments(plane, out, { rowFrom: margin, colFrom: margin, ...grid });
  const moments = kernels.doubles(out, count * BLOCK_MOMENTS);
  const make = () => new Float64Array(count);
  const tiles = { ...places, phase: make(), modulus: make(), coherence: make() };
  const near = { x: make(), y: make(), aheadX: 0, aheadY: 0, known: new Uint8Array(count).fill(1) };
  const { atan2 } = kernels.wasm;
  for (let t = 0; t < count; t++) {
    const m = (k: number) => moments[t * BLOCK_MOMENTS + k]!;
    near.x[t] = atan2(m(1), m(0));
    near.y[t] = atan2(m(3), m(2));
    tiles.phase[t] = atan2(m(5), m(4));
    tiles.modulus[t] = m(6);
    tiles.coherence[t] = Math.sqrt((m(4) * m(4) + m(5) * m(5)) / (m(7) + 1e-300));
  }
  const ahead = { x: block.cols / (cols - 1), y: block.rows / (rows - 1) };
  return {
    ...tiles,
    near,
    far: slopesBetween(moments, inside, tilesX, tilesY, { x: block.cols, y: block.rows }, ahead, atan2),
  };
}

/** Where the tiles of such a plane lie: for this nothing has to be measured. */
export function tilePlaces(
  rows: number,
  cols: number,
  margin: number,
  region: BackgroundRegion | null,
): TilePlaces {
  const usedRows = rows - 2 * margin - 1;
  const usedCols = cols - 2 * margin - 1;
  const blockRows = Math.max(1, Math.floor(usedRows / TILES_A_SIDE));
  const blockCols = Math.max(1, Math.floor(usedCols / TILES_A_SIDE));
  const tilesY = Math.floor(usedRows / blockRows);
  const tilesX = Math.floor(usedCols / blockCols);
  const centre = (k: number, block: number, samples: number) =>
    (2 * (margin + k * block + (block - 1) / 2)) / (samples - 1) - 1;
  return {
    count: tilesY * tilesX,
    x: Float64Array.from({ length: tilesX }, (_, i) => centre(i, blockCols, cols)),
    y: Float64Array.from({ length: tilesY }, (_, j) => centre(j, blockRows, rows)),
    inside: insideOf(region, margin, { blockRows, blockCols, tilesY, tilesX }),
    block: { rows: blockRows, cols: blockCols },
  };
}

interface TileGrid {
  readonly blockRows: number;
  readonly blockCols: number;
  readonly tilesY: number;
  readonly tilesX: number;
}

/** A tile that lies half on the sample says nothing of the background. */
function insideOf(region: BackgroundRegion | null, margin: number, grid: TileGrid): Uint8Array {
  const { blockRows, blockCols, tilesY, tilesX } = grid;
  const inside = new Uint8Array(tilesY * tilesX).fill(1);
  if (!region) return inside;
  for (let t = 0; t < inside.length; t++) {
    const row = margin + Math.floor(t / tilesX) * blockRows;
    const col = margin + (t % tilesX) * blockCols;
    for (let r = row; r < row + blockRows; r++) {
      const from = r * region.cols + col;
      if (region.inside.subarray(from, from + blockCols).includes(0)) inside[t] = 0;
    }
  }
  return inside;
}

/** Slopes from each tile's mean to that of the next tile to the right and of the next one down. */
function slopesBetween(
  moments: Float64Array,
  inside: Uint8Array,
  tilesX: number,
  tilesY: number,
  samples: { readonly x: number; readonly y: number },
  ahead: { readonly x: number; readonly y: number },
  atan2: (y: number, x: number) => number,
): Slopes {
  const count = tilesX * tilesY;
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  const known = new Uint8Array(count);
  for (let j = 0; j < tilesY - 1; j++) {
    for (let i = 0; i < tilesX - 1; i++) {
      const t = j * tilesX + i;
      known[t] = inside[t + 1]! & inside[t + tilesX]!;
      x[t] = turn(moments, t, t + 1, atan2) / samples.x;
      y[t] = turn(moments, t, t + tilesX, atan2) / samples.y;
    }
  }
  return { x, y, aheadX: ahead.x, aheadY: ahead.y, known };
}

/** Phase from the mean of tile `a` to that of tile `b`, rad. */
function turn(moments: Float64Array, a: number, b: number, atan2: (y: number, x: number) => number): number {
  const ar = moments[a * BLOCK_MOMENTS + 4]!;
  const ai = moments[a * BLOCK_MOMENTS + 5]!;
  const br = moments[b * BLOCK_MOMENTS + 4]!;
  const bi = moments[b * BLOCK_MOMENTS + 5]!;
  return atan2(bi * ar - br * ai, br * ar + bi * ai);
}

/** Into [−π, π]. */
export function wrapAngle(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}
