import { nativeMargin } from '../../demodulate/demodulate-pair.ts';
import type { NativeField } from '../../demodulate/demodulate.ts';
import { medianInPlace } from '../../fit/median.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { copyOf } from '../../kernel/copy-plane.ts';
import { tileBounds } from '../../field/tile-bounds.ts';
import { quietGrid } from '../../uncertainty/quiet-grid.ts';
import type { Lines } from './line-strips.ts';
import type { TakenBackground } from '../flatten/flatten.ts';
import type { FlattenSettings } from '../flatten/scatter-about-surface.ts';

/** Samples along a tile's side: lines that shake differ within larger ones. */
const SIDE = 4;
/** Share of a line that must be free of sample for it to say how far it is turned. */
const LEAST_QUIET = 1 / 8;
/** The calmer lines get, the better is told what is free of sample. */
const ROUNDS = 4;
/** Lines to either side that a line is compared with at first. */
const AROUND = [8, 32, Infinity];

/** By how much lines of a field are turned, and of which that could not be told. */
export interface TurnsOfLines {
  readonly lines: Lines;
  /** rad, per native line */
  readonly turns: Float64Array;
  /** 1 where too little of a line is free of sample: it is left as it was */
  readonly open: Uint8Array;
}

/** A background taken out of a field whose lines shook, and by how much they did. */
export interface SteadilyTaken {
  readonly taken: TakenBackground;
  readonly turned: readonly TurnsOfLines[];
}

/**
 * Takes the background out of a field, after its lines were turned back where they shake: how far each is turned says what is left of it
 * where there is no sample.
 * @param field changed
 */
export function takeSteadily(
  kernels: Kernels,
  field: NativeField,
  shaken: readonly Lines[],
  take: (of: NativeField) => TakenBackground,
  settings: FlattenSettings,
): SteadilyTaken {
  if (shaken.length === 0) return { taken: take(field), turned: [] };
  using scope = kernels.scope();
  const flat = { ...field, plane: copyOf(kernels, scope, field.plane) };
  if (!take(flat).fit) return { taken: take(field), turned: [] };
  const turned = shaken.flatMap((lines) => turnsOfLines(kernels, flat, lines, settings) ?? []);
  for (const one of turned) turnBack(kernels, field, one);
  return { taken: take(field), turned };
}

/** rad² per tile of a `places × places` grid over the frame: lines that could not be told are turned as far as others were. */
export function doubtOfTurns(turned: readonly TurnsOfLines[], places: number): Float64Array | null {
  const some = turned.filter(({ open }) => open.some((one) => one === 1));
  if (some.length === 0) return null;
  const doubt = new Float64Array(places * places);
  for (const { lines, turns, open } of some) {
    const told = turns.filter((_, k) => open[k] === 0);
    const variance = told.reduce((sum, turn) => sum + turn * turn, 0) / Math.max(1, told.length);
    for (let t = 0; t < doubt.length; t++) {
      const place = lines === 'rows' ? Math.floor(t / places) : t % places;
      const { from, to } = tileBounds(place, places, open.length);
      const share = open.subarray(from, to).reduce((sum, one) => sum + one, 0) / (to - from);
      doubt[t]! += share * variance;
    }
  }
  return doubt;
}

/**
 * How far each line of a field is turned as a whole, by what of it is free of sample. What that is shows once lines are turned back against
 * those around: against few where a sample is in the way, against many where they wander.
 * @param flat the field less its smooth background
 * @returns null where nothing is free of sample
 */
export function turnsOfLines(
  kernels: Kernels,
  flat: NativeField,
  lines: Lines,
  settings: FlattenSettings,
): TurnsOfLines | null {
  const steps = besideEachOther(kernels, flat, lines);
  let [found, most]: [TurnsOfLines | null, number] = [null, 0];
  for (const around of AROUND) {
    using scope = kernels.scope();
    const copy = { ...flat, plane: copyOf(kernels, scope, flat.plane) };
    const first = steps.map((turn, line) => {
      const beside = steps.subarray(Math.max(0, line - around), line + around + 1);
      return turn - beside.reduce((sum, one) => sum + one, 0) / beside.length;
    });
    const { turned, density } = fromThese(kernels, copy, { lines, turns: first }, steps, settings);
    if (density > most) [found, most] = [turned, density];
  }
  return found;
}

/**
 * The same from where lines are thought to be turned.
 * @param flat changed
 * @returns how dense the phases of tiles without sample are in the end, too
 */
function fromThese(
  kernels: Kernels,
  flat: NativeField,
  first: Pick<TurnsOfLines, 'lines' | 'turns'>,
  steps: Float64Array,
  settings: FlattenSettings,
): { readonly turned: TurnsOfLines | null; readonly density: number } {
  const margin = nativeMargin(flat, settings.demodulation);
  const { leastTiles, degree } = settings.background;
  const how = { ...settings.scatter, leastTiles, bandwidth: degree.finest };
  const { lines, turns } = first;
  turnBack(kernels, flat, first);
  let open: Uint8Array = new Uint8Array(turns.length);
  let density = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const quiet = quietGrid(kernels, flat, margin, SIDE, how);
    if (!quiet || quiet.quiet.every((one) => one === 0)) return { turned: null, density: 0 };
    const left = oneRound(kernels, flat, lines, { ...quiet, margin });
    ({ open } = left);
    const more = throughOpen(
      turns.map((turn, k) => turn + left.turns[k]! - steps[k]!),
      open,
    ).map((one, k) => one + steps[k]! - turns[k]!);
    turnBack(kernels, flat, { lines, turns: more });
    for (let k = 0; k < turns.length; k++) turns[k]! += more[k]!;
    density = quiet.quiet.reduce((sum, one) => sum + one, 0) / quiet.scale;
  }
  return { turned: { lines, turns, open }, density };
}

