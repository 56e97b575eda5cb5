import type { Recipe } from './values.ts';

/** What a field that was not sent stands for. */
export const defaults = {
  pixel_pitch_basis: 'sensor',
  magnification: 1,
  wavelength_tolerance_nm: null,
  z_mm: null,
  z_tolerance_mm: null,
  z_min_mm: null,
  z_max_mm: null,
  sample_type: 'transmission',
  refractive_index_sample: null,
  refractive_index_medium: null,
  refractive_index_immersion: 1,
  sideband: 'auto',
  carrier_cycles_per_px: null,
  filter_radius_cycles_per_um: null,
  demodulation: 'linear',
  lens_distortion: 'keep',
  phase_retrieval: 'constrained',
  stack_z_mm: null,
  phase_background: 'auto',
  background_degree: null,
  background_region: null,
  output_sampling: 'full',
  outputs: ['phase', 'phase_wrapped', 'amplitude', 'phase_uncertainty', 'height', 'field', 'previews'],
  channel: null,
} as const satisfies Partial<Recipe>;
