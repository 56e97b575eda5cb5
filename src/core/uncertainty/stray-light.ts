import type { Frequency } from '../field/frequency.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { corner, partOf, type ComplexPlane } from '../kernel/plane.ts';
import { leftDividedOut, type DividedStructure } from './divided-out.ts';
import { explainedBy } from './explained-wave.ts';
import { passedLens, PLAIN, rimOfLens, undoBend } from './passed-lens.ts';
import { refined } from './phase-sigma.ts';
import type { ScatterSettings } from './scatter-settings.ts';
import { smoothedTiles, sumsAlong } from './smoothed-tiles.ts';

/** A levelled field in focus, 1 where there is no sample, and the filter it went through. */
interface LevelledField {
  /** as large as transforms want it */
  readonly plane: ComplexPlane;
  /** used part of the plane */
  readonly rows: number;
  readonly cols: number;
  /** the filter's radius, cycles per sample along either side */
  readonly rim: Frequency;
  /** 1 for samples that the camera saw nothing of; absent: it saw all */
  readonly unseen?: Uint8Array | null;
  /** it was brought into focus by a distance: what needs another one is off by that, and counts */
  readonly refocused?: boolean;
  /** E|s|² of what a background frame had beside its light, per tile of a square grid; absent or null: there was none */
  readonly divided?: DividedStructure | null;
}

/** Variances that are accounted for. */
interface KnownScatter {
  /** of the modulus */
  readonly modulus: Float64Array;
  /** rad² */
  readonly phase: Float64Array;
}

/** Maps per tile, row by row, of tiles of 4 × 4 samples inside a margin. */
interface TileGrid {
  readonly tilesY: number;
  readonly tilesX: number;
  /** samples of the field before the first tile */
  readonly top: number;
  readonly left: number;
}

/** Samples along a tile's side, and values of one: kernels/stray-light.ts. */
const TILE = 4;
const MOMENTS = 4;
const OUTSIDE = { re: 1, im: 0 };

/**
 * Phase variance of light that no sample in focus makes, rad² per tile of a square grid over the field: of dust out of focus, of
 * reflections. What only delays light has a modulus of 1, and beyond the filter's rim lost what makes its edges ring: the
 * wave of modulus 1 that comes closest to the field through the filter is looked for, and what the field's modulus has beside that
 * wave's is other light, which does as much to the phase. It counts where it stands out of what is known and of the ringing, for no
 * more than the phase itself is off 0 there: what absorbs and uneven light change the modulus alone. Where phases are far
 * larger, a sample is there that may absorb: it takes light, but gives none.
 * @param known what is accounted for, per place of a `places × places` grid
 * @param margin samples at each edge that are left out
 */
export function strayLight(
  kernels: Kernels,
  field: LevelledField,
  known: KnownScatter,
  places: number,
  margin: number,
  settings: ScatterSettings,
): Float64Array {
  const { rows, cols } = field;
  // columns begin at quads
  const [top, left] = [margin, TILE * Math.ceil(margin / TILE)];
  const [tilesY, tilesX] = [rows - margin - top, cols - margin - left].map((n) => Math.floor(n / TILE));
  if (!(tilesY! > 0 && tilesX! > 0)) return new Float64Array(places * places);
  const grid = { tilesY: tilesY!, tilesX: tilesX!, top, left };
  const moments = momentsOf(kernels, field, grid, settings);
  const [all, brighter, ringing, delayed] = moments.map((map) =>
    smoothedTiles(map, grid.tilesY, grid.tilesX),
  );
  const placesOf = (count: number, from: number, side: number) =>
    Int32Array.from({ length: count }, (_, k) =>
      Math.min(places - 1, Math.floor(((from + TILE * (k + 0.5)) * places) / side)),
    );
  const [down, across] = [placesOf(grid.tilesY, top, rows), placesOf(grid.tilesX, left, cols)];
  const hidden = new Map<number, number>();
  const divided = field.divided && refined(field.divided.power, field.divided.tiles, places);
  const zeros = () => new Float64Array(all!.length);
  const [least, stray, shown] = [zeros(), zeros(), zeros()];
  const found = zeros();
  for (let t = 0; t < found.length; t++) {
    const place = down[Math.floor(t / grid.tilesX)]! * places + across[t % grid.tilesX]!;
    const power = all![t]!;
    const usual = known.modulus[place]!;
    const beyond = Math.max(0, power - usual);
    const phase = Math.max(0, delayed![t]! - known.phase[place]!);
    if (divided) [stray[t], shown[t]] = [divided[place]!, beyond];
    const isSample = phase > settings.differMost * beyond;
    const counted = isSample ? Math.min(power, 2 * brighter![t]!) : power;
    least[t] = settings.standsOut * (usual + ringing![t]!);
    if (isSample && power > settings.standsOut * usual) hidden.set(t, beyond);
    const more = Math.max(0, counted - usual);
    if (counted > least[t]! && !(more > settings.differMost * phase)) found[t] = Math.min(more, phase);
  }
  const reach = Math.ceil((settings.neighbourhood * Math.max(rows, cols)) / TILE);
  const looked = asAround({ found, hidden, least }, grid, reach).slice();
  if (!divided) return overFrame(looked, grid, field, places);
  const beside = leftDividedOut(kernels, field.plane, { ...grid, side: TILE }, stray, shown);
  for (let t = 0; t < looked.length; t++) looked[t] = Math.max(looked[t]!, beside[t]!);
  return overFrame(looked, grid, field, places);
}

