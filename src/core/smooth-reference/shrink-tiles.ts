import { NOISE_TILES } from '../demodulate/demodulate-pair.ts';
import { fftColumns } from '../fft/fft2.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import { shrink, type Groups } from './shrink-groups.ts';
import { mirrored } from './smoothed-across.ts';
import type { SmoothingSettings } from './smoothing-settings.ts';

/** A field less its smooth base, real and imaginary parts row by row. */
export interface Rest {
  readonly parts: readonly [Float32Array, Float32Array];
  readonly rows: number;
  readonly cols: number;
}

/**
 * Shrinks the spectra of tiles that overlap by half, the outermost ones reaching half beyond the field, where it is mirrored.
 * @param density variance of one number of a tile's spectrum over the window's energy, per noise tile
 * @returns what is left, and the share of the noise in it per noise tile
 */
export function shrinkTiles(
  kernels: Kernels,
  { parts, rows, cols }: Rest,
  groups: Groups,
  density: Float64Array,
  settings: SmoothingSettings,
): { readonly parts: readonly [Float32Array, Float32Array]; readonly left: Float64Array } {
  const side = settings.tile;
  const half = side / 2;
  const [down, across] = [Math.ceil(rows / half) + 1, Math.ceil(cols / half) + 1];
  const lines = linesOf(kernels, side, across, cols);
  const energy = half * half;
  const left = new Float64Array(down * across);
  const out = [new Float32Array(rows * cols), new Float32Array(rows * cols)] as const;
  using scratch = kernels.scope();
  const planes = [scratch.complex(side, side * across), scratch.complex(side, side * across)] as const;
  const numbers = new Float64Array(2 * side * side);
  const noiseTile = (index: number, count: number) =>
    Math.min(NOISE_TILES - 1, Math.floor(((index + 0.5) / count) * NOISE_TILES));
  for (let j = 0; j < down; j++) {
    const top = (j - 1) * half;
    const rowsOf = Int32Array.from({ length: side }, (_, y) => mirrored(top + y, rows));
    fill(kernels, planes[0], parts, cols, rowsOf, lines);
    transform(kernels, planes, side, across, false);
    for (let k = 0; k < across; k++) {
      const noise = density[noiseTile(j, down) * NOISE_TILES + noiseTile(k, across)]!;
      take(kernels, planes[1], side, k, numbers);
      left[j * across + k] = shrink(groups, numbers, energy * noise, settings);
      put(kernels, planes[1], side, k, numbers);
    }
    transform(kernels, [planes[1], planes[0]], side, across, true);
    addTo(kernels, planes[0], out, { top, rows, cols }, lines);
  }
  return { parts: out, left: onNoiseTiles(left, down, across, groups.kept / groups.noisy) };
}

/** Of each column of the tiles side by side: where it lies in its plane, from which column it comes, and the windows. */
interface Lines {
  readonly at: Int32Array;
  readonly from: Int32Array;
  /** −1: beyond the field */
  readonly to: Int32Array;
  readonly across: Float64Array;
  readonly down: Float64Array;
}

function linesOf(kernels: Kernels, side: number, tiles: number, cols: number): Lines {
  const half = side / 2;
  const count = side * tiles;
  const down = Float64Array.from({ length: side }, (_, k) => kernels.wasm.sin((Math.PI * (k + 0.5)) / side));
  const column = (k: number) => (Math.floor(k / side) - 1) * half + (k % side);
  const each = (value: (k: number) => number) => Int32Array.from({ length: count }, (_, k) => value(k));
  return {
    at: each(inRow),
    from: each((k) => mirrored(column(k), cols)),
    to: each((k) => (column(k) >= 0 && column(k) < cols ? column(k) : -1)),
    across: Float64Array.from({ length: count }, (_, k) => down[k % side]!),
    down,
  };
}

type Parts = readonly [Float32Array, Float32Array];

