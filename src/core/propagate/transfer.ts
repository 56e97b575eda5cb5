/** Sampling of a plane in the sample's own space. */
export interface Sampling {
  /** µm from one sample to the next */
  readonly pitchX: number;
  readonly pitchY: number;
}

/**
 * The largest |fx| (cycles/µm) at which the transfer function of a distance is still sampled without aliasing on a
 * grid of the given extent: 1 / (λ √((2 Δf z)² + 1)) with Δf = 1 / extent (Matsushima & Shimobaba,
 * doi:10.1364/OE.17.019662, eq. 13).
 * @param extent µm, of the padded grid
 * @param z µm
 */
export function bandLimit(wavelength: number, extent: number, z: number): number {
  const slope = (2 * z) / extent;
  return 1 / (wavelength * Math.sqrt(slope * slope + 1));
}

/**
 * How far (µm) light of spatial frequency `radius` (cycles/µm) walks sideways over a distance: |z| tan θ with
 * sin θ = λ · radius. Infinite for frequencies that do not travel.
 */
export function lateralSpread(wavelength: number, radius: number, z: number): number {
  const sine = wavelength * radius;
  return sine < 1 ? (Math.abs(z) * sine) / Math.sqrt(1 - sine * sine) : Infinity;
}

/**
 * Depth of field λ / NA² (µm) of a field whose spatial frequencies reach `radius` (cycles/µm), NA = λ · radius:
 * the distance over which the phase at the rim of the pupil changes by about π.
 */
export function depthOfField(wavelength: number, radius: number): number {
  return 1 / (wavelength * radius * radius);
}
