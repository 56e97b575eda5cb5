import type { Frequency } from '../field/frequency.ts';
import { medianInPlace } from '../fit/median.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { noFinerThanWhite } from './no-finer-than-white.ts';
import { reachOfEdges, shareWithoutEdges } from './reach-of-edges.ts';
import type { BlockVariance } from './scatter-components.ts';
import type { QuietSettings } from './scatter-settings.ts';

/** A median of squares of a normal deviate is this many times its variance. */
const MEDIAN_SQUARE = 0.4549;

/**
 * Variance of deviates about 0. Where a few are of a sample their mean square is too large, and where they are of fringes, which
 * end at an amplitude, what their median says of normal ones; else both are the same.
 */
export function varianceOf(deviates: Float64Array): number {
  const squares = new Float64Array(deviates.length);
  let sum = 0;
  for (let k = 0; k < squares.length; k++) sum += squares[k] = deviates[k]! * deviates[k]!;
  return Math.min(sum / squares.length, medianInPlace(squares) / MEDIAN_SQUARE);
}

/** Values per tile: kernels/uncertainty.ts. */
export const SCATTERS = 8;

/** Where the mean of a part of the field stands among a tile's values; mean squares of samples, of means over 2 × 2 and over 4 × 4 follow. */
export const PART = { re: 0, im: 4 } as const;
export type Quadrature = keyof typeof PART;

/** A field's tiles, and which of them are free of sample. */
export interface QuietTiles {
  readonly side: number;
  /** {@link SCATTERS} values a tile */
  readonly tiles: Float64Array;
  readonly tilesX: number;
  /** 1 or 0 */
  readonly quiet: Uint8Array;
  /** rad, by which the phases of those scatter */
  readonly scale: number;
}

/**
 * Variances at the scales up to a tile. Stray light is a field beside the sample's, and both of its parts scatter alike
 * (in seventeen recordings to a few per cent): what one part has more is the sample's, so the calmer one is taken, of
 * tiles that scatter as most do. A camera whose counts grow less than the light, by a gamma, calms the modulus and not the phase, which
 * is taken then.
 */
export function scatterWithin(
  kernels: Kernels,
  grid: QuietTiles & { readonly flattens: boolean },
  rim: Frequency,
  stray: () => number,
  settings: QuietSettings,
): BlockVariance[] {
  const { side, quiet, tiles } = grid;
  const all = markedOf(quiet);
  const single = { re: within(tiles, all, 're', 1), im: within(tiles, all, 'im', 1) };
  const usual = (part: Quadrature) => mostFrequent(kernels, single[part], settings.smoothed);
  const [re, im] = [usual('re'), usual('im')];
  const [part, level] = re < im && !grid.flattens ? (['re', re] as const) : (['im', im] as const);
  const other = part === 're' ? 'im' : 're';
  const typical = typicalOf(all, single[part], single[part], level, settings);
  const pure = typicalOf(all, single[part], single[other], level, settings);
  const alike = pure.length >= settings.leastTiles ? pure : typical;
  // the median of a sum of few squares lies further below its mean
  const usualOf = (k: number) =>
    medianInPlace(within(tiles, alike, part, k)) / medianOfSquares(independent(side, k, rim));
  const scale = level / usualOf(1);
  const coarse = varianceOf(meansOf(tiles, alike));
  const fine = scales(side).map((k) => ({
    side: 2 ** (k - 1),
    variance: scale * usualOf(k) + coarse,
  }));
  return withoutRinging(kernels, [...fine, { side, variance: coarse }], {
    ...{ grid, all, part, rim, stray },
    means: alike.length,
  });
}

/** Where there is a 1. */
export function markedOf(marks: Uint8Array): Int32Array {
  const places = new Int32Array(marks.length);
  let count = 0;
  for (let t = 0; t < marks.length; t++) if (marks[t] === 1) places[count++] = t;
  return places.slice(0, count);
}

/** Those of some tiles whose part scatters about as much as a level, and another part no more. */
function typicalOf(
  of: Int32Array,
  scatter: Float64Array,
  other: Float64Array,
  level: number,
  { alike }: QuietSettings,
): Int32Array {
  const some = new Int32Array(of.length);
  let count = 0;
  for (let n = 0; n < of.length; n++) {
    if (!(scatter[n]! < alike * level && scatter[n]! * alike > level && other[n]! < alike * level)) continue;
    some[count++] = of[n]!;
  }
  return some.slice(0, count);
}

/** Of the imaginary part of some tiles. */
function meansOf(tiles: Float64Array, of: Int32Array): Float64Array {
  const means = new Float64Array(of.length);
  for (let n = 0; n < of.length; n++) means[n] = tiles[of[n]! * SCATTERS + PART.im]!;
  return means;
}

