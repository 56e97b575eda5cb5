import type { Kernels } from '../kernel/kernels.ts';
import type { Tiles } from './tiles.ts';

/**
 * Samples of a tile below which it says little of itself: a field has three samples along a cycle of its filter's rim, so nine in its
 * square.
 */
const SHARED = 9;

/** Whether tiles share edges of the sample with their neighbours, and hold too few samples to tell what these scatter by. */
export function areSmall({ block }: Pick<Tiles, 'block'>): boolean {
  return block.rows * block.cols < SHARED;
}

/** The coherence of each tile together with those around it: a tile of one sample has none of its own. */
export function coherenceAround(
  { wasm }: Kernels,
  { x, y, phase, modulus, coherence }: Pick<Tiles, 'x' | 'y' | 'phase' | 'modulus' | 'coherence'>,
): Float64Array {
  const [cols, rows] = [x.length, y.length];
  const mean = modulus.map((m, t) => m * coherence[t]!);
  const re = mean.map((m, t) => m * wasm.cos(phase[t]!));
  const im = mean.map((m, t) => m * wasm.sin(phase[t]!));
  return coherence.map((_, t) => {
    const [col, row] = [t % cols, Math.floor(t / cols)];
    let [sumRe, sumIm, square, count] = [0, 0, 0, 0];
    for (let j = Math.max(0, row - 1); j <= Math.min(rows - 1, row + 1); j++)
      for (let i = Math.max(0, col - 1); i <= Math.min(cols - 1, col + 1); i++) {
        const k = j * cols + i;
        sumRe += re[k]!;
        sumIm += im[k]!;
        square += modulus[k]! * modulus[k]!;
        count++;
      }
    return Math.sqrt((sumRe * sumRe + sumIm * sumIm) / (square * count + 1e-300));
  });
}
