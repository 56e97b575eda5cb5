import { robustLimits, type Limits } from '../../formats/preview/robust-limits.ts';

export interface Histogram {
  /** least and largest finite value */
  readonly extent: Limits;
  /** what a picture starts with: 0.5 to 99.5 % of the pixels */
  readonly suggested: Limits;
  /** of every n-th value; NaN: there is none */
  readonly median: number;
  readonly counts: Uint32Array;
}

/** Counts of the finite values in equal steps over their range. */
export function histogramOf(values: Float32Array, bins: number): Histogram {
  let min = Infinity;
  let max = -Infinity;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value < min && value > -Infinity) min = value;
    if (value > max && value < Infinity) max = value;
  }
  const suggested = robustLimits(values);
  const counts = new Uint32Array(bins);
  // one value everywhere, as in the difference of two equal maps, is a bar too
  const extent = max > min ? { min, max } : suggested;
  const scale = bins / (extent.max - extent.min);
  for (let i = 0; i < values.length; i++) {
    const bin = (values[i]! - extent.min) * scale;
    if (bin >= 0 && bin <= bins) counts[Math.min(bins - 1, bin | 0)]!++;
  }
  return { extent, suggested, median: usualOf(values), counts };
}

const SAMPLES = 16_384;

/** The middle one of every n-th finite value; NaN: there is none. */
export function usualOf(values: Float32Array): number {
  // an odd step does not fall into the same columns again and again
  const step = Math.floor(values.length / SAMPLES) | 1;
  const some = values.filter((value, i) => i % step === 0 && Number.isFinite(value)).sort();
  return some[some.length >> 1] ?? NaN;
}