interface FoundLight {
  readonly found: Float64Array;
  /** tiles in which a sample may hide more, and what their modulus has beyond what is known */
  readonly hidden: ReadonlyMap<number, number>;
  /** power that stands out */
  readonly least: Float64Array;
}

function hasPositive(map: Float64Array): boolean {
  for (let t = 0; t < map.length; t++) if (map[t]! > 0) return true;
  return false;
}

/**
 * Where a sample hides what lies in front of it there is as much as in the other tiles within twice the reach, if that stands out, but no
 * more than the modulus has there, and no less than was found.
 */
function asAround(
  { found, hidden, least }: FoundLight,
  { tilesY, tilesX }: TileGrid,
  reach: number,
): Float64Array {
  if (hidden.size === 0 || !hasPositive(found)) return found;
  const within = (map: Float64Array) => {
    const told = map.slice();
    for (const t of hidden.keys()) told[t] = 0;
    const around = (of: Float64Array) => sumsAlong(sumsAlong(of, reach, tilesX, 1), reach, tilesY, tilesX);
    // the nearer, the more
    return around(around(told));
  };
  const [seen, standing, count] = [
    within(found),
    within(least),
    within(new Float64Array(found.length).fill(1)),
  ];
  const all = found.slice();
  for (const [t, most] of hidden)
    if (most > found[t]! && seen[t]! > standing[t]!)
      all[t] = Math.max(found[t]!, Math.min(most, seen[t]! / count[t]!));
  return all;
}

/** Mean squares per tile: of the modulus beside the explained one, of the part that is brighter, of ringing, and of the phase. */
function momentsOf(
  kernels: Kernels,
  field: LevelledField,
  { tilesY, tilesX, top, left }: TileGrid,
  settings: ScatterSettings,
): Float64Array[] {
  using scope = kernels.scope();
  const whole = onOnes(kernels, scope, field, top);
  if (field.unseen) lightUnseen(kernels, whole, field, field.unseen);
  const { rim, refocused = false } = field;
  const part = liveliest(kernels, whole, field);
  const how = { rim, margin: top, rounds: settings.strayRounds, worth: settings.evidence.worth };
  const lens = refocused ? PLAIN : passedLens(kernels, { plane: onOnes(kernels, scope, part, top), ...how });
  undoBend(kernels, whole, field.rim, lens.bend);
  const explained = explainedBy(kernels, scope, whole, rimOfLens(field.rim, lens), settings.strayRounds);
  const count = tilesY * tilesX;
  const out = scope.doubles(count * MOMENTS);
  kernels.wasm.strayMoments(whole, explained, out, { rowFrom: top, colFrom: left, tilesY, tilesX });
  const values = kernels.doubles(out, count * MOMENTS);
  return Array.from({ length: MOMENTS }, (_, k) => every(values, MOMENTS, k));
}

/** Each `step`-th value, from one on. */
function every(values: Float64Array, step: number, from: number): Float64Array {
  const some = new Float64Array(values.length / step);
  for (let t = 0; t < some.length; t++) some[t] = values[t * step + from]!;
  return some;
}

/** Samples along a side that show a lens: what is left unexplained is as large anywhere as in 192² samples of a sample. */
const SHOWN = 192;

