import type { Kernels } from '../../kernel/kernels.ts';
import type { Recipe } from '../../recipe/values.ts';
import type { Flag, FocusFound, Reconstruction } from '../../reconstruction/reconstruction.ts';
import type { FlagSettings } from './flag-settings.ts';
import { flagsOf } from './flags.ts';
import type { Findings } from './findings.ts';
import { mediumWavelength } from '../../rig/geometry.ts';
import { spectrumPicture } from '../../spectrum/spectrum-picture.ts';
import { stepsOf } from './steps.ts';
import { uncertaintyOf } from './uncertainty-components.ts';

/** The reconstruction with its report: what was done, what was found, what to doubt. */
export function describe(kernels: Kernels, settings: FlagSettings, findings: Findings): Reconstruction {
  const { recipe, rig, pixelSize, hologram, sideband, field, noise, twin, maps } = findings;
  const native = recipe.output_sampling === 'native';
  const sign = twin.conjugate ? -1 : 1;
  const carrier = { x: sign * sideband.carrier.x, y: sign * sideband.carrier.y };
  const flags: Flag[] = flagsOf(findings, settings);
  const { unwrapping } = maps;
  return {
    rows: maps.phase.rows,
    cols: maps.phase.cols,
    pixel_size_um: {
      x: pixelSize * rig.pitchRatio.x * (native ? field.stepX : 1),
      y: pixelSize * rig.pitchRatio.y * (native ? field.stepY : 1),
    },
    crop_px: hologram.image.crop,
    phase: maps.phase,
    phase_wrapped: maps.phase_wrapped,
    amplitude: maps.amplitude,
    phase_uncertainty: maps.phase_uncertainty,
    phase_noise: maps.phase_noise,
    height: maps.height,
    field: maps.field,
    spectrum: spectrumPicture(kernels, hologram.spectrum, carrier, sideband.passRadius),
    focus_curves: twin.focus?.curves ?? [],
    foci: focusFound(findings),
    back_propagation: null,
    steps: stepsOf(findings, carrier),
    flags,
    metrics: {
      carrier_x_cycles_per_px: carrier.x,
      carrier_y_cycles_per_px: carrier.y,
      measured_bandwidth_cycles_per_px: sideband.measuredRadius,
      measured_bandwidth_cycles_per_um: sideband.measuredRadius / pixelSize,
      filter_radius_cycles_per_px: sideband.passRadius,
      filter_radius_cycles_per_um: sideband.passRadius / pixelSize,
      resolution_um: pixelSize / (2 * sideband.passRadius),
      sideband_signal_to_noise: sideband.signalToNoise,
      sideband_contrast: sideband.contrast,
      autocorrelation_overlap: sideband.autocorrelationOverlap,
      fringe_visibility: findings.visibility,
      fraction_at_maximum: hologram.image.fractionAtMaximum,
      camera_noise_counts: Math.sqrt(noise.hologram.meanVariance),
      z_mm: twin.z / 1000,
      residues: unwrapping.residues,
      untrusted_fraction: unwrapping.untrustedFraction,
      median_phase_sigma_rad: maps.medianSigma,
    },
    uncertainty: uncertaintyOf(kernels, findings),
    used: {
      recipe: usedRecipe(findings),
      carrier_cycles_per_px: [carrier.x, carrier.y],
      filter_radius_cycles_per_um: sideband.passRadius / pixelSize,
      sample_pixel_size_um: pixelSize,
      propagation_wavelength_um: mediumWavelength(recipe),
    },
  };
}

/** The search sharpens the whole frame, so it finds one focus at most. */
function focusFound({ twin: { focus, z }, hologram }: Findings): FocusFound[] {
  if (!focus) return [];
  const { width, height } = hologram.image.crop;
  const [z_mm, sigma_mm, depth_of_field_mm] = [z / 1000, focus.uncertainty / 1000, focus.depthOfField / 1000];
  return [
    { z_mm, sigma_mm, depth_of_field_mm, kind: null, share: 1, region_px: { x: 0, y: 0, width, height } },
  ];
}

/** With the distance that was found, and the demodulation that was done. */
function usedRecipe({ recipe, twin, likelihood }: Findings): Recipe {
  const linear = likelihood?.hologram.refused ? { demodulation: 'linear' as const } : {};
  return { ...recipe, ...linear, z_mm: twin.z / 1000 };
}
