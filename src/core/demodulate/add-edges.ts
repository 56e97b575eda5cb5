import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import { betweenSamples, NEAREST } from './between-samples.ts';

/** A field's samples along a side: by how much each fades, and how many of them a sample of another grid is from the next. */
export interface FadedSide {
  readonly fade: Float32Array;
  readonly ratio: number;
}

interface Grid {
  readonly values: Float32Array;
  readonly pitch: number;
  readonly rows: number;
  readonly cols: number;
}

/** Places of another grid along a side: of which samples each is made. */
interface Places {
  /** the places themselves, and the first of a place's samples */
  readonly at: Int32Array;
  readonly first: Int32Array;
  /** {@link NEAREST} for each place */
  readonly weights: Float64Array;
}

/**
 * Adds to a field on another grid what a fade at the edges took of it before it was resampled: that lies next to the edges, and is
 * carried over sample by sample, so that it rings nowhere else.
 * @param field its difference from `outside` is meant
 */
export function addEdges(
  kernels: Kernels,
  field: ComplexPlane,
  { x, y }: { readonly x: FadedSide; readonly y: FadedSide },
  outside: { readonly re: number; readonly im: number },
  target: ComplexPlane,
): void {
  const from = gridOf(kernels, field);
  const to = gridOf(kernels, target);
  const all = { x: placesOf(kernels, to.cols, x), y: placesOf(kernels, to.rows, y) };
  const atEdges = { x: thoseThatFade(all.x, x.fade), y: thoseThatFade(all.y, y.fade) };
  const beams = [outside.re, outside.im] as const;
  for (const imaginary of [0, 1] as const) {
    const part = imaginary * TO_IMAGINARY;
    addRows(from, to, part, beams[imaginary], y.fade, atEdges.y, all.x);
  }
  addColumns(from, to, beams, { x: x.fade, y: y.fade }, atEdges.x, all.y);
}

function gridOf(kernels: Kernels, plane: ComplexPlane): Grid {
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  return { values, pitch: floatsPerRow(plane), rows: plane.rows, cols: plane.cols };
}

function placesOf(kernels: Kernels, count: number, { fade, ratio }: FadedSide): Places {
  const between = betweenSamples(kernels, fade.length);
  const first = new Int32Array(count);
  const weights = new Float64Array(NEAREST * count);
  for (let k = 0; k < count; k++) {
    const made = between(k * ratio);
    first[k] = made.first;
    weights.set(made.weights, NEAREST * k);
  }
  return { at: Int32Array.from(first.keys()), first, weights };
}

/** Places that are made of a sample that fades. */
function thoseThatFade({ at, first, weights }: Places, fade: Float32Array): Places {
  const used = at.filter((_, p) => {
    for (let k = 0; k < NEAREST; k++) if ((fade[first[p]! + k] ?? 1) < 1) return true;
    return false;
  });
  return {
    at: used,
    first: used.map((p) => first[p]!),
    weights: Float64Array.from(
      { length: NEAREST * used.length },
      (_, t) => weights[NEAREST * used[Math.floor(t / NEAREST)]! + (t % NEAREST)]!,
    ),
  };
}

/** What faded at the first and last rows, whole rows of it. */
function addRows(
  from: Grid,
  to: Grid,
  part: number,
  beam: number,
  fade: Float32Array,
  down: Places,
  across: Places,
): void {
  // nothing lies beyond a side of fewer samples than are near
  const line = new Float64Array(from.cols + NEAREST);
  for (let p = 0; p < down.at.length; p++) {
    line.fill(0);
    for (let k = 0; k < NEAREST; k++) {
      const row = down.first[p]! + k;
      const share = down.weights[NEAREST * p + k]! * (1 - (fade[row] ?? 1));
      if (share !== 0) addShare(line, from, row * from.pitch + part, beam, share);
    }
    spread(line, across, to.values, down.at[p]! * to.pitch + part);
  }
}

function addShare(
  line: Float64Array,
  { values, cols }: Grid,
  start: number,
  beam: number,
  share: number,
): void {
  for (let col = 0; col < cols; col++) line[col]! += share * (values[start + inRow(col)]! - beam);
}

/** Adds what a line of samples makes of places to those, of which each lies at its own number. */
function spread(line: Float64Array, { first, weights }: Places, values: Float32Array, start: number): void {
  for (let col = 0; col < first.length; col++) {
    const [from, own] = [first[col]!, NEAREST * col];
    let sum = 0;
    for (let k = 0; k < NEAREST; k++) sum += weights[own + k]! * line[from + k]!;
    values[start + inRow(col)]! += sum;
  }
}

/** What faded at the first and last columns, less what the rows' fade left there. */
function addColumns(
  from: Grid,
  to: Grid,
  beams: readonly [re: number, im: number],
  fade: { readonly x: Float32Array; readonly y: Float32Array },
  across: Places,
  down: Places,
): void {
  const width = across.at.length;
  const lines = alongRows(from, beams, fade, across);
  const sums = new Float64Array(2 * width);
  const places = Int32Array.from(across.at, (col) => inRow(col));
  for (let row = 0; row < down.at.length; row++) {
    sums.fill(0);
    for (let k = 0; k < NEAREST; k++)
      addLine(sums, lines, (down.first[row]! + k) * sums.length, down.weights[NEAREST * row + k]!);
    addAt(to.values.subarray(row * to.pitch), places, sums);
  }
}

/** Adds to samples of a row, at their places, the real parts and then the imaginary ones. */
function addAt(row: Float32Array, places: Int32Array, sums: Float64Array): void {
  for (let p = 0; p < places.length; p++) {
    row[places[p]!]! += sums[p]!;
    row[places[p]! + TO_IMAGINARY]! += sums[places.length + p]!;
  }
}

/** At places along the samples' rows what faded there: of each row the real parts, then the imaginary ones. */
function alongRows(
  { values, pitch, rows }: Grid,
  [re, im]: readonly [re: number, im: number],
  fade: { readonly x: Float32Array; readonly y: Float32Array },
  across: Places,
): Float64Array {
  const width = across.at.length;
  const faded = across.weights.map((weight, t) => {
    const col = across.first[Math.floor(t / NEAREST)]! + (t % NEAREST);
    return weight * (1 - (fade.x[col] ?? 1));
  });
  // nothing lies beyond a side of fewer samples than are near
  const lines = new Float64Array(2 * (rows + NEAREST) * width);
  for (let row = 0; row < rows; row++) {
    const own = values.subarray(row * pitch, (row + 1) * pitch);
    const first = 2 * row * width;
    putFaded(own, re, across.first, faded, fade.y[row]!, lines.subarray(first, first + width));
    putFaded(
      own.subarray(TO_IMAGINARY),
      im,
      across.first,
      faded,
      fade.y[row]!,
      lines.subarray(first + width, first + 2 * width),
    );
  }
  return lines;
}

/** At some places of a row the shares of samples from `first` on, less the beam, times `by`. */
function putFaded(
  row: Float32Array,
  beam: number,
  first: Int32Array,
  shares: Float64Array,
  by: number,
  out: Float64Array,
): void {
  for (let p = 0; p < out.length; p++) {
    let sum = 0;
    for (let k = 0; k < NEAREST; k++) {
      const share = shares[NEAREST * p + k]!;
      if (share !== 0) sum += share * (row[inRow(first[p]! + k)]! - beam);
    }
    out[p] = by * sum;
  }
}

function addLine(sums: Float64Array, lines: Float64Array, from: number, weight: number): void {
  for (let p = 0; p < sums.length; p++) sums[p]! += weight * lines[from + p]!;
}
