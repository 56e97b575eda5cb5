/**
 * Where the samples of a complex plane lie. Four neighbours along a row are a quad, `[re re re re][im im im im]`, which
 * lets the kernels work on four at once without a shuffle; 16 columns are a block, the least that the transform along
 * columns takes. `kernels/complex-layout.ts` says the same to the kernels.
 */
import type { BytePitch } from './addresses.ts';

export const COLS_PER_QUAD = 4;
export const COLS_PER_BLOCK = 16;
/** A sample: two floats. */
export const SAMPLE_BYTES = 8;
const FLOAT_BYTES = 4;
const FLOATS_PER_QUAD = 8;

/** 16 columns of a row */
export const BLOCK_BYTES = COLS_PER_BLOCK * SAMPLE_BYTES;
/** A quad: four samples. */
export const QUAD_BYTES = COLS_PER_QUAD * SAMPLE_BYTES;

/** A sample's imaginary part lies so many floats behind its real part. */
export const TO_IMAGINARY = 4;

/** Quads, or blocks, that `cols` columns take up. */
export const quadsOf = (cols: number): number => Math.ceil(cols / COLS_PER_QUAD);
export const blocksOf = (cols: number): number => Math.ceil(cols / COLS_PER_BLOCK);

/** `cols` rounded up to whole quads: a table along a row is read in fours. */
export const wholeQuads = (cols: number): number => quadsOf(cols) * COLS_PER_QUAD;

/** Where, in floats from the start of a row, the real part of a sample lies. */
export const inRow = (col: number): number => (col >> 2) * FLOATS_PER_QUAD + (col & 3);

/** From one row to the next. */
export const floatsPerRow = (plane: { readonly pitchBytes: BytePitch }): number =>
  plane.pitchBytes / FLOAT_BYTES;

/** All floats of a plane, with those past its columns. */
export const floatsIn = (plane: { readonly rows: number; readonly pitchBytes: BytePitch }): number =>
  plane.rows * floatsPerRow(plane);

/** Bytes from the start of a row to a column that begins a quad. */
export function bytesToColumn(col: number): number {
  if (col % COLS_PER_QUAD !== 0) throw new RangeError(`column ${col} begins no quad`);
  return col * SAMPLE_BYTES;
}
