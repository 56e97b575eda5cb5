import { fitRobustly } from '../fit/robust.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { legendreTerms, slopeDesign } from './legendre.ts';
import type { Slopes, Tiles } from './tiles.ts';

/** A field's samples, and the degree of a surface over them. */
export interface Over {
  readonly rows: number;
  readonly cols: number;
  readonly degree: number;
}

/**
 * Legendre coefficients (rad) of the phase whose gradient the slopes follow; the constant is 0. At first the fit is one to absolute
 * values, so what covers less than about half of the tiles hardly pulls it.
 * @param weight 0 leaves a tile out
 * @returns null where the tiles fix no surface
 */
export function slopesAmong(
  kernels: Kernels,
  tiles: Tiles,
  slopes: Slopes,
  { rows, cols, degree }: Over,
  weight: Float64Array,
): Float64Array | null {
  const design = slopeDesign(tiles, slopes, degree, 2 / (cols - 1), 2 / (rows - 1));
  const observed = new Float64Array(2 * tiles.count);
  observed.set(slopes.x);
  observed.set(slopes.y, tiles.count);
  const prior = weight.slice();
  for (let t = 0; t < prior.length; t++) prior[t]! *= slopes.known[t]!;
  const fit = fitRobustly(kernels, design, observed, legendreTerms(degree).length - 1, {
    rowsPerGroup: 2,
    prior,
  });
  return fit ? Float64Array.from([0, ...fit.coefficients]) : null;
}

/** From a row of cells to the next: more than there are in one, as no slope is more than half a turn a sample. */
const CELLS_APART = 1 << 24;

/**
 * The tilt that most tiles share, as coefficients of degree 1: where each half of a frame has one of its own, the median of both is that
 * of none.
 * @param weight 0 leaves a tile out
 * @param width rad over half of the frame, within which tilts are taken for the same
 */
export function tiltOfMost(
  { x, y }: Slopes,
  { rows, cols }: Over,
  weight: Float64Array,
  width: number,
): Float64Array {
  const [perX, perY] = [(cols - 1) / 2, (rows - 1) / 2];
  const cells = new Map<number, number[]>();
  for (let t = 0; t < x.length; t++) {
    if (weight[t] === 0) continue;
    const key = CELLS_APART * Math.floor((y[t]! * perY) / width) + Math.floor((x[t]! * perX) / width);
    const cell = cells.get(key);
    if (cell) cell.push(t);
    else cells.set(key, [t]);
  }
  const around = [-1, 0, 1];
  const most = [...cells.keys()].reduce<number[]>((best, key) => {
    const near = around.flatMap((dj) => around.flatMap((di) => cells.get(key + CELLS_APART * dj + di) ?? []));
    return near.length > best.length ? near : best;
  }, []);
  const mean = (of: Float64Array) => most.reduce((sum, t) => sum + of[t]!, 0) / Math.max(1, most.length);
  return Float64Array.of(0, perX * mean(x), perY * mean(y));
}

/**
 * Slopes about each tile: their means over as many tiles as one of `patches` a side holds. Fringes of stray light are steeper than what bends
 * a frame, and the median of a fringe's slopes is either of its flanks; over a patch they cancel.
 * @param weight 0 leaves a tile out
 */
export function meanSlopes(
  { x: { length: tilesX }, y: { length: tilesY } }: Pick<Tiles, 'x' | 'y'>,
  slopes: Slopes,
  weight: Float64Array,
  patches: number,
): Slopes {
  const [reachX, reachY] = [tilesX, tilesY].map((tiles) => Math.floor(tiles / patches / 2)) as [
    number,
    number,
  ];
  const about = (own: Float64Array) => {
    const means = new Float64Array(own.length);
    for (let t = 0; t < means.length; t++) {
      const [col, row] = [t % tilesX, Math.floor(t / tilesX)];
      const first = Math.max(0, row - reachY) * tilesX + Math.max(0, col - reachX);
      const last = Math.min(tilesY - 1, row + reachY) * tilesX + Math.min(tilesX - 1, col + reachX);
      means[t] = meanWithin(own, weight, first, last, tilesX);
    }
    return means;
  };
  return { ...slopes, x: about(slopes.x), y: about(slopes.y) };
}

/** Of what has a weight in a rectangle, from its first tile to its last. */
function meanWithin(
  own: Float64Array,
  weight: Float64Array,
  first: number,
  last: number,
  tilesX: number,
): number {
  const wide = (last - first) % tilesX;
  let sum = 0;
  let count = 0;
  for (let line = first; line <= last; line += tilesX)
    for (let t = line; t <= line + wide; t++) {
      if (weight[t] === 0) continue;
      sum += own[t]!;
      count++;
    }
  return sum / Math.max(1, count);
}

/** Slopes of a field as they were before a surface was taken from it. */
export function withSurface(
  tiles: Tiles,
  slopes: Slopes,
  surface: Float64Array,
  { rows, cols, degree }: Over,
): Slopes {
  const design = slopeDesign(tiles, slopes, degree, 2 / (cols - 1), 2 / (rows - 1));
  const terms = surface.length - 1;
  const along = (own: Float64Array, from: number) =>
    plusSurface(own, design.subarray(from * terms, (from + own.length) * terms), surface.subarray(1));
  return { ...slopes, x: along(slopes.x, 0), y: along(slopes.y, tiles.count) };
}

/** Values at tiles and what a surface has there, term by term. */
export function plusSurface(own: Float64Array, design: Float64Array, surface: Float64Array): Float64Array {
  const values = own.slice();
  const terms = surface.length;
  for (let t = 0; t < values.length; t++) {
    let sum = values[t]!;
    for (let k = 0; k < terms; k++) sum += design[t * terms + k]! * surface[k]!;
    values[t] = sum;
  }
  return values;
}
