import { fft2 } from '../fft/fft2.ts';
import type { Frequency } from '../field/frequency.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';

/** A levelled field, and the square tiles of it, row by row, that hold no sample (1). */
interface QuietField {
  readonly plane: ComplexPlane;
  /** used part of the plane */
  readonly rows: number;
  readonly cols: number;
  readonly rim: Frequency;
  /** samples before the first tile */
  readonly margin: number;
  readonly side: number;
  readonly tilesX: number;
  readonly quiet: Uint8Array;
}

/** Stray waves that are told apart; a peak reaches so many bins to either side. */
const WAVES = 4;
const REACH = 2;

/**
 * Share of what a field scatters where there is no sample that single plane waves make. A stray wave, as of a reflection, adds one
 * frequency to the beam's; what edges of a sample send past themselves lies alike on both sides of the beam. Peaks of the spectrum
 * count for what they hold beyond their mirror images, if that is more than chance makes of the loudest.
 */
export function oneSidedShare(kernels: Kernels, field: QuietField): number {
  using scope = kernels.scope();
  const spectrum = scope.complex(field.plane.rows, field.plane.cols);
  const shown = windowed(kernels, field, spectrum);
  if (shown === 0) return 0;
  fft2(kernels, spectrum);
  const power = powerWithin(kernels, spectrum, field.rim);
  const { all, bins } = heldBy(power);
  // of light without waves the loudest bin of all has so much: where little of a field is quiet, those around it have as much
  const chance = ((2 * REACH + 1) * (2 * REACH + 1) * all * kernels.wasm.log(bins + 1)) / (bins + 1);
  const { rows, cols } = spectrum;
  let share = 0;
  for (let wave = 0; wave < WAVES && all > 0; wave++) {
    const at = loudest(power);
    const [y, x] = [Math.floor(at / cols), at % cols];
    const mirrored = takeAround(power, rows, cols, -y, -x);
    // next to the beam both are one
    const own = takeAround(power, rows, cols, y, x);
    if (own - mirrored > chance) share += (own - mirrored) / (all * shown);
  }
  return Math.min(1, share);
}

/**
 * The field less its mean where it holds no sample, under a Hann window, 0 elsewhere.
 * @returns the window's power that is left
 */
function windowed(kernels: Kernels, field: QuietField, out: ComplexPlane): number {
  const { plane, rows, cols, margin, side, tilesX, quiet } = field;
  const hann = (count: number) => {
    using scratch = kernels.scope();
    const window = scratch.floats(count + 4);
    kernels.wasm.hannWindow(window, count);
    return kernels.floats(window, count).slice();
  };
  const [down, across] = [hann(rows), hann(cols)];
  const source = kernels.floats(plane.ptr, floatsIn(plane));
  const target = kernels.floats(out.ptr, floatsIn(out)).fill(0);
  const [from, to] = [floatsPerRow(plane), floatsPerRow(out)];
  const tiles = Array.from({ length: quiet.length / tilesX }, (_, j) =>
    columnsOf(quiet.subarray(j * tilesX, (j + 1) * tilesX), margin, side),
  );
  const eachRow = (visit: (y: number, columns: Int32Array) => void) => {
    for (let y = margin; y < margin + tiles.length * side; y++)
      visit(y, tiles[Math.floor((y - margin) / side)]!);
  };
  const sums: Sums = { re: 0, im: 0, weights: 0, squares: 0 };
  eachRow((y, columns) => addRow(source.subarray(y * from), columns, across, down[y]!, sums));
  if (sums.weights === 0) return 0;
  eachRow((y, columns) =>
    putRow(source.subarray(y * from), target.subarray(y * to), columns, across, down[y]!, sums),
  );
  const sumOf = (window: Float32Array) => window.reduce((sum, w) => sum + w * w, 0);
  return sums.squares / (sumOf(down) * sumOf(across));
}

