import type { Frequency } from '../field/frequency.ts';
import { medianInPlace } from '../fit/median.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { noFinerThanWhite } from './no-finer-than-white.ts';
import { reachOfEdges, shareWithoutEdges } from './reach-of-edges.ts';
import type { BlockVariance } from './scatter-components.ts';
import type { ScatterSettings } from './scatter-settings.ts';

/** A median of squares of a normal deviate is this many times its variance. */
const MEDIAN_SQUARE = 0.4549;

/**
 * Variance of deviates about 0. Where a few are of a sample their mean square is too large, and where they are of fringes, which
 * end at an amplitude, what their median says of normal ones; else both are the same.
 */
export function varianceOf(deviates: Float64Array): number {
  const squares = deviates.map((d) => d * d);
  const mean = squares.reduce((a, b) => a + b, 0) / squares.length;
  return Math.min(mean, medianInPlace(squares) / MEDIAN_SQUARE);
}

/** Mean of one part of the field, and mean squares: of samples, of means over 2 × 2, over 4 × 4. */
type Part = readonly [mean: number, single: number, pairs: number, fours: number];

export interface Tile {
  readonly re: Part;
  readonly im: Part;
}

/** A field's tiles, and which of them are free of sample. */
export interface QuietTiles {
  readonly side: number;
  readonly tiles: readonly Tile[];
  readonly tilesX: number;
  readonly quiet: readonly boolean[];
  /** rad, by which the phases of those scatter */
  readonly scale: number;
}

/**
 * Variances at the scales up to a tile. Stray light is a field beside the sample's, and both of its parts scatter alike
 * (in seventeen recordings to a few per cent): what one part has more is the sample's, so the calmer one is taken, of
 * tiles that scatter as most do.
 */
export function scatterWithin(
  kernels: Kernels,
  grid: QuietTiles,
  rim: Frequency,
  settings: ScatterSettings,
): BlockVariance[] {
  const { side, quiet } = grid;
  const tiles = grid.tiles.filter((_, t) => quiet[t]);
  const usual = (part: 're' | 'im') => mostFrequent(kernels, tiles.map(within(part, 1)), settings.smoothed);
  const [re, im] = [usual('re'), usual('im')];
  const [part, level] = re < im ? (['re', re] as const) : (['im', im] as const);
  const other = part === 're' ? 'im' : 're';
  const calm = (p: 're' | 'im', tile: Tile) => within(p, 1)(tile) < settings.alike * level;
  const typical = tiles.filter((tile) => calm(part, tile) && within(part, 1)(tile) * settings.alike > level);
  const pure = typical.filter((tile) => calm(other, tile));
  const alike = pure.length >= settings.leastTiles ? pure : typical;
  // the median of a sum of few squares lies further below its mean
  const usualOf = (k: number) =>
    medianInPlace(Float64Array.from(alike, within(part, k))) / medianOfSquares(independent(side, k, rim));
  const scale = level / usualOf(1);
  const coarse = varianceOf(Float64Array.from(alike, ({ im }) => im[0]));
  const fine = (side > 4 ? [1, 2, 3] : [1, 2]).map((k) => ({
    side: 2 ** (k - 1),
    variance: scale * usualOf(k) + coarse,
  }));
  return withoutRinging(kernels, [...fine, { side, variance: coarse }], {
    grid,
    part,
    rim,
    means: alike.length,
  });
}

/**
 * Edges of the sample ring at the rim of the filter, far into what is free of sample. That is what is both finer than white
 * noise and less the further from edges: fringes of a reflection may be fine, but they are everywhere.
 * @param means that the last of the blocks was found from
 */
function withoutRinging(
  kernels: Kernels,
  blocks: readonly BlockVariance[],
  { grid, part, rim, means }: Ringing,
): BlockVariance[] {
  const capped = noFinerThanWhite(kernels, blocks, rim, means);
  if (blocks.every(({ variance }, k) => variance === capped[k]!.variance)) return capped;
  const { tiles, quiet } = grid;
  const isQuiet = (_: number, t: number) => quiet[t]!;
  const power = (p: 're' | 'im') => Float64Array.from(tiles, within(p, 1));
  const [re, im] = [power('re'), power('im')];
  const both = re.map((v, t) => v + im[t]!);
  const usual = medianInPlace(both.filter(isQuiet));
  const reach = reachOfEdges(
    both.map((v) => v - usual),
    grid,
  ).filter(isQuiet);
  const share = shareWithoutEdges(kernels, reach, (part === 're' ? re : im).filter(isQuiet));
  return blocks.map(({ side, variance }, k) => ({
    side,
    variance: Math.max(capped[k]!.variance, share * variance),
  }));
}

interface Ringing {
  readonly grid: QuietTiles;
  readonly part: 're' | 'im';
  readonly rim: Frequency;
  readonly means: number;
}

/** Mean square at one scale of what a tile's part scatters about its mean. */
function within(part: 're' | 'im', k: number) {
  return (tile: Tile) => tile[part][k]! - tile[part][0] * tile[part][0];
}

/** How many numbers of a part know nothing of each other in a tile, at the k-th scale, less the one that is its mean. */
function independent(side: number, k: number, rim: Frequency): number {
  const blocks = side / 2 ** (k - 1);
  return Math.min(blocks * blocks, Math.PI * rim.x * rim.y * side * side) - 1;
}

/** Median of a chi-squared variable over its mean (Wilson & Hilferty). */
function medianOfSquares(count: number): number {
  const root = 1 - 2 / (9 * Math.max(1, count));
  return root * root * root;
}

/** Classes of the logarithm of a variance, far finer than its density is smoothed. */
const CLASS = 0.05;

/** Where the logarithms of positive values are densest. */
function mostFrequent(kernels: Kernels, values: readonly number[], smoothed: number): number {
  const logs = values.filter((v) => v > 0).map((v) => kernels.run.log(v));
  const low = Math.min(...logs);
  const counts = new Float64Array(Math.floor((Math.max(...logs) - low) / CLASS) + 1);
  for (const log of logs) counts[Math.floor((log - low) / CLASS)]! += 1;
  let [most, at] = [-1, 0];
  for (let k = 0; k < counts.length; k++) {
    let dense = 0;
    for (let m = 0; m < counts.length; m++) {
      const far = ((m - k) * CLASS) / smoothed;
      if (counts[m]! > 0 && far * far < 16) dense += counts[m]! * kernels.run.exp(-0.5 * far * far);
    }
    if (dense > most) [most, at] = [dense, k];
  }
  return kernels.run.exp(low + (at + 0.5) * CLASS);
}
