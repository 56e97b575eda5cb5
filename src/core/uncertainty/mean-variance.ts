/** What of an uncertainty's component decides how it averages: see the evidence report. */
interface Averaging {
  readonly median_rad: number | null;
  readonly correlation_length_um: number | null;
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
