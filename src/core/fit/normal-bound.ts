import type { Kernels } from '../kernel/kernels.ts';

/** What the modulus of a standard normal number exceeds with a probability p: Abramowitz & Stegun 26.2.23, to 5e-4. */
export function normalBound({ wasm }: Kernels, p: number): number {
  const t = Math.sqrt(-2 * wasm.log(p / 2));
  const above = 2.515517 + t * (0.802853 + t * 0.010328);
  const below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  return Math.max(1e-3, t - above / below);
}
