import { selectInPlace } from '../../core/fit/median.ts';

export interface Limits {
  readonly min: number;
  readonly max: number;
}

const SAMPLES = 16_384;
export const LOWER_PERCENT = 0.5;
export const UPPER_PERCENT = 99.5;

/**
 * The 0.5th and the 99.5th percentile of the finite values, from every n-th value of a large grid. Equal limits
 * are moved apart, so that a constant picture still has a scale.
 */
export function robustLimits(values: Float32Array): Limits {
  // an odd step does not fall into the same columns of an even-sized picture again and again
  const step = Math.floor(values.length / SAMPLES) | 1;
  const sample = new Float64Array(Math.ceil(values.length / step));
  let count = 0;
  for (let index = 0; index < values.length; index += step) {
    if (Number.isFinite(values[index]!)) sample[count++] = values[index]!;
  }
  const picked = sample.subarray(0, count);
  if (count === 0) return { min: 0, max: 1 };
  const at = (percent: number): number => selectInPlace(picked, Math.round((percent / 100) * (count - 1)));
  const min = at(LOWER_PERCENT);
  const max = at(UPPER_PERCENT);
  const least = Math.max(Math.abs(min), Math.abs(max), 1e-6) * 1e-6;
  return max - min > least ? { min, max } : { min: min - 500 * least, max: max + 500 * least };
}
