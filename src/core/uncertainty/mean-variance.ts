import type { LastingShare } from '../reconstruction/reconstruction.ts';

/** What of an uncertainty's component decides how it averages: see the evidence report. */
interface Averaging {
  readonly median_rad: number | null;
  readonly correlation_length_um: number | null;
}

/** What an evidence report says of it. */
interface StatedAveraging {
  readonly components?: readonly Averaging[] | undefined;
  readonly lasting_share?: LastingShare | undefined;
}

/** How the variances of single pixels become that of a mean over them. */
export interface OverRegion {
  /** share that the mean over `area` (µm² in the sample) keeps of what averages out */
  readonly kept: (area: number) => number;
  /** share of a pixel's variance that does not, at a place: row / rows and column / columns, 0 to 1 */
  readonly lasts: (down: number, across: number) => number;
}

/**
 * Variance of the mean phase over a region (rad²). A component with the correlation length ℓ has u² π ℓ² / A over an area A
 * much larger than ℓ², and u² over one much smaller; 1 / (1 + A / (π ℓ²)) goes from one to the other. A component without
 * ℓ does not average out. The difference of two regions has the sum of their variances.
 * @param area µm² in the sample
 */
export function meanVariance(components: readonly Averaging[], area: number): number {
  return components.reduce((sum, { median_rad: u, correlation_length_um: length }) => {
    if (u === null) return sum;
    const share = length === null ? 1 : 1 / (1 + area / (Math.PI * length * length));
    return sum + u * u * share;
  }, 0);
}

/**
 * A region's mean has the variance ⟨σ² l⟩ + k ⟨σ² (1 − l)⟩ over its pixels: k the share that is kept of what averages out, l the share
 * that does not. Where the report does not say l it is 0, and the components without a length are in k.
 * @returns null where it states no components
 */
export function overRegion({ components, lasting_share: map }: StatedAveraging): OverRegion | null {
  const parts = components?.filter((one) => !map || one.correlation_length_um !== null);
  const whole = parts ? meanVariance(parts, 0) : 0;
  if (!parts || !(map || whole > 0)) return null;
  const cell = (part: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(part * count)));
  return {
    kept: (area) => (whole > 0 ? meanVariance(parts, area) / whole : 1),
    lasts: (down, across) =>
      map ? map.values[cell(down, map.rows) * map.cols + cell(across, map.cols)]! : 0,
  };
}
