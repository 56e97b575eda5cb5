import { blockCosines, cosines } from '../fft/block-cosines.ts';
import type { Quantisation } from '../field/frame.ts';
import type { KernelExports } from '../kernel/exports.ts';

/** Luminance steps of ITU-T T.81, table K.1, row by row. */
const TABLE_K1 = [
  ...[16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55],
  ...[14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62],
  ...[18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92],
  ...[49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99],
];
const SIDE = 8;

/** The steps that libjpeg uses at a quality from 1 to 100. */
export function jpegSteps(quality: number): Quantisation {
  const percent = quality < 50 ? Math.floor(5000 / quality) : 200 - 2 * quality;
  const scaled = (step: number) => Math.min(255, Math.max(1, Math.floor((step * percent + 50) / 100)));
  return { side: SIDE, steps: TABLE_K1.map(scaled) };
}

/** What is left of 8-bit samples that were saved as JPEG and read again. A frame's last blocks repeat its border. */
export function throughJpeg(
  samples: Uint8Array,
  rows: number,
  cols: number,
  { steps }: Quantisation,
  wasm: Pick<KernelExports, 'cos'>,
): Uint8Array<ArrayBuffer> {
  const basis = cosines(wasm, SIDE);
  const out = new Uint8Array(samples.length);
  const block = new Float64Array(SIDE * SIDE);
  for (let top = 0; top < rows; top += SIDE)
    for (let left = 0; left < cols; left += SIDE) {
      for (let k = 0; k < block.length; k++) {
        const row = Math.min(rows - 1, top + Math.floor(k / SIDE));
        block[k] = samples[row * cols + Math.min(cols - 1, left + (k % SIDE))]! - 128;
      }
      const coefficients = blockCosines(block, basis, true);
      coefficients.forEach((c, k) => (coefficients[k] = Math.round(c / steps[k]!) * steps[k]!));
      const read = blockCosines(coefficients, basis, false);
      for (let k = 0; k < block.length; k++) {
        const [row, col] = [top + Math.floor(k / SIDE), left + (k % SIDE)];
        if (row < rows && col < cols)
          out[row * cols + col] = Math.min(255, Math.max(0, Math.round(read[k]! + 128)));
      }
    }
  return out;
}
