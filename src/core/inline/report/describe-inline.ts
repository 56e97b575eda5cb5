import type { Kernels } from '../../kernel/kernels.ts';
import { mediumWavelength, samplePixelSize } from '../../rig/geometry.ts';
import { spectrumPicture } from '../../spectrum/spectrum-picture.ts';
import type { FocusFound, Reconstruction } from '../../reconstruction/reconstruction.ts';
import type { Maps } from '../../maps/maps.ts';
import type { UncertaintySettings } from '../uncertainty/uncertainty-settings.ts';
import { meanNoise } from '../../light/load-exposures.ts';
import { componentsOf } from './components.ts';
import type { InlineFindings } from './findings.ts';
import { inlineFlags } from './flags.ts';
import { inlineSteps } from './steps.ts';

const RETRIEVED =
  'One standard deviation per pixel. Everywhere: the root mean square of the phase where nothing is in the beam nearby, all of which is error. ' +
  'Inside of the sample also the change of the phase when a coarse solution goes on with the full weight of the total variation, ' +
  'which shrinks contrast in proportion to it (Strong & Chan, Inverse Problems 19, S165 (2003)), there or over that part of the sample, whichever is more; ' +
  'how hard it pulls at detail, and wherever it holds back more than chance makes beside the sample, at such as it may have flattened altogether; the noise of the camera; and for a field that started from a sample that absorbs only, where that change counts no more than what is seen beside the sample, the detail whose light missed ' +
  'the sensor. These are multiplied by the data misfit where that lies between 1 and 2, and by 2 above. With it, what a lossy file rounded, and beside the sample as much more as the phase may have spread before. Where a single frame leaves the phase of a sample open ' +
  'that both absorbs and delays light, and where the number of turns is not trusted, it is π/√3, the value of a phase ' +
  'that is not known at all; the share of pixels that is said to be untrusted is where it is above 1 rad. With it, what is stated to be in doubt of the distance and of the wavelength, and the broad phase that would explain what of the broad contrast beside the sample is taken for absorption or left, where that comes to more than 0.05 rad and is not taken for uneven light. With it, what detail light of a wide source, or of many colours, may have blurred, where the spectrum of the sample falls as it would then. It does not cover errors of the light or the pitch, ' +
  'nor full pixels, nor a camera whose counts are a power of the light where the frame does not tell it, as with weak samples, or has more ' +
  'than 8 bits, of which that is not looked for.';
const BACK_PROPAGATED =
  'One standard deviation per pixel from the noise of the camera alone, as back-propagation passes it on. It does not ' +
  'cover the twin image, which is far larger.';

/** The reconstruction with its report. */
export function describeInline(kernels: Kernels, findings: InlineFindings): Reconstruction {
  const { recipe, rig, image, normalised, distances, retrieval, stated, maps } = findings;
  const z = recipe.stack_z_mm === null ? distances[0]! / 1000 : null;
  const pixelSize = samplePixelSize(recipe);
  // frequencies scale with the space that pitch and distance are given in
  const perUm = (frequency: number) => (frequency * recipe.pixel_pitch_um) / pixelSize;
  const blind = perUm(findings.blindBelow);
  const pupil = retrieval?.pupil ? perUm(retrieval.pupil) : null;
  return {
    rows: maps.phase.rows,
    cols: maps.phase.cols,
    pixel_size_um: { x: pixelSize * rig.pitchRatio.x, y: pixelSize * rig.pitchRatio.y },
    crop_px: image.crop,
    phase: maps.phase,
    phase_wrapped: maps.phase_wrapped,
    amplitude: maps.amplitude,
    phase_uncertainty: maps.phase_uncertainty,
    phase_noise: maps.phase_noise,
    height: maps.height,
    field: maps.field,
    spectrum: spectrumPicture(kernels, findings.spectrum, null, null),
    focus_curves: findings.focus?.curves ?? [],
    foci: fociOf(findings),
    back_propagation: findings.backPropagation,
    steps: inlineSteps(findings, blind, pupil),
    flags: inlineFlags(findings, blind),
    metrics: {
      z_mm: z,
      frames: distances.length,
      amplitude_noise: meanNoise(normalised),
      light_uneven_share: normalised[0]!.illumination.unevenShare,
      phase_blind_below_cycles_per_um: blind,
      data_misfit: retrieval?.dataMisfit ?? null,
      iterations: retrieval?.iterations ?? 0,
      residual_twin_energy: retrieval?.residualTwinEnergy ?? null,
      fraction_at_maximum: image.fractionAtMaximum,
      residues: maps.unwrapping.residues,
      untrusted_fraction: unknownShare(maps.phase_uncertainty, findings.uncertainty),
      median_phase_sigma_rad: maps.medianSigma,
    },
    uncertainty: {
      method: stated ? RETRIEVED : BACK_PROPAGATED,
      median_phase_sigma_rad: maps.medianSigma,
      total_median_rad: maps.medianSigma,
      components: componentsOf(findings),
      ...(stated && {
        background_phase_sigma_rad: stated.backgroundSigma,
        constraint_phase_sigma_rad: stated.constraintSigma,
      }),
      amplitude_noise: meanNoise(normalised),
      untrusted_fraction: unknownShare(maps.phase_uncertainty, findings.uncertainty),
    },
    used: {
      recipe: { ...recipe, z_mm: z },
      sample_pixel_size_um: pixelSize,
      propagation_wavelength_um: mediumWavelength(recipe),
    },
  };
}

/** Share of the pixels whose phase is not known, what is marked and what is stated alike. */
function unknownShare({ data }: Maps['phase_uncertainty'], { mostMixed }: UncertaintySettings): number {
  return data.reduce((sum, sigma) => sum + (sigma > mostMixed ? 1 : 0), 0) / data.length;
}

function fociOf({ focus }: InlineFindings): FocusFound[] {
  if (!focus) return [];
  return focus.foci.map(({ z, uncertainty, kind, share, where }) => ({
    z_mm: z / 1000,
    sigma_mm: uncertainty / 1000,
    depth_of_field_mm: focus.depthOfField / 1000,
    ...{ kind, share, region_px: where },
  }));
}
