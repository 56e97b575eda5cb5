import { medianInPlace } from '../fit/median.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import { peakAt, phaseDensity } from '../phase/phase-density.ts';
import { wrapAngle } from '../phase/tiles.ts';
import { scatterComponents, type BlockVariance, type ScatterComponent } from './scatter-components.ts';
import type { ScatterSettings } from './scatter-settings.ts';

/** What the parts of a field without a sample scatter, the camera's noise included. */
export interface BackgroundScatter {
  /** rad², speckle and stray light: finer than a tile */
  readonly grain: ScatterComponent;
  /** rad², what the smooth surface did not take: coarser than a tile */
  readonly clouds: ScatterComponent;
  /** how many times the frame's typical scatter is found around each place, per place of a `places × places` grid */
  readonly local: Float64Array;
  /** share of the tiles that it rests on */
  readonly share: number;
}

/** Samples along a tile's side: smaller ones say less each, but more of them fit between parts of a sample. */
const SIDES = [8, 4];
/** Values per tile: kernels/uncertainty.ts. */
const SCATTERS = 8;
/** A median of squares of a normal deviate is this many times its variance. */
const MEDIAN_SQUARE = 0.4549;
/** The scale of the tiles' phases is found step by step, from this (rad). */
const FIRST_SCALE = 0.5;
const STEPS = 15;

/** Mean of one part of the field, and mean squares: of samples, of means over 2 × 2, over 4 × 4. */
type Part = readonly [mean: number, single: number, pairs: number, fours: number];

interface Tile {
  readonly re: Part;
  readonly im: Part;
}

/**
 * Measures how a levelled field (1 where there is no sample) scatters where there is no sample. Which tiles these are is
 * told by their mean phase and their neighbours', not by their scatter, which would choose the calm ones.
 * @param margin samples at each edge that are left out
 * @param places the result's `local` has this many a side
 * @returns null where too few tiles are background
 */
export function backgroundScatter(
  kernels: Kernels,
  field: { readonly plane: ComplexPlane; readonly rows: number; readonly cols: number },
  margin: number,
  places: number,
  settings: ScatterSettings,
): BackgroundScatter | null {
  const grids = SIDES.map((side) => quietTiles(kernels, field, margin, side, settings));
  // means over larger tiles scatter less, unless there is sample in most of them
  const grid = grids.reduce((a, b) => (a && b && b.scale * a.side < a.scale * b.side ? b : a));
  if (!grid) return null;
  const { side, tiles, tilesX, quiet } = grid;
  const used = tiles.filter((_, t) => quiet[t]);
  if (used.length < settings.leastTiles) return null;
  const blocks = withinTiles(kernels, used, side, settings);
  for (const across of [2, 4]) {
    const means = blockMeans(tiles, quiet, tilesX, across, settings);
    if (means.length < settings.leastTiles) break;
    blocks.push({ side: side * across, variance: medianInPlace(means.map((m) => m * m)) / MEDIAN_SQUARE });
  }
  const real = blocks.filter(({ variance }) => variance > 0);
  if (real.length < 3) return null;
  return {
    ...scatterComponents(kernels, real),
    local: localScatter(kernels, tiles, quiet, tilesX, places, settings),
    share: used.length / tiles.length,
  };
}

/** A field's tiles, and which of them are free of sample. */
interface QuietTiles {
  readonly side: number;
  readonly tiles: readonly Tile[];
  readonly tilesX: number;
  readonly quiet: readonly boolean[];
  /** rad, by which the phases of those scatter */
  readonly scale: number;
}

function quietTiles(
  kernels: Kernels,
  { plane, rows, cols }: { readonly plane: ComplexPlane; readonly rows: number; readonly cols: number },
  margin: number,
  side: number,
  settings: ScatterSettings,
): QuietTiles | null {
  const tilesY = Math.floor((rows - 2 * margin) / side);
  const tilesX = Math.floor((cols - 2 * margin) / side);
  if (tilesY * tilesX < settings.leastTiles) return null;
  const tiles = tilesOf(kernels, plane, margin, side, tilesY, tilesX);
  return { side, tiles, tilesX, ...withoutSample(kernels, tiles, tilesX, settings) };
}

function tilesOf(
  kernels: Kernels,
  plane: ComplexPlane,
  margin: number,
  side: number,
  tilesY: number,
  tilesX: number,
): Tile[] {
  using scratch = kernels.scope();
  const count = tilesY * tilesX;
  const out = scratch.doubles(count * SCATTERS);
  kernels.run.quadratureScatter(plane, out, { rowFrom: margin, colFrom: margin, tilesY, tilesX, side });
  const values = kernels.doubles(out, count * SCATTERS);
  return Array.from({ length: count }, (_, t) => {
    const part = (k: number): Part => [values[k]!, values[k + 1]!, values[k + 2]!, values[k + 3]!];
    return { re: part(t * SCATTERS), im: part(t * SCATTERS + 4) };
  });
}

/**
 * Variances at the scales up to a tile. Stray light is a field beside the sample's, and both of its parts scatter alike
 * (in seventeen recordings to a few per cent): what one part has more is the sample's, so the calmer one is taken, of
 * tiles that scatter as most do.
 */
