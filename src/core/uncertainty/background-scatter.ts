import { medianInPlace } from '../fit/median.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import { copyOf } from '../kernel/copy-plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { areSmall } from '../phase/coherence-around.ts';
import { tilePlaces } from '../phase/tiles.ts';
import { oneSidedShare } from './one-sided.ts';
import { blockMeans, quietGrid, scatterTiles } from './quiet-grid.ts';
import { scatterComponents, type BlockVariance, type ScatterComponent } from './scatter-components.ts';
import type { ScatteringField } from './scattering-field.ts';
import { scatterOfSamples } from './scatter-of-samples.ts';
import type { FrameSettings, QuietSettings } from './scatter-settings.ts';
import {
  allScatter,
  markedOf,
  PART,
  SCATTERS,
  scatterWithin,
  varianceOf,
  type QuietTiles,
} from './scatter-within.ts';

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
  /** rad², how little is known of a surface of so many terms as the rig may have, by a sample that fills the frame; 0 where none does */
  readonly hidden: number;
  /**
   * whether tiles lie level but for grain: where their means scatter as single samples do, a sample lies all over them. A small frame,
   * of which each of them is a good part, does not tell
   */
  readonly isLevel: boolean;
}

/** Blocks of all sizes, and what they would have without what is known of the sample. */
interface Blocks {
  readonly all: readonly BlockVariance[];
  readonly stray: readonly BlockVariance[];
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
  settings: FrameSettings,
): BackgroundScatter | null {
  const grids = SIDES.map((side) => quietGrid(kernels, field, margin, side, settings));
  // means over larger tiles scatter less, unless there is sample in most of them
  const grid = grids.reduce((a, b) => (a && b && b.scale < a.scale ? b : a));
  const byTiles = grid && scatterOf(kernels, field, grid, blocksOfTiles, { margin, places, settings });
  if (!areSmall(tilePlaces(field.rows, field.cols, margin, null))) return byTiles;
  const samples = quietGrid(kernels, field, margin, 1, settings);
  const bySamples =
    samples && scatterOf(kernels, field, samples, blocksOfSamples, { margin, places, settings });
  const spread = (of: QuietTiles) => varianceOf(blockMeans(of, 1, 'im', settings));
  const chosen = bySamples && (!byTiles || spread(samples) < spread(grid)) ? bySamples : byTiles;
  return chosen && { ...chosen, isLevel: true };
}

/**
 * What blocks of tiles scatter by, from single samples on; null: of too few sizes. No more counts than the modulus scatters by: stray
 * light, of whatever length, moves it as much as the phase (in fifteen recordings to a few per cent up to blocks of 32 samples), and a
 * sample that fills the frame moves the phase alone.
 */
function blocksOfTiles(
  kernels: Kernels,
  field: ScatteringField,
  grid: QuietTiles,
  margin: number,
  settings: QuietSettings,
): Blocks | null {
  const { rim, hasBeam, flattens = false, edited = false } = field;
  let share = hasBeam ? null : 1;
  const stray = () => (share ??= oneSidedShare(kernels, { ...field, ...grid, margin }));
  const ofAll = (tiles: QuietTiles) => {
    const blocks = edited
      ? allScatter(tiles)
      : scatterWithin(kernels, { ...tiles, flattens }, rim, stray, settings);
    for (const across of [2, 4]) {
      const means = blockMeans(tiles, across, 'im', settings);
      if (means.length < settings.leastTiles) break;
      blocks.push({ side: tiles.side * across, variance: varianceOf(means) });
    }
    return blocks;
  };
  const both = ofAll(grid);
  const ofModulus = !flattens && !edited ? ofAll(modulusTiles(kernels, field, grid, margin)) : both;
  const some = [...both.keys()].filter((k) => both[k]!.variance > 0);
  if (some.length < 3) return null;
  const all = some.map((k) => both[k]!);
  const calmer = (k: number) => (ofModulus[k]!.variance < both[k]!.variance ? ofModulus[k]! : both[k]!);
  return { all, stray: ofModulus === both ? all : some.map(calmer) };
}

