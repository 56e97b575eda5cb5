/**
 * Where the samples of a complex plane lie: four neighbours along a row are a quad, [re ×4][im ×4], so that nothing has
 * to be shuffled to work on four at once. `src/core/kernel/complex-layout.ts` says the same to TypeScript.
 */

/** A sample: two f32. */
export const SAMPLE_BYTES: usize = 8;
/** A quad: four samples. */
export const QUAD_BYTES: usize = 32;
/** A block: 16 columns of one row, the least that the transform along columns takes. */
export const BLOCK_BYTES: usize = 128;
/** From the real part of a sample to its imaginary part, and from the four of a quad to theirs. */
export const TO_IMAGINARY: usize = 16;

/** From the start of a row to the quad that holds a column. */
@inline export function quadInRow(col: usize): usize {
  return (col >> 2) * QUAD_BYTES;
}

/** And from there to the real part of the sample in that column. */
@inline export function inQuad(col: usize): usize {
  return (col & 3) << 2;
}

/** Where the real part of a sample lies. */
@inline export function sampleAt(plane: usize, pitchBytes: usize, row: usize, col: usize): usize {
  return plane + row * pitchBytes + (col >> 2) * QUAD_BYTES + ((col & 3) << 2);
}
