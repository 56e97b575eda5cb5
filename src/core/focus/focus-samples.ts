import { medianInPlace } from '../fit/median.ts';
import { parabolaVertex } from './extremum.ts';
import type { Sharpness } from './sharpness.ts';

/** The metrics of a field at a propagation distance (µm). */
export interface Sample {
  readonly z: number;
  readonly sharpness: Sharpness;
}

/** A metric that is smallest in focus. */
export interface Metric {
  readonly name: string;
  readonly of: (sharpness: Sharpness) => number;
}

export const VARIATION: Metric = {
  name: 'total variation of the complex field',
  of: (s) => s.complexVariation,
};
export const EXCESS: Metric = { name: 'light brighter than the beam', of: (s) => s.excess };

/** Local minima of a metric over samples in order of z, ends included, the deepest first. */
export function minima(samples: readonly Sample[], { of }: Metric): number[] {
  return ranked(samples, of, (k) => of(samples[k]!.sharpness));
}

/**
 * Local minima as `minima`, but the deepest first compared with what is around: of a field that has left the frame, far
 * away, little is bright.
 * @param neighbours samples on either side
 */
export function dips(samples: readonly Sample[], { of }: Metric, neighbours: number): number[] {
  const depth = (k: number) => {
    const around = samples.slice(Math.max(0, k - neighbours), k + neighbours + 1);
    return of(samples[k]!.sharpness) / (medianOf(around, { of }) + 1e-300);
  };
  return ranked(samples, of, depth);
}

function ranked(samples: readonly Sample[], of: Metric['of'], rank: (k: number) => number): number[] {
  const value = (k: number) => (samples[k] ? of(samples[k].sharpness) : Infinity);
  const found: { z: number; rank: number }[] = [];
  for (let k = 0; k < samples.length; k++) {
    if (value(k) <= value(k - 1) && value(k) < value(k + 1)) found.push({ z: samples[k]!.z, rank: rank(k) });
  }
  return found.sort((a, b) => a.rank - b.rank).map((m) => m.z);
}

/** The upper median of a metric. */
export function medianOf(samples: readonly Sample[], { of }: Pick<Metric, 'of'>): number {
  return medianInPlace(Float64Array.from(samples, (s) => of(s.sharpness)));
}

/** Where a metric is smallest of all, to a fraction of the spacing, and the metrics at the nearest sample. */
export function smallest(samples: readonly Sample[], { of }: Metric): Sample {
  const values = samples.map((s) => of(s.sharpness));
  const k = values.indexOf(Math.min(...values));
  const zs = samples.map((s) => s.z);
  return { z: parabolaVertex(zs, values, k), sharpness: samples[k]!.sharpness };
}
