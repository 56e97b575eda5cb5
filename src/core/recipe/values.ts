import type { RegionRectangle } from './rectangles.ts';
import type { OutputName } from './outputs.ts';

/**
 * One value that describes a reconstruction completely, in the contract's own field names (contract section 3).
 * HTTP, the command line, the browser and `verify` all build it through `parseRecipe`.
 */
export interface Recipe {
  readonly holography_mode: 'off-axis' | 'inline';
  readonly wavelength_um: number;
  /** half-width of what the wavelength may be off by; null: nothing */
  readonly wavelength_tolerance_nm: number | null;
  readonly pixel_pitch_um: number;
  readonly pixel_pitch_basis: 'sensor' | 'object_space';
  readonly magnification: number;
  readonly z_mm: number | null;
  /** half-width of what `z_mm` may be off by; null: nothing */
  readonly z_tolerance_mm: number | null;
  readonly z_min_mm: number | null;
  readonly z_max_mm: number | null;
  readonly sample_type: 'transmission' | 'reflection';
  readonly refractive_index_sample: number | null;
  readonly refractive_index_medium: number | null;
  /** of what lies between the sample and its image: light propagates there with λ / n; `wavelength_um` is that in vacuum */
  readonly refractive_index_immersion: number;
  readonly sideband: 'auto' | 'conjugate';
  readonly carrier_cycles_per_px: readonly [number, number] | null;
  readonly filter_radius_cycles_per_um: number | null;
  /** how the sideband becomes a field; `likelihood` falls back to `linear` where the frame's residual speaks against it */
  readonly demodulation: 'linear' | 'likelihood';
  /** whether things are put back where they would be without the distortion that a calibration profile states */
  readonly lens_distortion: 'keep' | 'correct';
  readonly phase_retrieval: 'constrained' | 'none';
  /** light = counts to this power; null: 1, unless a frame of 8 bits tells otherwise */
  readonly camera_gamma: number | null;
  readonly stack_z_mm: readonly number[] | null;
  readonly phase_background: 'auto' | 'none' | 'tilt' | 'polynomial';
  /** of a polynomial; null: the lowest that higher ones do not clearly beat */
  readonly background_degree: number | null;
  /** what of the uploaded frame holds no sample; null: that is found out */
  readonly background_region: readonly RegionRectangle[] | null;
  readonly output_sampling: 'full' | 'native';
  /** what the package holds, in its order; height only where the rest of the recipe allows it */
  readonly outputs: readonly OutputName[];
  /** of a frame in colour; null: the frame is grey */
  readonly channel: 'red' | 'green' | 'blue' | null;
}

/** The values of a recipe as they are once given: nothing is null. */
export type RecipeValues = { -readonly [Name in keyof Recipe]: NonNullable<Recipe[Name]> };
