import type { ComplexPlane } from '../field/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';

/** Local averages of a field over a grid of tiles, row by row. Angles in rad; positions in [−1, 1] over the field. */
export interface Tiles {
  readonly count: number;
  /** Legendre coordinate of the tile's centre: −1 at the first sample, 1 at the last */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** phase slope, rad per sample */
  readonly slopeX: Float64Array;
  readonly slopeY: Float64Array;
  /** argument of the mean */
  readonly phase: Float64Array;
  /** mean modulus */
  readonly modulus: Float64Array;
  /** |mean| / root mean square: 1 where the field is uniform, near 0 where its phase turns or it is noise */
  readonly coherence: Float64Array;
}

const TILES_A_SIDE = 56;
const MOMENTS = 8;

/**
 * @param rows used part of the plane
 * @param margin samples left out at each edge
 */
export function tilesOf(
  kernels: Kernels,
  plane: ComplexPlane,
  rows: number,
  cols: number,
  margin: number,
): Tiles {
  const usedRows = rows - 2 * margin - 1;
  const usedCols = cols - 2 * margin - 1;
  const blockRows = Math.max(1, Math.floor(usedRows / TILES_A_SIDE));
  const blockCols = Math.max(1, Math.floor(usedCols / TILES_A_SIDE));
  const tilesY = Math.floor(usedRows / blockRows);
  const tilesX = Math.floor(usedCols / blockCols);
  const count = tilesY * tilesX;
  using scratch = kernels.scope();
  const out = scratch.block(count * MOMENTS * 8);
  kernels.run.blockMoments(
    plane.ptr,
    plane.pitchBytes,
    margin,
    margin,
    blockRows,
    blockCols,
    tilesY,
    tilesX,
    out,
  );
  const moments = kernels.doubles(out, count * MOMENTS);
  const make = () => new Float64Array(count);
  const tiles = {
    count,
    x: make(),
    y: make(),
    slopeX: make(),
    slopeY: make(),
    phase: make(),
    modulus: make(),
    coherence: make(),
  };
  const { atan2 } = kernels.run;
  for (let t = 0; t < count; t++) {
    const m = (k: number) => moments[t * MOMENTS + k]!;
    const j = Math.floor(t / tilesX);
    const i = t % tilesX;
    tiles.x[t] = (2 * (margin + i * blockCols + (blockCols - 1) / 2)) / (cols - 1) - 1;
    tiles.y[t] = (2 * (margin + j * blockRows + (blockRows - 1) / 2)) / (rows - 1) - 1;
    tiles.slopeX[t] = atan2(m(1), m(0));
    tiles.slopeY[t] = atan2(m(3), m(2));
    tiles.phase[t] = atan2(m(5), m(4));
    tiles.modulus[t] = m(6);
    tiles.coherence[t] = Math.sqrt((m(4) * m(4) + m(5) * m(5)) / (m(7) + 1e-300));
  }
  return tiles;
}