/** The part of a field that is farthest off 1: of a sample, where there is one. */
function liveliest(kernels: Kernels, plane: ComplexPlane, { rows, cols, rim }: LevelledField): LevelledField {
  const [high, wide] = [Math.min(rows, SHOWN), Math.min(cols, SHOWN)];
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const pitch = floatsPerRow(plane);
  const starts = (side: number, part: number) => {
    const steps = Math.ceil((2 * (side - part)) / part);
    return Array.from({ length: steps + 1 }, (_, k) => {
      const at = steps === 0 ? 0 : ((side - part) * k) / steps;
      return TILE * Math.floor(at / TILE);
    });
  };
  let best = { most: -1, row: 0, col: 0 };
  for (const row of starts(rows, high))
    for (const col of starts(cols, wide)) {
      let sum = 0;
      for (let y = row; y < row + high; y += TILE)
        sum = addOffOne(sum, values.subarray(y * pitch), col, col + wide);
      if (sum > best.most) best = { most: sum, row, col };
    }
  return { plane: partOf(plane, best, high, wide), rows: high, cols: wide, rim };
}

/** With how far every fourth sample of a row is off 1, to the square. */
function addOffOne(sum: number, row: Float32Array, from: number, to: number): number {
  let all = sum;
  for (let x = from; x < to; x += TILE) {
    const re = row[inRow(x)]! - OUTSIDE.re;
    const im = row[inRow(x) + TO_IMAGINARY]! - OUTSIDE.im;
    all += re * re + im * im;
  }
  return all;
}

/** A copy of the field that fades to 1 within a margin at its edges, and goes on as 1 where it was not recorded. */
function onOnes(
  kernels: Kernels,
  scope: Scope,
  { plane, rows, cols }: LevelledField,
  margin: number,
): ComplexPlane {
  const whole = scope.complex(plane.rows, plane.cols);
  const fade = (count: number) => {
    const table = scope.floats(count + TILE);
    kernels.wasm.taperWindow(table, { count, width: margin });
    return table;
  };
  kernels.wasm.placeField(corner(plane, rows, cols), fade(cols), fade(rows), whole, OUTSIDE);
  kernels.wasm.takeField(whole, whole, OUTSIDE);
  return whole;
}

/** Half of the light: there a mask's edge lies behind the filter. */
const HALF = 0.5;

/** What is dark in, or within a tile of, what the camera saw nothing of becomes 1: no wave of modulus 1 is as dark, and one that tries rings far. */
function lightUnseen(
  kernels: Kernels,
  whole: ComplexPlane,
  { rows, cols }: LevelledField,
  unseen: Uint8Array,
): void {
  const values = kernels.floats(whole.ptr, floatsIn(whole));
  const pitch = floatsPerRow(whole);
  const reached = dilated(dilated(unseen, cols, 1), rows, cols);
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      if (reached[row * cols + col] === 0) continue;
      const re = row * pitch + inRow(col);
      const im = re + TO_IMAGINARY;
      if (values[re]! * values[re]! + values[im]! * values[im]! >= HALF * HALF) continue;
      values[re] = OUTSIDE.re;
      values[im] = OUTSIDE.im;
    }
}

/** 1 within a tile of a 1 along lines of so many samples, neighbours of which are a step apart. */
function dilated(map: Uint8Array, count: number, step: number): Uint8Array {
  const wide = map.slice();
  for (let i = 0; i < map.length; i++) {
    if (map[i] === 0) continue;
    const at = Math.floor(i / step) % count;
    const [first, last] = [Math.max(-at, -TILE), Math.min(count - 1 - at, TILE)];
    for (let k = first; k <= last; k++) wide[i + k * step] = 1;
  }
  return wide;
}

/** The nearest tile's value at each place of a square grid over the field. */
function overFrame(
  map: Float64Array,
  { tilesY, tilesX, top, left }: TileGrid,
  { rows, cols }: LevelledField,
  places: number,
): Float64Array {
  const nearest = (place: number, side: number, from: number, count: number) => {
    const at = (((place + 0.5) / places) * side - from) / TILE;
    return Math.max(0, Math.min(count - 1, Math.floor(at)));
  };
  const across = Int32Array.from({ length: places }, (_, x) => nearest(x, cols, left, tilesX));
  const out = new Float64Array(places * places);
  for (let y = 0; y < places; y++) {
    const line = map.subarray(nearest(y, rows, top, tilesY) * tilesX);
    for (let x = 0; x < places; x++) out[y * places + x] = line[across[x]!]!;
  }
  return out;
}

/** Places along a side so that none holds more than a tile. */
export function strayPlaces({ rows, cols }: { readonly rows: number; readonly cols: number }): number {
  return Math.ceil(Math.max(rows, cols) / TILE);
}