function withinTiles(
  kernels: Kernels,
  tiles: readonly Tile[],
  side: number,
  settings: ScatterSettings,
): BlockVariance[] {
  const within = (part: 're' | 'im', k: number) => (tile: Tile) =>
    tile[part][k]! - tile[part][0] * tile[part][0];
  const usual = (part: 're' | 'im') => mostFrequent(kernels, tiles.map(within(part, 1)), settings.smoothed);
  const [re, im] = [usual('re'), usual('im')];
  const [part, level] = re < im ? (['re', re] as const) : (['im', im] as const);
  const other = part === 're' ? 'im' : 're';
  const calm = (p: 're' | 'im', tile: Tile) => within(p, 1)(tile) < settings.alike * level;
  const typical = tiles.filter((tile) => calm(part, tile) && within(part, 1)(tile) * settings.alike > level);
  const pure = typical.filter((tile) => calm(other, tile));
  const alike = pure.length >= settings.leastTiles ? pure : typical;
  const scale = level / medianInPlace(Float64Array.from(alike, within(part, 1)));
  const coarse = medianInPlace(Float64Array.from(alike, ({ im }) => im[0] * im[0])) / MEDIAN_SQUARE;
  const fine = (side > 4 ? [1, 2, 3] : [1, 2]).map((k) => ({
    side: 2 ** (k - 1),
    variance: scale * medianInPlace(Float64Array.from(alike, within(part, k))) + coarse,
  }));
  return [...fine, { side, variance: coarse }];
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

/** Tiles whose phase is that of most, and which do not lie beside any that is far from it. */
function withoutSample(
  kernels: Kernels,
  tiles: readonly Tile[],
  tilesX: number,
  settings: ScatterSettings,
): Pick<QuietTiles, 'quiet' | 'scale'> {
  const modulus = tiles.map(({ re, im }) => Math.sqrt(re[0] * re[0] + im[0] * im[0]));
  const typical = medianInPlace(Float64Array.from(modulus));
  const lit = Float64Array.from(modulus, (m) => (m > settings.leastModulus * typical ? 1 : 0));
  const phase = Float64Array.from(tiles, ({ re, im }) => kernels.run.atan2(im[0], re[0]));
  const { at, below, above } = peakAt(phaseDensity(kernels, phase, lit, settings.bandwidth).density, 0);
  const off = phase.map((p) => wrapAngle(p - at));
  const peak = off.map((o, t) => (lit[t] && o > -below && o < above ? 1 : 0));
  let scale = FIRST_SCALE;
  for (let k = 0; k < STEPS; k++) {
    const near = off.filter((o, t) => peak[t] && Math.abs(o) < settings.within * scale);
    if (near.length === 0) return { quiet: tiles.map(() => false), scale: Infinity };
    scale = 1.4826 * medianInPlace(near.map(Math.abs));
  }
  const mine = Array.from(off, (o, t) => peak[t] === 1 && Math.abs(o) <= settings.within * scale);
  const far = Array.from(off, (o, t) => !peak[t] || Math.abs(o) > settings.beyond * scale);
  const apart = mine.map((here, t) => {
    const x = t % tilesX;
    const beside =
      far[t - tilesX] || far[t + tilesX] || (x > 0 && far[t - 1]) || (x < tilesX - 1 && far[t + 1]);
    return here && !beside;
  });
  // where hardly a tile has no sample beside it, those beside one have to do
  const quiet = apart.filter(Boolean).length >= settings.leastTiles ? apart : mine;
  return { quiet, scale };
}

/** Mean imaginary part over blocks of `across × across` tiles that are mostly background. */
function blockMeans(
  tiles: readonly Tile[],
  quiet: readonly boolean[],
  tilesX: number,
  across: number,
  settings: ScatterSettings,
): Float64Array {
  const means: number[] = [];
  const tilesY = tiles.length / tilesX;
  for (let j = 0; j + across <= tilesY; j += across)
    for (let i = 0; i + across <= tilesX; i += across) {
      let [sum, count] = [0, 0];
      for (let k = 0; k < across * across; k++) {
        const t = (j + Math.floor(k / across)) * tilesX + i + (k % across);
        if (!quiet[t]) continue;
        sum += tiles[t]!.im[0];
        count++;
      }
      if (count >= settings.mostly * across * across) means.push(sum / count);
    }
  return Float64Array.from(means);
}

/** Scatter around each place over that of the whole frame, as a mean over the tiles with a Gaussian's weight. */
function localScatter(
  kernels: Kernels,
  tiles: readonly Tile[],
  quiet: readonly boolean[],
  tilesX: number,
  places: number,
  settings: ScatterSettings,
): Float64Array {
  const at = [...quiet.keys()].filter((t) => quiet[t]);
  const all = Float64Array.from(at, (t) => tiles[t]!.im[1]);
  const most = settings.mostScatter * medianInPlace(all.slice());
  const capped = all.map((v) => Math.min(v, most));
  const usual = capped.reduce((a, b) => a + b, 0) / capped.length;
  const tilesY = tiles.length / tilesX;
  const width = settings.neighbourhood * Math.max(tilesX, tilesY);
  const bell = (count: number) =>
    Array.from({ length: places }, (_, p) =>
      Float64Array.from({ length: count }, (_, k) => {
        const far = (k + 0.5 - ((p + 0.5) * count) / places) / width;
        return kernels.run.exp(-0.5 * far * far);
      }),
    );
  const [bellX, bellY] = [bell(tilesX), bell(tilesY)];
  return Float64Array.from({ length: places * places }, (_, p) => {
    const [wx, wy] = [bellX[p % places]!, bellY[Math.floor(p / places)]!];
    // the whole frame counts as one tile at the place itself
    let [sum, weight] = [usual, 1];
    at.forEach((t, k) => {
      const w = wx[t % tilesX]! * wy[Math.floor(t / tilesX)]!;
      sum += w * capped[k]!;
      weight += w;
    });
    return sum / (weight * usual);
  });
}