/** The tiles with what the field's modulus differs by from that of most of them in place of both its parts. */
function modulusTiles(
  kernels: Kernels,
  { plane, rows, cols }: ScatteringField,
  grid: QuietTiles,
  margin: number,
): QuietTiles {
  const { side, tilesX, tiles, quiet } = grid;
  const sizes = Float64Array.from(markedOf(quiet));
  for (let n = 0; n < sizes.length; n++) {
    const at = sizes[n]! * SCATTERS;
    sizes[n] = Math.sqrt(tiles[at + PART.re + 1]! + tiles[at + PART.im + 1]!);
  }
  const usual = medianInPlace(sizes);
  using scope = kernels.scope();
  const moduli = copyOf(kernels, scope, plane);
  const values = kernels.floats(moduli.ptr, floatsIn(moduli));
  for (let y = 0; y < rows; y++) putModuli(values.subarray(y * floatsPerRow(moduli)), cols, usual);
  return { ...grid, tiles: scatterTiles(kernels, moduli, margin, side, quiet.length / tilesX, tilesX) };
}

/** Of a row's samples: the modulus less the usual one in place of both parts. */
function putModuli(row: Float32Array, cols: number, usual: number): void {
  for (let x = 0; x < cols; x++) {
    const at = inRow(x);
    const re = row[at]!;
    const im = row[at + TO_IMAGINARY]!;
    const beyond = Math.sqrt(re * re + im * im) - usual;
    row[at] = beyond;
    row[at + TO_IMAGINARY] = beyond;
  }
}

/** The same of single samples between parts of a sample. */
function blocksOfSamples(...of: Parameters<typeof scatterOfSamples>): Blocks | null {
  const all = scatterOfSamples(...of);
  return all && { all, stray: all };
}

/** What a grid says; null: too little of it is quiet. */
function scatterOf(
  kernels: Kernels,
  field: ScatteringField,
  grid: QuietTiles,
  blocksOf: (...of: Parameters<typeof blocksOfTiles>) => Blocks | null,
  { margin, places, settings }: Wanted,
): BackgroundScatter | null {
  const used = markedOf(grid.quiet).length;
  const blocks = used < settings.leastTiles ? null : blocksOf(kernels, field, grid, margin, settings);
  if (!blocks) return null;
  const components = scatterComponents(kernels, blocks.stray);
  const isAlike = blocks.stray === blocks.all;
  const excess = isAlike ? 0 : Math.max(0, spanOf(kernels, blocks.all) - spanOf(kernels, blocks.stray));
  return {
    ...components,
    local: localScatter(kernels, grid, places, settings),
    found: placesOf(grid, field, margin, places),
    share: used / grid.quiet.length,
    hidden: (settings.terms * excess) / (field.rows * field.cols),
    isLevel: isLevel(blocks.all),
  };
}

/** Most of what single samples scatter by is gone in their means over a tile. */
function isLevel(blocks: readonly BlockVariance[]): boolean {
  const upTo = blocks.filter(({ side }) => side <= SIDES[0]!);
  return upTo[upTo.length - 1]!.variance < upTo[0]!.variance / 2;
}

/** rad² · samples: a variance times the area over which it is one value, ∬ exp(−r²/ℓ²). Blocks know of no length beyond their own. */
function spanOf(kernels: Kernels, blocks: readonly BlockVariance[]): number {
  const { grain, clouds } = scatterComponents(kernels, blocks);
  const longest = Math.min(clouds.length, blocks[blocks.length - 1]!.side);
  return Math.PI * (grain.variance * grain.length * grain.length + clouds.variance * longest * longest);
}

interface Wanted {
  readonly margin: number;
  readonly places: number;
  readonly settings: FrameSettings;
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
  const found = markedOf(quiet);
  for (let n = 0; n < found.length; n++) {
    const t = found[n]!;
    found[n] = place(Math.floor(t / tilesX), rows) * places + place(t % tilesX, cols);
  }
  return found;
}

/** Scatter around each place over that of the whole frame, as a mean over the tiles with a Gaussian's weight. */
function localScatter(
  kernels: Kernels,
  { tiles, quiet, tilesX }: QuietTiles,
  places: number,
  settings: QuietSettings,
): Float64Array {
  const at = markedOf(quiet);
  const capped = new Float64Array(at.length);
  for (let n = 0; n < at.length; n++) capped[n] = tiles[at[n]! * SCATTERS + PART.im + 1]!;
  const most = settings.mostScatter * medianInPlace(capped.slice());
  let sum = 0;
  for (let n = 0; n < at.length; n++) sum += capped[n] = Math.min(capped[n]!, most);
  const usual = sum / at.length;
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
