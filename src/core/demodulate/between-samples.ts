import { choleskyFactor, solveByFactor } from '../fit/solve.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { SAMPLES_PER_CYCLE } from './demodulate.ts';

/** Samples that a value between them, or beyond the last, is made of. */
export const NEAREST = 8;
/** Share of a field's power that is as likely of all frequencies within the filter; the other is of few cycles. */
const FINE = 0.03;
/** Samples over which coarse structure hangs together. */
const COARSE = 3;
/** Power of an even field beside that: what is even comes out even. */
const EVEN = 1e3;
/** Noise of a sample beside the field, to the square. */
const NOISE = 5e-4;
/** No less of a fade is undone. */
export const LEAST_UNDONE = 1e-3;

/** Samples from `first` on, and how much of each. */
export interface Between {
  readonly first: number;
  readonly weights: Float64Array;
}

/**
 * What a native field is at a place between its `count` samples, or beyond the last of them, by the nearest: least squares for fields
 * within the filter, which are coarse for the most part.
 */
export function betweenSamples(kernels: Kernels, count: number): (place: number) => Between {
  const used = Math.min(NEAREST, count);
  const factor = factorOf(kernels, new Float64Array(used).fill(1));
  const known = new Map<number, Float64Array>();
  return (place) => {
    const first = Math.max(0, Math.min(count - used, Math.floor(place) - (used >> 1) + 1));
    // places come again where steps are ratios of small numbers
    const key = Math.round((place - first) * 2 ** 20);
    const weights = known.get(key) ?? weightsAt(kernels, factor, used, place - first);
    known.set(key, weights);
    return { first, weights };
  };
}

/** Samples of a side that are made of those next to them, and how. */
export interface Outermost extends Between {
  readonly at: number;
}

/**
 * The outermost samples of a side of which its fade leaves less than `firm`, by all near them, each by what its fade left of it: undoing
 * a fade raises noise and what rings there.
 */
export function outermostSamples(kernels: Kernels, fade: Float32Array, firm: number): Outermost[] {
  const used = Math.min(NEAREST, fade.length);
  const found: Outermost[] = [];
  for (const first of new Set([0, fade.length - used])) {
    const own = Float64Array.from(fade.subarray(first, first + used));
    const factor = factorOf(kernels, own);
    own.forEach((left, k) => {
      const isNear = first === 0 ? k < used >> 1 : k >= used >> 1;
      if (left < firm && (isNear || fade.length < 2 * used))
        found.push({ at: first + k, first, weights: weightsAt(kernels, factor, used, k) });
    });
  }
  return found;
}

function weightsAt(kernels: Kernels, factor: Float64Array, used: number, place: number): Float64Array {
  const right = Float64Array.from({ length: used }, (_, k) => alike(kernels, Math.abs(place - k)));
  return solveByFactor(factor, right);
}

/** Of the equations for weights of neighbours, by what a fade left of each. */
function factorOf(kernels: Kernels, fade: Float64Array): Float64Array {
  const count = fade.length;
  const factor = Float64Array.from({ length: count * count }, (_, t) => {
    const [j, i] = [Math.floor(t / count), t % count];
    const left = Math.max(LEAST_UNDONE, fade[i]!);
    return alike(kernels, Math.abs(j - i)) + (j === i ? NOISE / (left * left) : 0);
  });
  choleskyFactor(factor, count);
  return factor;
}

/** How alike a field is at places so many samples apart. */
function alike({ wasm }: Kernels, away: number): number {
  const turn = (2 * Math.PI * away) / SAMPLES_PER_CYCLE;
  const fine = away === 0 ? 1 : wasm.sin(turn) / turn;
  const coarse = (1 + away / COARSE) * wasm.exp(-away / COARSE);
  return EVEN + (1 - FINE) * coarse + FINE * fine;
}
