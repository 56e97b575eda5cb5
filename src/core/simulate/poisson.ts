import type { KernelExports } from '../kernel/exports.ts';
import type { Random } from './random.ts';

type Elementary = Pick<KernelExports, 'log' | 'exp'>;

/** Below this mean the distribution function is inverted, from it on the transformed rejection is valid. */
const REJECTION_FROM = 10;
const HALF_LOG_TWO_PI = 0.9189385332046727;
const SMALL_FACTORIALS = [1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880];

/** A Poisson number. @param mean at least 0 */
export function poisson(mean: number, random: Random, wasm: Elementary): number {
  return mean < REJECTION_FROM ? byInversion(mean, random, wasm) : byRejection(mean, random, wasm);
}

function byInversion(mean: number, random: Random, wasm: Elementary): number {
  const chance = random.uniform();
  let term = wasm.exp(-mean);
  let reached = term;
  let count = 0;
  // Past the last representable term the sum stands still: without the second test a uniform number above it
  // would never be reached.
  while (chance > reached && term > 0) {
    count += 1;
    term *= mean / count;
    reached += term;
  }
  return count;
}

/** Algorithm PTRS of Hörmann, doi:10.1016/0167-6687(93)90997-4. Its acceptance is over 0.8 and grows with the mean. */
function byRejection(mean: number, random: Random, wasm: Elementary): number {
  const b = 0.931 + 2.53 * Math.sqrt(mean);
  const a = -0.059 + 0.02483 * b;
  const inverseAlpha = 1.1239 + 1.1328 / (b - 3.4);
  const surelyAccepted = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    const u = random.uniform() - 0.5;
    const v = random.uniform();
    const us = 0.5 - Math.abs(u);
    const count = Math.floor(((2 * a) / us + b) * u + mean + 0.43);
    if (us >= 0.07 && v <= surelyAccepted) return count;
    if (count < 0 || (us < 0.013 && v > us)) continue;
    const hat = wasm.log((v * inverseAlpha) / (a / (us * us) + b));
    if (hat <= count * wasm.log(mean) - mean - logFactorial(count, wasm)) return count;
  }
}

/** ln k!, by Stirling's series from k = 10 on (first term left out: 6e-11). */
function logFactorial(k: number, wasm: Elementary): number {
  const small = SMALL_FACTORIALS[k];
  if (small !== undefined) return wasm.log(small);
  const inverse = 1 / k;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square / 1260));
  return (k + 0.5) * wasm.log(k) - k + HALF_LOG_TWO_PI + series;
}
