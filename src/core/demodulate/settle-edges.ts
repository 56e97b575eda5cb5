import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { LEAST_UNDONE, outermostSamples, type Outermost } from './between-samples.ts';
import {
  filteredFade,
  LEAST_FADE,
  nativeExtent,
  type FadedFilter,
  type nativeGrid,
  type NativeField,
} from './demodulate.ts';

/** A sample of which a fade leaves less rings, or is lost: its neighbours tell as much of it. */
const FIRM = 0.3;

/** A side of a field: its camera pixels, those of the transform, and native samples of that. */
interface SideOfFrame {
  readonly count: number;
  readonly full: number;
  readonly native: number;
}

/** The outermost of a side's `samples`, as {@link settleEdges} makes them, and what the fade leaves of all. */
export function settledSamples(
  kernels: Kernels,
  { count, full, native }: SideOfFrame,
  samples: number,
  filter: FadedFilter,
) {
  const fade = filteredFade(kernels, count, full, native, filter).subarray(0, samples);
  return { fade, outermost: outermostSamples(kernels, fade, FIRM) };
}

/** How the outermost rows and columns of fields are made of those near them. */
export interface Settling {
  readonly rows: readonly Outermost[];
  readonly cols: readonly Outermost[];
}

/** For fields of one grid. */
export function settlingOf(
  kernels: Kernels,
  grid: ReturnType<typeof nativeGrid>,
  frame: { readonly rows: number; readonly cols: number },
  filter: FadedFilter,
): Settling {
  const used = nativeExtent(grid, frame);
  const of = (count: number, full: number, native: number, samples: number) =>
    wholly(settledSamples(kernels, { count, full, native }, samples, filter));
  return {
    rows: of(frame.rows, grid.fullRows, grid.rows, used.rows),
    cols: of(frame.cols, grid.fullCols, grid.cols, used.cols),
  };
}

/**
 * Makes the outermost samples of a field, of which the frame's fade left little, of all near them: undoing the fade by itself leaves noise
 * and ringing of some, and draws the first to 0.
 * @param field its fade undone no further than {@link LEAST_FADE}
 */
export function settleEdges(kernels: Kernels, field: NativeField, { rows, cols }: Settling): void {
  const values = kernels.floats(field.plane.ptr, floatsIn(field.plane));
  const pitch = floatsPerRow(field.plane);
  const settled = rows.map(({ at, first, weights }) => {
    const sum = new Float32Array(pitch);
    for (let k = 0; k < weights.length; k++) addLine(sum, values.subarray((first + k) * pitch), weights[k]!);
    return { at, sum };
  });
  for (const { at, sum } of settled) values.set(sum, at * pitch);
  const places = cols.map(({ at, first, weights }) => ({
    at: inRow(at),
    from: Int32Array.from(weights, (_, k) => inRow(first + k)),
    weights,
  }));
  const sums = new Float64Array(places.length);
  for (let row = 0; row < field.rows; row++) {
    settleRow(values.subarray(row * pitch), places, sums);
    settleRow(values.subarray(row * pitch + TO_IMAGINARY), places, sums);
  }
}

function addLine(sum: Float32Array, line: Float32Array, weight: number): void {
  for (let x = 0; x < sum.length; x++) sum[x]! += weight * line[x]!;
}

interface Settled {
  /** floats from the start of a row to the sample, and to each of those that it is made of */
  readonly at: number;
  readonly from: Int32Array;
  readonly weights: Float64Array;
}

/** @param sums room */
function settleRow(row: Float32Array, places: readonly Settled[], sums: Float64Array): void {
  for (let c = 0; c < places.length; c++) {
    const { from, weights } = places[c]!;
    let sum = 0;
    for (let k = 0; k < weights.length; k++) sum += weights[k]! * row[from[k]!]!;
    sums[c] = sum;
  }
  for (let c = 0; c < places.length; c++) row[places[c]!.at] = sums[c]!;
}

/** For samples whose fade was undone no further than {@link LEAST_FADE}. */
function wholly({ fade, outermost }: ReturnType<typeof settledSamples>): Outermost[] {
  const held = (at: number) => Math.max(LEAST_FADE, fade[at]!) / Math.max(LEAST_UNDONE, fade[at]!);
  return outermost.map(({ weights, ...one }) => ({
    ...one,
    weights: weights.map((weight, k) => weight * held(one.first + k)),
  }));
}