/**
 * The same of a frame that a program changed: what that added or took need be no more alike in both parts of the field, in all tiles, or
 * in what is fine and what is coarse than the fringes are, so that all that the phase scatters counts.
 */
export function allScatter({
  side,
  quiet,
  tiles,
}: Pick<QuietTiles, 'side' | 'quiet' | 'tiles'>): BlockVariance[] {
  const all = markedOf(quiet);
  const coarse = varianceOf(meansOf(tiles, all));
  const mean = (k: number) => within(tiles, all, 'im', k).reduce((sum, v) => sum + v, 0) / all.length;
  return [
    ...scales(side).map((k) => ({ side: 2 ** (k - 1), variance: mean(k) + coarse })),
    { side, variance: coarse },
  ];
}

/** Of blocks within a tile: samples, means over 2 × 2, over 4 × 4. */
function scales(side: number): readonly number[] {
  return side > 4 ? [1, 2, 3] : [1, 2];
}

/**
 * Edges of the sample ring at the rim of the filter, far into what is free of sample. That is what is finer than white noise, and less
 * the further from edges or alike on both sides of the beam: fringes of a reflection may be fine, but they are everywhere, and on one.
 * @param means that the last of the blocks was found from
 */
function withoutRinging(
  kernels: Kernels,
  blocks: readonly BlockVariance[],
  { grid, all, part, rim, stray, means }: Ringing,
): BlockVariance[] {
  const capped = noFinerThanWhite(kernels, blocks, rim, means);
  if (blocks.every(({ variance }, k) => variance === capped[k]!.variance)) return capped;
  const { tiles, quiet } = grid;
  const every = Int32Array.from(quiet.keys());
  const [re, im] = [within(tiles, every, 're', 1), within(tiles, every, 'im', 1)];
  const both = re.slice();
  for (let t = 0; t < both.length; t++) both[t]! += im[t]!;
  const usual = medianInPlace(valuesAmong(both, all));
  for (let t = 0; t < both.length; t++) both[t]! -= usual;
  const reach = reachOfEdges(kernels, both, grid);
  const withoutEdges = shareWithoutEdges(kernels, reach, valuesAmong(part === 're' ? re : im, all));
  const share = Math.min(withoutEdges, stray());
  return blocks.map(({ side, variance }, k) => ({
    side,
    variance: Math.max(capped[k]!.variance, share * variance),
  }));
}

interface Ringing {
  readonly grid: QuietTiles;
  /** the quiet tiles */
  readonly all: Int32Array;
  readonly part: Quadrature;
  readonly rim: Frequency;
  readonly stray: () => number;
  readonly means: number;
}

/** Mean square at one scale of what some tiles' part scatters about its mean. */
function within(tiles: Float64Array, of: Int32Array, part: Quadrature, k: number): Float64Array {
  const out = new Float64Array(of.length);
  for (let n = 0; n < out.length; n++) {
    const at = of[n]! * SCATTERS + PART[part];
    out[n] = tiles[at + k]! - tiles[at]! * tiles[at]!;
  }
  return out;
}

function valuesAmong(values: Float64Array, of: Int32Array): Float64Array {
  const some = new Float64Array(of.length);
  for (let n = 0; n < of.length; n++) some[n] = values[of[n]!]!;
  return some;
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

/** Of positive values. */
function logsOf({ log }: Kernels['wasm'], values: Float64Array): Float64Array {
  const logs = new Float64Array(values.length);
  let count = 0;
  for (let k = 0; k < values.length; k++) if (values[k]! > 0) logs[count++] = log(values[k]!);
  return logs.subarray(0, count);
}

/** Where the logarithms of positive values are densest. */
function mostFrequent({ wasm }: Kernels, values: Float64Array, smoothed: number): number {
  const logs = logsOf(wasm, values);
  let [low, high] = [Infinity, -Infinity];
  for (let k = 0; k < logs.length; k++) {
    low = Math.min(low, logs[k]!);
    high = Math.max(high, logs[k]!);
  }
  const counts = new Float64Array(Math.floor((high - low) / CLASS) + 1);
  for (const log of logs) counts[Math.floor((log - low) / CLASS)]! += 1;
  const bell = counts.map((_, away) => {
    const far = (away * CLASS) / smoothed;
    return far * far < 16 ? wasm.exp(-0.5 * far * far) : 0;
  });
  let [most, at] = [-1, 0];
  for (let k = 0; k < counts.length; k++) {
    let dense = 0;
    for (let m = 0; m < counts.length; m++) dense += counts[m]! * bell[Math.abs(m - k)]!;
    if (dense > most) [most, at] = [dense, k];
  }
  return wasm.exp(low + (at + 0.5) * CLASS);
}
