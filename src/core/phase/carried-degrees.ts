import { choleskyFactor, solveByFactor } from '../fit/solve.ts';
import { regionRefused, type BackgroundRegion } from './background-region.ts';
import type { BackgroundSettings } from './background-settings.ts';
import { legendreDesign, legendreTerms, legendreValues } from './legendre.ts';
import type { TilePlaces } from './tiles.ts';

/** Places along each side of the frame where the growth of errors is looked at: a grid, finer than the terms turn. */
const PLACES = 9;

/**
 * Those degrees that the tiles inside a region carry over the whole frame.
 * @throws Problem INVALID_INPUT where they carry none of them
 */
export function carriedDegrees(
  tiles: TilePlaces,
  degrees: readonly number[],
  { leastTiles: least, mostGrowth }: BackgroundSettings,
  { stepX, stepY }: Pick<BackgroundRegion, 'stepX' | 'stepY'>,
): number[] {
  const count = tiles.inside.reduce((sum, one) => sum + one, 0);
  if (count < least) {
    const tile = `${Math.round(tiles.block.cols * stepX)} × ${Math.round(tiles.block.rows * stepY)}`;
    throw regionRefused(
      `holds ${count} whole tiles of ${tile} px, by which the background is fitted; at least ${least} are needed: ` +
        'give larger rectangles',
    );
  }
  const growthOf = growthBy(tiles, Math.max(...degrees));
  const growth = degrees.map(growthOf);
  const carried = degrees.filter((_, k) => growth[k]! <= mostGrowth);
  if (carried.length > 0) return carried;
  const [lowest] = degrees;
  const by = growth[0] === Infinity ? 'without bound' : `${growth[0]!.toFixed(0)}-fold`;
  throw regionRefused(
    `is too small, or too much to one side, for a background of degree ${lowest}: errors in it would grow ${by} towards ` +
      `the far edges of the frame, and ${mostGrowth}-fold is the most. Give rectangles on more sides, or a lower degree`,
  );
}

/**
 * Those degrees that hold over the whole frame where some of its tiles are all that a fit rests on; the first one in any case.
 * @param inside 1 for a tile that is used
 * @param highest of all that are asked for
 * @param mostGrowth largest standard error of the surface anywhere on the frame, in those of one tile
 */
export function degreesThatReach(
  tiles: TilePlaces,
  inside: Uint8Array,
  highest: number,
  mostGrowth: number,
): (degrees: readonly number[]) => readonly number[] {
  let growthOf: ReturnType<typeof growthBy> | null = null;
  const reaches = (degree: number) => {
    growthOf ??= growthBy({ ...tiles, inside }, highest);
    return growthOf(degree) <= mostGrowth;
  };
  // the first needs none
  return (degrees) => degrees.filter((degree, k) => k === 0 || reaches(degree));
}

/** The lower half alone, which is all that {@link choleskyFactor} reads. */
function addSquare(normal: Float64Array, row: Float64Array): void {
  const n = row.length;
  for (let i = 0; i < n; i++) {
    const own = row[i]!;
    for (let j = 0; j <= i; j++) normal[i * n + j]! += own * row[j]!;
  }
}

/** Largest standard error over the frame of a fit of each degree up to the highest, in those of one tile; infinite where the tiles do not fix it. */
function growthBy(tiles: TilePlaces, highest: number): (degree: number) => number {
  const n = legendreTerms(highest).length;
  const design = legendreDesign(tiles, highest);
  const normal = new Float64Array(n * n);
  for (let t = 0; t < tiles.count; t++) {
    if (tiles.inside[t] === 0) continue;
    addSquare(normal, design.subarray(t * n, (t + 1) * n));
  }
  const known = new Map<number, number>();
  return (degree) => {
    const growth = known.get(degree) ?? growthOf(normal, n, degree);
    known.set(degree, growth);
    return growth;
  };
}

/** @param all equations of a higher degree, or of this one: those of a degree stand before what a higher one adds */
function growthOf(all: Float64Array, stride: number, degree: number): number {
  const terms = legendreTerms(degree);
  const n = terms.length;
  const normal = Float64Array.from({ length: n * n }, (_, k) => all[Math.floor(k / n) * stride + (k % n)]!);
  if (!choleskyFactor(normal, n)) return Infinity;
  let largest = 0;
  const place = (k: number) => (2 * k) / (PLACES - 1) - 1;
  for (let k = 0; k < PLACES * PLACES; k++) {
    const px = legendreValues(place(k % PLACES), degree);
    const py = legendreValues(place(Math.floor(k / PLACES)), degree);
    const row = Float64Array.from(terms, ({ a, b }) => py[a]! * px[b]!);
    const solved = solveByFactor(normal, row);
    largest = Math.max(
      largest,
      row.reduce((sum, value, i) => sum + value * solved[i]!, 0),
    );
  }
  return Math.sqrt(largest);
}
