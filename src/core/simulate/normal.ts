import type { KernelExports } from '../kernel/exports.ts';
import type { Random } from './random.ts';

/**
 * Standard normal numbers by Marsaglia's polar method (doi:10.1137/1006063). It makes them in pairs; the second
 * of a pair is kept for the next call.
 */
export function normalSource(random: Random, wasm: Pick<KernelExports, 'log'>): () => number {
  let spare: number | null = null;
  return () => {
    if (spare !== null) {
      const kept = spare;
      spare = null;
      return kept;
    }
    let x: number;
    let y: number;
    let square: number;
    do {
      x = 2 * random.uniform() - 1;
      y = 2 * random.uniform() - 1;
      square = x * x + y * y;
    } while (square >= 1 || square === 0);
    const scale = Math.sqrt((-2 * wasm.log(square)) / square);
    spare = y * scale;
    return x * scale;
  };
}