/** Columns of those tiles of a row that are quiet. */
function columnsOf(quiet: Uint8Array, margin: number, side: number): Int32Array {
  const columns = new Int32Array(quiet.length * side);
  let count = 0;
  for (let i = 0; i < quiet.length; i++) {
    if (quiet[i] === 0) continue;
    for (let k = 0; k < side; k++) columns[count++] = margin + i * side + k;
  }
  return columns.subarray(0, count);
}

/** Of a field under the window, of that, and of its square. */
interface Sums {
  re: number;
  im: number;
  weights: number;
  squares: number;
}

function addRow(
  row: Float32Array,
  columns: Int32Array,
  across: Float32Array,
  down: number,
  sums: Sums,
): void {
  let { re, im, weights, squares } = sums;
  for (let k = 0; k < columns.length; k++) {
    const at = inRow(columns[k]!);
    const w = down * across[columns[k]!]!;
    re += w * row[at]!;
    im += w * row[at + TO_IMAGINARY]!;
    weights += w;
    squares += w * w;
  }
  sums.re = re;
  sums.im = im;
  sums.weights = weights;
  sums.squares = squares;
}

/** The field less its mean, under the window. */
function putRow(
  row: Float32Array,
  out: Float32Array,
  columns: Int32Array,
  across: Float32Array,
  down: number,
  sums: Sums,
): void {
  const re = sums.re / sums.weights;
  const im = sums.im / sums.weights;
  for (let k = 0; k < columns.length; k++) {
    const at = inRow(columns[k]!);
    const w = down * across[columns[k]!]!;
    out[at] = w * (row[at]! - re);
    out[at + TO_IMAGINARY] = w * (row[at + TO_IMAGINARY]! - im);
  }
}

/** Of the bins within the filter, row by row; 0 elsewhere. */
function powerWithin(kernels: Kernels, spectrum: ComplexPlane, rim: Frequency): Float64Array {
  const { rows, cols } = spectrum;
  const values = kernels.floats(spectrum.ptr, floatsIn(spectrum));
  const power = new Float64Array(rows * cols);
  const places = Int32Array.from({ length: cols }, (_, col) => inRow(col));
  const across = Float64Array.from({ length: cols }, (_, col) => Math.min(col, cols - col) / (cols * rim.x));
  for (let row = 0; row < rows; row++) {
    const y = Math.min(row, rows - row) / (rows * rim.y);
    if (y > 1) continue;
    const line = values.subarray(row * floatsPerRow(spectrum));
    powerOfRow(line, places, across, y * y, power.subarray(row * cols, (row + 1) * cols));
  }
  return power;
}

function powerOfRow(
  values: Float32Array,
  places: Int32Array,
  across: Float64Array,
  beside: number,
  out: Float64Array,
): void {
  for (let col = 0; col < out.length; col++) {
    const x = across[col]!;
    if (x * x + beside > 1) continue;
    const re = values[places[col]!]!;
    const im = values[places[col]! + TO_IMAGINARY]!;
    out[col] = re * re + im * im;
  }
}

/** Power in all, and bins that hold some. */
function heldBy(power: Float64Array): { readonly all: number; readonly bins: number } {
  let all = 0;
  let bins = 0;
  for (let at = 0; at < power.length; at++) {
    all += power[at]!;
    if (power[at]! > 0) bins++;
  }
  return { all, bins };
}

function loudest(power: Float64Array): number {
  let at = 0;
  for (let k = 1; k < power.length; k++) if (power[k]! > power[at]!) at = k;
  return at;
}

/** Power of the bins around one; they hold nothing afterwards. */
function takeAround(power: Float64Array, rows: number, cols: number, y: number, x: number): number {
  let sum = 0;
  for (let j = y - REACH; j <= y + REACH; j++)
    for (let i = x - REACH; i <= x + REACH; i++) {
      const at = ((j + 2 * rows) % rows) * cols + ((i + 2 * cols) % cols);
      sum += power[at]!;
      power[at] = 0;
    }
  return sum;
}
