import type { NativeField } from '../../demodulate/demodulate.ts';
import { tileBounds } from '../../field/tile-bounds.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { Ringing } from '../../uncertainty/phase-sigma.ts';

/** With how much noisier columns and rows are. */
export interface RingingOverNoise extends Ringing {
  readonly noisier: { readonly x: Float32Array; readonly y: Float32Array };
}

/** Native samples along the side of a place whose structure is measured: the fade touches about half as many. */
const SAMPLES = 8;

/**
 * Power of the structure of a field at its edges, E|u(k + 1) − u(k)|² of native samples k away from the edge, per place of a square grid
 * over it; 0 elsewhere. Opposite edges are neighbours to a filter, and each rings at the other: the mean of both.
 */
export function structureAtEdges(
  kernels: Kernels,
  { plane, rows, cols }: Pick<NativeField, 'plane' | 'rows' | 'cols'>,
): { readonly places: number; readonly power: Float64Array } {
  const places = Math.max(1, Math.floor(Math.min(rows, cols) / SAMPLES));
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const pitch = floatsPerRow(plane);
  const steps = (t: number, down: number, across: number) => {
    const y = tileBounds(Math.floor(t / places), places, rows);
    const x = tileBounds(t % places, places, cols);
    let sum = 0;
    for (let row = y.from; row < y.to - down; row++)
      sum = addSteps(sum, values.subarray(row * pitch), down * pitch, across, x.from, x.to - across);
    return sum / Math.max(1, (y.to - y.from - down) * (x.to - x.from - across));
  };
  const last = places - 1;
  const isEnd = (k: number) => k === 0 || k === last;
  const along = Array.from({ length: places }, (_, i) => i);
  const atBoth = (of: (end: number, i: number) => number) => along.map((i) => (of(0, i) + of(last, i)) / 2);
  const down = atBoth((j, i) => steps(j * places + i, 1, 0));
  const across = atBoth((i, j) => steps(j * places + i, 0, 1));
  const power = Float64Array.from({ length: places * places }, (_, t) => {
    const [j, i] = [Math.floor(t / places), t % places];
    return Math.max(isEnd(j) ? down[i]! : 0, isEnd(i) ? across[j]! : 0);
  });
  return { places, power };
}

/** Squares of what samples of a row differ by from those so many floats and columns on. */
function addSteps(
  before: number,
  row: Float32Array,
  down: number,
  across: number,
  from: number,
  to: number,
): number {
  let sum = before;
  for (let col = from; col < to; col++) {
    const at = inRow(col);
    const next = down + inRow(col + across);
    const a = row[next]! - row[at]!;
    const b = row[next + TO_IMAGINARY]! - row[at + TO_IMAGINARY]!;
    sum += a * a + b * b;
  }
  return sum;
}