function fill(
  kernels: Kernels,
  plane: ComplexPlane,
  parts: Parts,
  cols: number,
  rowsOf: Int32Array,
  { at, from, across, down }: Lines,
): void {
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const pitch = floatsPerRow(plane);
  parts.forEach((part, p) => {
    for (let y = 0; y < rowsOf.length; y++) {
      const [line, row, window] = [y * pitch + p * TO_IMAGINARY, rowsOf[y]! * cols, down[y]!];
      for (let k = 0; k < at.length; k++) values[line + at[k]!] = window * across[k]! * part[row + from[k]!]!;
    }
  });
}

function addTo(
  kernels: Kernels,
  plane: ComplexPlane,
  parts: Parts,
  { top, rows, cols }: { readonly top: number; readonly rows: number; readonly cols: number },
  { at, to, across, down }: Lines,
): void {
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const pitch = floatsPerRow(plane);
  parts.forEach((part, p) => {
    for (let y = 0; y < down.length; y++) {
      if (top + y < 0 || top + y >= rows) continue;
      const [line, row, window] = [y * pitch + p * TO_IMAGINARY, (top + y) * cols, down[y]!];
      for (let k = 0; k < at.length; k++)
        if (to[k]! >= 0) part[row + to[k]!]! += window * across[k]! * values[line + at[k]!]!;
    }
  });
}

/** The transforms of tiles side by side, each turned over its diagonal on the way: along columns twice. */
function transform(
  kernels: Kernels,
  [from, to]: readonly [ComplexPlane, ComplexPlane],
  side: number,
  across: number,
  inverse: boolean,
): void {
  fftColumns(kernels, from, inverse);
  const a = kernels.floats(from.ptr, floatsIn(from));
  const b = kernels.floats(to.ptr, floatsIn(to));
  const pitch = floatsPerRow(from);
  for (let y = 0; y < side; y++)
    for (let k = 0; k < across; k++)
      for (let x = 0; x < side; x++) {
        const [at, turned] = [y * pitch + inRow(k * side + x), x * pitch + inRow(k * side + y)];
        b[turned] = a[at]!;
        b[turned + TO_IMAGINARY] = a[at + TO_IMAGINARY]!;
      }
  fftColumns(kernels, to, inverse);
}

/** One tile's numbers, row by row of the vertical frequency; in the plane they lie turned over. */
function take(
  kernels: Kernels,
  plane: ComplexPlane,
  side: number,
  tile: number,
  numbers: Float64Array,
): void {
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const pitch = floatsPerRow(plane);
  for (let v = 0; v < side; v++)
    for (let u = 0; u < side; u++) {
      const at = u * pitch + inRow(tile * side + v);
      numbers[2 * (v * side + u)] = values[at]!;
      numbers[2 * (v * side + u) + 1] = values[at + TO_IMAGINARY]!;
    }
}

function put(kernels: Kernels, plane: ComplexPlane, side: number, tile: number, numbers: Float64Array): void {
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const pitch = floatsPerRow(plane);
  for (let v = 0; v < side; v++)
    for (let u = 0; u < side; u++) {
      const at = u * pitch + inRow(tile * side + v);
      values[at] = numbers[2 * (v * side + u)]!;
      values[at + TO_IMAGINARY] = numbers[2 * (v * side + u) + 1]!;
    }
}

/** A mean over the tiles around the middle of each noise tile, at least what stays everywhere. */
function onNoiseTiles(left: Float64Array, down: number, across: number, least: number): Float64Array {
  const around = (index: number, count: number) => {
    const middle = Math.round(((index + 0.5) / NOISE_TILES) * (count - 1));
    return [-1, 0, 1].map((step) => middle + step).filter((k) => k >= 0 && k < count);
  };
  return Float64Array.from({ length: NOISE_TILES * NOISE_TILES }, (_, t) => {
    const [rows, cols] = [around(Math.floor(t / NOISE_TILES), down), around(t % NOISE_TILES, across)];
    const sum = rows.reduce((all, j) => all + cols.reduce((row, k) => row + left[j * across + k]!, 0), 0);
    return Math.min(1, Math.max(least, sum / (rows.length * cols.length)));
  });
}
