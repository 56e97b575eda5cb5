import type { Frequency } from '../field/frequency.ts';
import { medianInPlace } from '../fit/median.ts';
import { shortestHalf } from '../fit/shortest-half.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import { peakAt, phaseDensity } from '../phase/phase-density.ts';
import { wrapAngle } from '../phase/tiles.ts';
import { scatterComponents, type ScatterComponent } from './scatter-components.ts';
import type { ScatterSettings } from './scatter-settings.ts';
import { scatterWithin, varianceOf, type QuietTiles, type Tile } from './scatter-within.ts';

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

/** A levelled field and the filter it went through. */
export interface ScatteringField {
  readonly plane: ComplexPlane;
  /** used part of the plane */
  readonly rows: number;
  readonly cols: number;
  /** the filter's radius, cycles per sample along either side */
  readonly rim: Frequency;
}

/** Samples along a tile's side: smaller ones say less each, but more of them fit between parts of a sample. */
const SIDES = [8, 4];
/** Values per tile: kernels/uncertainty.ts. */
const SCATTERS = 8;
/** The scale of the tiles' phases is found step by step, from this (rad). */
const FIRST_SCALE = 0.5;
const STEPS = 15;

/**
 * Measures how a levelled field (1 where there is no sample) scatters where there is no sample. Which tiles these are is
 * told by their mean phase and their neighbours', not by their scatter, which would choose the calm ones.
 * @param margin samples at each edge that are left out
 * @param places the result's `local` has this many a side
 * @returns null where too few tiles are background
 */
export function backgroundScatter(
  kernels: Kernels,
  field: ScatteringField,
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
  const blocks = scatterWithin(kernels, grid, field.rim, settings);
  for (const across of [2, 4]) {
    const means = blockMeans(tiles, quiet, tilesX, across, settings);
    if (means.length < settings.leastTiles) break;
    blocks.push({ side: side * across, variance: varianceOf(means) });
  }
  const real = blocks.filter(({ variance }) => variance > 0);
  if (real.length < 3) return null;
  return {
    ...scatterComponents(kernels, real),
    local: localScatter(kernels, tiles, quiet, tilesX, places, settings),
    share: used.length / tiles.length,
  };
}

function quietTiles(
  kernels: Kernels,
  { plane, rows, cols }: ScatteringField,
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
    const part = (k: number): Tile['re'] => [values[k]!, values[k + 1]!, values[k + 2]!, values[k + 3]!];
    return { re: part(t * SCATTERS), im: part(t * SCATTERS + 4) };
  });
}

/** Tiles whose phase is that of most, and which do not lie beside any that is far from it. */
function withoutSample(
  kernels: Kernels,
  tiles: readonly Tile[],
  tilesX: number,
  settings: ScatterSettings,
): Pick<QuietTiles, 'quiet' | 'scale'> {
  const count = tiles.length;
  const [modulus, phase] = [new Float64Array(count), new Float64Array(count)];
  tiles.forEach(({ re, im }, t) => {
    modulus[t] = Math.sqrt(re[0] * re[0] + im[0] * im[0]);
    phase[t] = kernels.run.atan2(im[0], re[0]);
  });
  const least = settings.leastModulus * medianInPlace(modulus.slice());
  const lit = modulus.map((m) => (m > least ? 1 : 0));
  const { at, below, above } = peakAt(phaseDensity(kernels, phase, lit, settings.bandwidth).density, 0);
  const off = phase.map((p) => wrapAngle(p - at));
  const peak = off.map((o, t) => (lit[t] && o > -below && o < above ? 1 : 0));
  const sorted = off.filter((_, t) => peak[t] === 1).sort();
  // a sample that begins to one side of the density's peak pulls it there: what most tiles have lies beside it
  let [scale, middle] = [FIRST_SCALE, 0];
  const farther = (o: number, scales: number) => Math.abs(o - middle) > scales * scale;
  for (let k = 0; k < STEPS; k++) {
    let [from, to] = [0, sorted.length];
    while (from < to && farther(sorted[from]!, settings.within)) from++;
    while (to > from && farther(sorted[to - 1]!, settings.within)) to--;
    if (from === to) return { quiet: tiles.map(() => false), scale: Infinity };
    const before = [middle, scale];
    ({ middle, scale } = shortestHalf(sorted.subarray(from, to)));
    if (middle === before[0] && scale === before[1]) break;
  }
  const mine = Array.from(off, (o, t) => peak[t] === 1 && !farther(o, settings.within));
  const far = Array.from(off, (o, t) => !peak[t] || farther(o, settings.beyond));
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
  const cols = Int32Array.from(at, (t) => t % tilesX);
  const rows = Int32Array.from(at, (t) => Math.floor(t / tilesX));
  return Float64Array.from({ length: places * places }, (_, p) => {
    const [wx, wy] = [bellX[p % places]!, bellY[Math.floor(p / places)]!];
    // the whole frame counts as one tile at the place itself
    let [sum, weight] = [usual, 1];
    for (let k = 0; k < cols.length; k++) {
      const w = wx[cols[k]!]! * wy[rows[k]!]!;
      sum += w * capped[k]!;
      weight += w;
    }
    return sum / (weight * usual);
  });
}
