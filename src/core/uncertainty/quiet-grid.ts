import { medianInPlace } from '../fit/median.ts';
import { shortestHalf } from '../fit/shortest-half.ts';
import { sorted } from '../fit/sorted.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import { peakAt, phaseDensity } from '../phase/phase-density.ts';
import { wrapAngle } from '../phase/tiles.ts';
import type { QuietSettings } from './scatter-settings.ts';
import { PART, SCATTERS, type Quadrature, type QuietTiles } from './scatter-within.ts';
/** The scale of the tiles' phases is found step by step, from this (rad). */
const FIRST_SCALE = 0.5;
const STEPS = 15;

/**
 * Tiles of so many samples a side, a multiple of four or one alone, and which of them hold no sample.
 * @param margin samples at each edge that are left out
 * @returns null where there are too few
 */
export function quietGrid(
  kernels: Kernels,
  { plane, rows, cols }: { readonly plane: ComplexPlane; readonly rows: number; readonly cols: number },
  margin: number,
  side: number,
  settings: QuietSettings,
): QuietTiles | null {
  const tilesY = Math.floor((rows - 2 * margin) / side);
  const tilesX = Math.floor((cols - 2 * margin) / side);
  if (tilesY * tilesX < settings.leastTiles) return null;
  const tiles =
    side === 1
      ? samplesOf(kernels, plane, margin, tilesY, tilesX)
      : scatterTiles(kernels, plane, margin, side, tilesY, tilesX);
  return { side, tiles, tilesX, ...withoutSample(kernels, tiles, tilesX, settings) };
}

/** {@link SCATTERS} values of each tile, row by row. */
export function scatterTiles(
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

/** Samples as tiles: each is its own mean. */
function samplesOf(
  kernels: Kernels,
  plane: ComplexPlane,
  margin: number,
  rows: number,
  cols: number,
): Float64Array {
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const out = new Float64Array(rows * cols * SCATTERS);
  for (let row = 0; row < rows; row++) {
    const line = values.subarray((margin + row) * floatsPerRow(plane));
    for (let col = 0; col < cols; col++) {
      const [at, to] = [inRow(margin + col), (row * cols + col) * SCATTERS];
      const [re, im] = [line[at]!, line[at + TO_IMAGINARY]!];
      out[to + PART.re] = re;
      out.fill(re * re, to + PART.re + 1, to + PART.im);
      out[to + PART.im] = im;
      out.fill(im * im, to + PART.im + 1, to + SCATTERS);
    }
  }
  return out;
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
  const there = sorted(kernels, thoseOf(off, peak));
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

/** Values that are marked by 1. */
export function thoseOf(values: Float64Array, marks: Uint8Array): Float64Array {
  const some = new Float64Array(values.length);
  let count = 0;
  for (let t = 0; t < values.length; t++) if (marks[t] === 1) some[count++] = values[t]!;
  return some.slice(0, count);
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
  const [off, peak] = [new Float64Array(count), new Uint8Array(count)];
  for (let t = 0; t < count; t++) {
    off[t] = wrapAngle(phase[t]! - at);
    if (lit[t] === 1 && off[t]! > -below && off[t]! < above) peak[t] = 1;
  }
  return { off, peak };
}

/** 1 for tiles that are no darker than a share of the usual one, else 0. */
export function litTiles(
  modulus: Float64Array,
  { leastModulus }: Pick<QuietSettings, 'leastModulus'>,
): Float64Array {
  const least = leastModulus * medianInPlace(modulus.slice());
  const lit = new Float64Array(modulus.length);
  for (let t = 0; t < lit.length; t++) if (modulus[t]! > least) lit[t] = 1;
  return lit;
}

/** Means of a part over blocks of `across × across` tiles that are mostly background. */
export function blockMeans(
  { tiles, quiet, tilesX }: QuietTiles,
  across: number,
  part: Quadrature,
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
          sum += tiles[t * SCATTERS + PART[part]]!;
          count++;
        }
      if (count >= settings.mostly * across * across) means.push(sum / count);
    }
  return Float64Array.from(means);
}
