import { medianInPlace } from '../fit/median.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { areSmall } from '../phase/coherence-around.ts';
import { tilePlaces } from '../phase/tiles.ts';
import { oneSidedShare } from './one-sided.ts';
import { blockMeans, quietGrid } from './quiet-grid.ts';
import { scatterComponents, type BlockVariance, type ScatterComponent } from './scatter-components.ts';
import type { ScatteringField } from './scattering-field.ts';
import { scatterOfSamples } from './scatter-of-samples.ts';
import type { QuietSettings } from './scatter-settings.ts';
import { allScatter, PART, SCATTERS, scatterWithin, varianceOf, type QuietTiles } from './scatter-within.ts';

/** What the parts of a field without a sample scatter, the camera's noise included. */
export interface BackgroundScatter {
  /** rad², speckle and stray light: finer than a tile */
  readonly grain: ScatterComponent;
  /** rad², what the smooth surface did not take: coarser than a tile */
  readonly clouds: ScatterComponent;
  /** how many times the frame's typical scatter is found around each place, per place of a `places × places` grid */
  readonly local: Float64Array;
  /** where it was found: for each tile the index of its place */
  readonly found: Int32Array;
  /** share of the tiles that it rests on */
  readonly share: number;
}

/** Samples along a tile's side: smaller ones say less each, but more of them fit between parts of a sample. */
const SIDES = [8, 4];

/**
 * Measures how a levelled field (1 where there is no sample) scatters where there is no sample. Which tiles these are is
 * told by their mean phase and their neighbours', not by their scatter, which would choose the calm ones. A small frame may have none,
 * so that their means scatter more than single samples do that lie between parts of the sample: then these tell.
 * @param margin samples at each edge that are left out
 * @param places the result's `local` has this many a side
 * @returns null where too few tiles are background
 */
export function backgroundScatter(
  kernels: Kernels,
  field: ScatteringField,
  margin: number,
  places: number,
  settings: QuietSettings,
): BackgroundScatter | null {
  const grids = SIDES.map((side) => quietGrid(kernels, field, margin, side, settings));
  // means over larger tiles scatter less, unless there is sample in most of them
  const grid = grids.reduce((a, b) => (a && b && b.scale < a.scale ? b : a));
  const byTiles = grid && scatterOf(kernels, field, grid, blocksOfTiles, { margin, places, settings });
  if (!areSmall(tilePlaces(field.rows, field.cols, margin, null))) return byTiles;
  const samples = quietGrid(kernels, field, margin, 1, settings);
  const bySamples =
    samples && scatterOf(kernels, field, samples, scatterOfSamples, { margin, places, settings });
  const spread = (of: QuietTiles) => varianceOf(blockMeans(of, 1, 'im', settings));
  return bySamples && (!byTiles || spread(samples) < spread(grid)) ? bySamples : byTiles;
}

/** What blocks of tiles scatter by, from single samples on; null: of too few sizes. */
function blocksOfTiles(
  kernels: Kernels,
  field: ScatteringField,
  grid: QuietTiles,
  margin: number,
  settings: QuietSettings,
): readonly BlockVariance[] | null {
  const { rim, hasBeam, flattens = false, edited = false } = field;
  const stray = () => (hasBeam ? oneSidedShare(kernels, { ...field, ...grid, margin }) : 1);
  const blocks = edited
    ? allScatter(grid)
    : scatterWithin(kernels, { ...grid, flattens }, rim, stray, settings);
  for (const across of [2, 4]) {
    const means = blockMeans(grid, across, 'im', settings);
    if (means.length < settings.leastTiles) break;
    blocks.push({ side: grid.side * across, variance: varianceOf(means) });
  }
  const real = blocks.filter(({ variance }) => variance > 0);
  return real.length < 3 ? null : real;
}

/** What a grid says; null: too little of it is quiet. */
function scatterOf(
  kernels: Kernels,
  field: ScatteringField,
  grid: QuietTiles,
  blocksOf: (...of: Parameters<typeof blocksOfTiles>) => readonly BlockVariance[] | null,
  { margin, places, settings }: Wanted,
): BackgroundScatter | null {
  const used = grid.quiet.reduce((sum, one) => sum + one, 0);
  const blocks = used < settings.leastTiles ? null : blocksOf(kernels, field, grid, margin, settings);
  return (
    blocks && {
      ...scatterComponents(kernels, blocks),
      local: localScatter(kernels, grid, places, settings),
      found: placesOf(grid, field, margin, places),
      share: used / grid.quiet.length,
    }
  );
}

interface Wanted {
  readonly margin: number;
  readonly places: number;
  readonly settings: QuietSettings;
}

/** The place that the middle of each quiet tile lies in. */
function placesOf(
  { side, quiet, tilesX }: QuietTiles,
  { rows, cols }: Pick<ScatteringField, 'rows' | 'cols'>,
  margin: number,
  places: number,
): Int32Array {
  const place = (tile: number, count: number) =>
    Math.floor(((margin + side * (tile + 0.5)) * places) / count);
  return Int32Array.from(
    [...quiet.keys()].filter((t) => quiet[t] === 1),
    (t) => place(Math.floor(t / tilesX), rows) * places + place(t % tilesX, cols),
  );
}

/** Scatter around each place over that of the whole frame, as a mean over the tiles with a Gaussian's weight. */
function localScatter(
  kernels: Kernels,
  { tiles, quiet, tilesX }: QuietTiles,
  places: number,
  settings: QuietSettings,
): Float64Array {
  const at = Int32Array.from([...quiet.keys()].filter((t) => quiet[t] === 1));
  const all = Float64Array.from(at, (t) => tiles[t * SCATTERS + PART.im + 1]!);
  const most = settings.mostScatter * medianInPlace(all.slice());
  const capped = all.map((v) => Math.min(v, most));
  const usual = capped.reduce((a, b) => a + b, 0) / capped.length;
  const tilesY = quiet.length / tilesX;
  const width = settings.neighbourhood * Math.max(tilesX, tilesY);
  const bell = (count: number, k: number, p: number) => {
    const far = (k + 0.5 - ((p + 0.5) * count) / places) / width;
    return kernels.wasm.exp(-0.5 * far * far);
  };
  using scope = kernels.scope();
  const count = at.length;
  const rooms = {
    ...{ tiles: scope.integers(count), values: scope.doubles(count), out: scope.doubles(places * places) },
    ...{ bellX: scope.doubles(tilesX * places), bellY: scope.doubles(places * tilesY) },
  };
  kernels.integers(rooms.tiles, count).set(at);
  kernels.doubles(rooms.values, count).set(capped);
  const [bellX, bellY] = [
    kernels.doubles(rooms.bellX, tilesX * places),
    kernels.doubles(rooms.bellY, places * tilesY),
  ];
  for (let p = 0; p < places; p++) {
    for (let k = 0; k < tilesX; k++) bellX[k * places + p] = bell(tilesX, k, p);
    for (let k = 0; k < tilesY; k++) bellY[p * tilesY + k] = bell(tilesY, k, p);
  }
  const counts = { count, tilesX, tilesY, places, usual };
  kernels.wasm.meansAround(rooms.tiles, rooms.values, rooms.bellX, rooms.bellY, rooms.out, counts);
  return kernels.doubles(rooms.out, places * places).slice();
}
