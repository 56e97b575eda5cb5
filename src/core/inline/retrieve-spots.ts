import type { ComplexPlane, RealPlane } from '../field/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';

/** Samples along a block, and blocks along the windows that the misfit is averaged over: about the width of a spot. */
const BLOCK = 4;
const WINDOW = 2;

export interface Unexplained {
  /** of each block, row by row, 1 or 0 */
  readonly blocks: Uint8Array;
  /** Σ (|estimate| − amplitude)² over them, and of how many samples */
  readonly misfit: number;
  readonly samples: number;
}

/**
 * Parts of a sensor that a field does not explain although it explains the rest: the mean squared misfit of a window
 * exceeds what is given. A block more on all sides belongs to them.
 * @param estimate the field at the sensor
 * @param amplitude as measured; negative where nothing was
 * @param most mean of (|estimate| − amplitude)²
 * @returns null: there are none
 */
export function unexplainedBlocks(
  kernels: Kernels,
  estimate: ComplexPlane,
  amplitude: RealPlane,
  most: number,
): Unexplained | null {
  const { rows, cols, sums, counts } = blockSums(kernels, estimate, amplitude);
  const found = new Uint8Array(rows * cols);
  let any = false;
  for (let y = 0; y + WINDOW <= rows; y += 1) {
    for (let x = 0; x + WINDOW <= cols; x += 1) {
      let [sum, count] = [0, 0];
      for (let j = y; j < y + WINDOW; j += 1)
        for (let i = x; i < x + WINDOW; i += 1) {
          sum += sums[j * cols + i]!;
          count += counts[j * cols + i]!;
        }
      if (sum <= most * count) continue;
      any = true;
      const [bottom, right] = [Math.min(rows, y + WINDOW + 1), Math.min(cols, x + WINDOW + 1)];
      const left = Math.max(0, x - 1);
      for (let j = Math.max(0, y - 1); j < bottom; j += 1) found.fill(1, j * cols + left, j * cols + right);
    }
  }
  if (!any) return null;
  const over = (values: Iterable<number>) => {
    let total = 0;
    let block = 0;
    for (const value of values) total += found[block++]! * value;
    return total;
  };
  return { blocks: found, misfit: over(sums), samples: over(counts) };
}

/** Σ (|estimate| − amplitude)² of each block, and of how many samples. */
function blockSums(kernels: Kernels, estimate: ComplexPlane, amplitude: RealPlane) {
  const [rows, cols] = [Math.ceil(amplitude.rows / BLOCK), Math.ceil(amplitude.cols / BLOCK)];
  const [sums, counts] = [new Float64Array(rows * cols), new Uint8Array(rows * cols)];
  const perRow = estimate.pitchBytes / 4;
  const field = kernels.floats(estimate.ptr, amplitude.rows * perRow);
  const measured = kernels.floats(amplitude.ptr, amplitude.rows * amplitude.pitch);
  for (let y = 0; y < amplitude.rows; y += 1) {
    const blocks = Math.floor(y / BLOCK) * cols;
    for (let x = 0; x < amplitude.cols; x += 1) {
      const a = measured[y * amplitude.pitch + x]!;
      if (!(a >= 0)) continue;
      const from = y * perRow + (x >> 2) * 8 + (x & 3);
      const [re, im] = [field[from]!, field[from + 4]!];
      const miss = Math.sqrt(re * re + im * im) - a;
      sums[blocks + (x >> 2)]! += miss * miss;
      counts[blocks + (x >> 2)]! += 1;
    }
  }
  return { rows, cols, sums, counts };
}

/** Marks the samples of blocks as not measured. @returns what had been measured */
export function forgetBlocks(kernels: Kernels, amplitude: RealPlane, blocks: Uint8Array): Float32Array {
  const measured = kernels.floats(amplitude.ptr, amplitude.rows * amplitude.pitch);
  const before = measured.slice();
  const cols = Math.ceil(amplitude.cols / BLOCK);
  for (let y = 0; y < amplitude.rows; y += 1) {
    const from = Math.floor(y / BLOCK) * cols;
    for (let x = 0; x < amplitude.cols; x += 1)
      if (blocks[from + (x >> 2)]) measured[y * amplitude.pitch + x] = -1;
  }
  return before;
}