/**
 * How far lines are turned by what most of each is turned against the one before: a sample draws that along a little, and errors add up
 * from line to line, but no place needs to be known that is free of one.
 */
function besideEachOther(
  kernels: Kernels,
  { plane, rows, cols }: Pick<NativeField, 'plane' | 'rows' | 'cols'>,
  lines: Lines,
): Float64Array {
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const [count, length] = lines === 'rows' ? [rows, cols] : [cols, rows];
  const place = (line: number, k: number) => {
    const [row, col] = lines === 'rows' ? [line, k] : [k, line];
    return row * floatsPerRow(plane) + inRow(col);
  };
  const turns = new Float64Array(count);
  for (let line = 1; line < count; line++) {
    const against = Float64Array.from({ length }, (_, k) => {
      const [at, before] = [place(line, k), place(line - 1, k)];
      const [re, im, r, i] = [
        values[at]!,
        values[at + TO_IMAGINARY]!,
        values[before]!,
        values[before + TO_IMAGINARY]!,
      ];
      return kernels.wasm.atan2(im * r - re * i, re * r + im * i);
    });
    turns[line] = turns[line - 1]! + medianInPlace(against);
  }
  return turns;
}

function oneRound(
  kernels: Kernels,
  { plane, rows, cols }: Pick<NativeField, 'plane' | 'rows' | 'cols'>,
  lines: Lines,
  { quiet, tilesX, margin }: { readonly quiet: Uint8Array; readonly tilesX: number; readonly margin: number },
): Pick<TurnsOfLines, 'turns' | 'open'> {
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const [count, length] = lines === 'rows' ? [rows, cols] : [cols, rows];
  const tilesY = quiet.length / tilesX;
  // beyond the outermost tiles what they say holds
  const tileOf = (at: number, tiles: number) =>
    Math.max(0, Math.min(tiles - 1, Math.floor((at - margin) / SIDE)));
  const [sumRe, sumIm, seen] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  // along a line nothing says that a sample ends with the tiles
  const within = (at: number, tiles: number) => at >= margin && at < margin + tiles * SIDE;
  for (let row = 0; row < rows; row++) {
    if (lines === 'columns' && !within(row, tilesY)) continue;
    const first = tileOf(row, tilesY) * tilesX;
    const from = row * floatsPerRow(plane);
    for (let col = 0; col < cols; col++) {
      if (lines === 'rows' && !within(col, tilesX)) continue;
      if (quiet[first + tileOf(col, tilesX)] === 0) continue;
      const [at, line] = [from + inRow(col), lines === 'rows' ? row : col];
      sumRe[line]! += values[at]!;
      sumIm[line]! += values[at + TO_IMAGINARY]!;
      seen[line]! += 1;
    }
  }
  const open = Uint8Array.from(seen, (n) => (n < LEAST_QUIET * length ? 1 : 0));
  const turns = sumIm.map((im, k) => (open[k] === 1 ? 0 : kernels.wasm.atan2(im, sumRe[k]!)));
  return { turns, open };
}

/** What lines that can't be told are turned further than they were thought to be at first: as much as those beside them, in between. */
function throughOpen(turns: Float64Array, open: Uint8Array): Float64Array {
  const told = [...turns.keys()].filter((k) => open[k] === 0);
  if (told.length === 0) return turns;
  const filled = turns.slice();
  let next = 0;
  for (let k = 0; k < turns.length; k++) {
    while (next < told.length && told[next]! < k) next++;
    const [before, after] = [told[Math.max(0, next - 1)]!, told[Math.min(told.length - 1, next)]!];
    const share = after > before ? Math.max(0, Math.min(1, (k - before) / (after - before))) : 0;
    filled[k] = (1 - share) * turns[before]! + share * turns[after]!;
  }
  return filled;
}

/** Turns the lines of a field back. */
export function turnBack(
  kernels: Kernels,
  { plane, rows, cols }: Pick<NativeField, 'plane' | 'rows' | 'cols'>,
  { lines, turns }: Pick<TurnsOfLines, 'lines' | 'turns'>,
): void {
  const { wasm } = kernels;
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const [cos, sin] = [turns.map((turn) => wasm.cos(turn)), turns.map((turn) => -wasm.sin(turn))];
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      const at = row * floatsPerRow(plane) + inRow(col);
      const line = lines === 'rows' ? row : col;
      const [re, im, c, s] = [values[at]!, values[at + TO_IMAGINARY]!, cos[line]!, sin[line]!];
      values[at] = re * c - im * s;
      values[at + TO_IMAGINARY] = re * s + im * c;
    }
}
