import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';

/** A row of bins, from −reach to reach. */
interface DiscRow {
  readonly v: number;
  readonly reach: number;
  /** index of its first number */
  readonly from: number;
}

/** The bins of a spectrum within a radius around frequency 0, as one array of (re, im). */
export interface Disc {
  readonly rows: readonly DiscRow[];
  /** complex numbers */
  readonly count: number;
  /** columns at most to either side */
  readonly reach: number;
}

/**
 * @param radius cycles/px
 * @param full size of the grid whose period the bins divide, px
 */
export function discOf(radius: number, full: { readonly rows: number; readonly cols: number }): Disc {
  const rows: DiscRow[] = [];
  const most = Math.floor(radius * full.rows);
  let count = 0;
  let widest = 0;
  for (let v = -most; v <= most; v++) {
    const fy = v / full.rows;
    const reach = Math.floor(Math.sqrt(Math.max(0, radius * radius - fy * fy)) * full.cols);
    rows.push({ v, reach, from: 2 * count });
    count += 2 * reach + 1;
    widest = Math.max(widest, reach);
  }
  return { rows, count, reach: widest };
}

/** The numbers of a disc out of a spectrum (DC first), times `scale`. */
export function takeDisc(
  kernels: Kernels,
  plane: ComplexPlane,
  { rows }: Disc,
  scale: number,
  out: Float64Array,
): void {
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const pitch = floatsPerRow(plane);
  for (const { v, reach, from } of rows) {
    const row = (v < 0 ? v + plane.rows : v) * pitch;
    for (let u = -reach, k = from; u <= reach; u++, k += 2) {
      const at = row + inRow(u < 0 ? u + plane.cols : u);
      out[k] = scale * values[at]!;
      out[k + 1] = scale * values[at + TO_IMAGINARY]!;
    }
  }
}

/** A spectrum that holds the numbers of a disc, times `scale`, and nothing else. */
export function putDisc(
  kernels: Kernels,
  plane: ComplexPlane,
  { rows }: Disc,
  scale: number,
  numbers: Float64Array,
): void {
  const values = kernels.floats(plane.ptr, floatsIn(plane)).fill(0);
  const pitch = floatsPerRow(plane);
  for (const { v, reach, from } of rows) {
    const row = (v < 0 ? v + plane.rows : v) * pitch;
    for (let u = -reach, k = from; u <= reach; u++, k += 2) {
      const at = row + inRow(u < 0 ? u + plane.cols : u);
      values[at] = scale * numbers[k]!;
      values[at + TO_IMAGINARY] = scale * numbers[k + 1]!;
    }
  }
}

/** The numbers of a disc that a smaller one on the same grid has as well. */
export function narrowed(from: Disc, numbers: Float64Array, to: Disc): Float64Array {
  const out = new Float64Array(2 * to.count);
  const outermost = from.rows.length >> 1;
  for (const { v, reach, from: start } of to.rows) {
    const row = from.rows[v + outermost]!;
    const first = row.from + 2 * (row.reach - reach);
    out.set(numbers.subarray(first, first + 2 * (2 * reach + 1)), start);
  }
  return out;
}
