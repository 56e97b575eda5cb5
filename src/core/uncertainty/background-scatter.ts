import type { Frequency } from '../field/frequency.ts';
import { medianInPlace } from '../fit/median.ts';
import { shortestHalf } from '../fit/shortest-half.ts';
import { sorted } from '../fit/sorted.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import { peakAt, phaseDensity } from '../phase/phase-density.ts';
import { wrapAngle } from '../phase/tiles.ts';
import { oneSidedShare } from './one-sided.ts';
import { scatterComponents, type ScatterComponent } from './scatter-components.ts';
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

/** A levelled field and the filter it went through. */
export interface ScatteringField {
  readonly plane: ComplexPlane;
  /** used part of the plane */
  readonly rows: number;
  readonly cols: number;
  /** the filter's radius, cycles per sample along either side */
  readonly rim: Frequency;
  /** whether light passes beside the sample */
  readonly hasBeam: boolean;
  /** whether counts grow less than light does, so that moduli scatter less than the field they are of; absent: they do not */
  readonly flattens?: boolean;
  /** whether a program changed the frame: nothing says that it did so evenly; absent: it did not */
  readonly edited?: boolean;
}

/** Samples along a tile's side: smaller ones say less each, but more of them fit between parts of a sample. */
const SIDES = [8, 4];
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
  settings: QuietSettings,
): BackgroundScatter | null {
  const grids = SIDES.map((side) => quietTiles(kernels, field, margin, side, settings));
  // means over larger tiles scatter less, unless there is sample in most of them
  const grid = grids.reduce((a, b) => (a && b && b.scale < a.scale ? b : a));
  if (!grid) return null;
  const { side, quiet } = grid;
  const used = quiet.reduce((sum, one) => sum + one, 0);
  if (used < settings.leastTiles) return null;
  const stray = () => (field.hasBeam ? oneSidedShare(kernels, { ...field, ...grid, margin }) : 1);
  const { rim, flattens = false, edited = false } = field;
  const blocks = edited
    ? allScatter(grid)
    : scatterWithin(kernels, { ...grid, flattens }, rim, stray, settings);
  for (const across of [2, 4]) {
    const means = blockMeans(grid, across, settings);
    if (means.length < settings.leastTiles) break;
    blocks.push({ side: side * across, variance: varianceOf(means) });
  }
  const real = blocks.filter(({ variance }) => variance > 0);
  if (real.length < 3) return null;
  return {
    ...scatterComponents(kernels, real),
    local: localScatter(kernels, grid, places, settings),
    found: placesOf(grid, field, margin, places),
    share: used / quiet.length,
  };
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

function quietTiles(
  kernels: Kernels,
  { plane, rows, cols }: ScatteringField,
  margin: number,
  side: number,
  settings: QuietSettings,
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
): Float64Array {
  using scratch = kernels.scope();
  const count = tilesY * tilesX * SCATTERS;
  const out = scratch.doubles(count);
  kernels.wasm.quadratureScatter(plane, out, { rowFrom: margin, colFrom: margin, tilesY, tilesX, side });
  return kernels.doubles(out, count).slice();
}

/** Tiles whose phase is that of most, and which do not lie beside any that is far from it. */
function withoutSample(
  kernels: Kernels,
  tiles: Float64Array,
  tilesX: number,
  settings: QuietSettings,
): Pick<QuietTiles, 'quiet' | 'scale'> {
  const { off, peak } = phasesOf(kernels, tiles, settings);
  const count = off.length;
  const there = sorted(
    kernels,
    off.filter((_, t) => peak[t] === 1),
  );
  // a sample that begins to one side of the density's peak pulls it there: what most tiles have lies beside it
  let [scale, middle] = [FIRST_SCALE, 0];
  const farther = (o: number, scales: number) => Math.abs(o - middle) > scales * scale;
  for (let k = 0; k < STEPS; k++) {
    let [from, to] = [0, there.length];
    while (from < to && farther(there[from]!, settings.evidence.clear)) from++;
    while (to > from && farther(there[to - 1]!, settings.evidence.clear)) to--;
    if (from === to) return { quiet: new Uint8Array(count), scale: Infinity };
    const before = [middle, scale];
    ({ middle, scale } = shortestHalf(there.subarray(from, to)));
    if (middle === before[0] && scale === before[1]) break;
  }
  const [mine, far] = [new Uint8Array(count), new Uint8Array(count)];
  for (let t = 0; t < count; t++) {
    mine[t] = peak[t] === 1 && !farther(off[t]!, settings.evidence.clear) ? 1 : 0;
    far[t] = peak[t] === 0 || farther(off[t]!, settings.beyond) ? 1 : 0;
  }
  const apart = new Uint8Array(count);
  let found = 0;
  for (let t = 0, x = 0; t < count; t++, x = x === tilesX - 1 ? 0 : x + 1) {
    if (mine[t] === 0) continue;
    const beside =
      (t >= tilesX && far[t - tilesX] === 1) ||
      (t + tilesX < count && far[t + tilesX] === 1) ||
      (x > 0 && far[t - 1] === 1) ||
      (x < tilesX - 1 && far[t + 1] === 1);
    if (beside) continue;
    apart[t] = 1;
    found++;
  }
  // where hardly a tile has no sample beside it, those beside one have to do
  return { quiet: found >= settings.leastTiles ? apart : mine, scale };
}

/** How far the phase of each tile's mean is from where most are, and which tiles lie on that peak (1). */
function phasesOf(kernels: Kernels, tiles: Float64Array, settings: QuietSettings) {
  const count = tiles.length / SCATTERS;
  const [modulus, phase] = [new Float64Array(count), new Float64Array(count)];
  const { atan2 } = kernels.wasm;
  for (let t = 0; t < count; t++) {
    const [re, im] = [tiles[t * SCATTERS + PART.re]!, tiles[t * SCATTERS + PART.im]!];
    modulus[t] = Math.sqrt(re * re + im * im);
    phase[t] = atan2(im, re);
  }
  const lit = litTiles(modulus, settings);
  const { at, below, above } = peakAt(phaseDensity(kernels, phase, lit, settings.bandwidth).density, 0);
  const off = phase.map((p) => wrapAngle(p - at));
  const peak = Uint8Array.from(off, (o, t) => (lit[t] && o > -below && o < above ? 1 : 0));
  return { off, peak };
}

/** 1 for tiles that are no darker than a share of the usual one, else 0. */
export function litTiles(
  modulus: Float64Array,
  { leastModulus }: Pick<QuietSettings, 'leastModulus'>,
): Float64Array {
  const least = leastModulus * medianInPlace(modulus.slice());
  return modulus.map((m) => (m > least ? 1 : 0));
}

/** Mean imaginary part over blocks of `across × across` tiles that are mostly background. */
function blockMeans(
  { tiles, quiet, tilesX }: QuietTiles,
  across: number,
  settings: QuietSettings,
): Float64Array {
  const means: number[] = [];
  const tilesY = quiet.length / tilesX;
  for (let j = 0; j + across <= tilesY; j += across)
    for (let i = 0; i + across <= tilesX; i += across) {
      let [sum, count] = [0, 0];
      for (let dy = 0; dy < across; dy++)
        for (let t = (j + dy) * tilesX + i; t < (j + dy) * tilesX + i + across; t++) {
          if (quiet[t] === 0) continue;
          sum += tiles[t * SCATTERS + PART.im]!;
          count++;
        }
      if (count >= settings.mostly * across * across) means.push(sum / count);
    }
  return Float64Array.from(means);
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
