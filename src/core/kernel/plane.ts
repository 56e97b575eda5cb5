/**
 * Planes live in the kernels' memory: a plane is where it lies, not a copy of it. A view of one is taken at
 * the moment of use and never kept, because the memory moves when it grows.
 */
import {
  bytesAfter,
  bytesPerRow,
  type BytePitch,
  type ComplexAt,
  type FloatPitch,
  type RealAt,
} from './addresses.ts';
import { bytesToColumn } from './complex-layout.ts';

const FLOAT_BYTES = 4;

/** Real samples, float32, row-major; `pitch` floats from one row to the next (a multiple of 4). */
export interface RealPlane {
  /** 64-byte aligned */
  readonly ptr: RealAt;
  readonly rows: number;
  readonly cols: number;
  readonly pitch: FloatPitch;
}

/**
 * Complex samples, float32, in quads (`complex-layout.ts`). `pitchBytes` is a multiple of 128 (16 complex numbers), so
 * the columns past `cols` exist and are scratch.
 */
export interface ComplexPlane {
  /** 128-byte aligned, but for a {@link partOf} another plane */
  readonly ptr: ComplexAt;
  readonly rows: number;
  readonly cols: number;
  readonly pitchBytes: BytePitch;
}

/** The upper left corner of a plane. */
export function corner<Plane extends RealPlane | ComplexPlane>(
  plane: Plane,
  rows: number,
  cols: number,
): Plane {
  if (rows > plane.rows || cols > plane.cols) throw new RangeError('a corner must lie inside its plane');
  return { ...plane, rows, cols };
}

/** A part of a plane; of a complex one it begins at a column divisible by 4. */
export function partOf<Plane extends RealPlane | ComplexPlane>(
  plane: Plane,
  from: { readonly row: number; readonly col: number },
  rows: number,
  cols: number,
): Plane {
  if (from.row + rows > plane.rows || from.col + cols > plane.cols)
    throw new RangeError('a part must lie inside its plane');
  const ptr = bytesAfter<RealAt | ComplexAt>(plane.ptr, bytesTo(plane, from.row, from.col));
  return { ...plane, ptr, rows, cols };
}

function bytesTo(plane: RealPlane | ComplexPlane, row: number, col: number): number {
  if ('pitchBytes' in plane) return row * plane.pitchBytes + bytesToColumn(col);
  return row * bytesPerRow(plane) + col * FLOAT_BYTES;
}

/** All bytes of a plane, with those past its columns. */
export function bytesIn(plane: RealPlane | ComplexPlane): number {
  return plane.rows * ('pitchBytes' in plane ? plane.pitchBytes : bytesPerRow(plane));
}
