import type { Kernels } from '../../kernel/kernels.ts';
import { statedDefocus } from '../../rig/stated-defocus.ts';
import { mediumWavelength, samplePixelSize } from '../../rig/geometry.ts';
import { spectrumPicture } from '../../spectrum/spectrum-picture.ts';
import type {
  FocusFound,
  Reconstruction,
  UncertaintyComponent,
} from '../../reconstruction/reconstruction.ts';
import { meanNoise, roundingOf } from '../../light/load-exposures.ts';
import type { InlineFindings } from './findings.ts';
import { inlineFlags } from './flags.ts';
import { inlineSteps } from './steps.ts';

const RETRIEVED =
  'One standard deviation per pixel: the spread of the phase beside the sample, all of which is error, with the change ' +
  'of the phase when a coarse solution goes on with the full weight of the total variation, which shrinks contrast in ' +
  'proportion to it (Strong & Chan, Inverse Problems 19, S165 (2003)); for a field that started from a sample that absorbs only no ' +
  'more than that spread, with the detail whose light missed the sensor; what is not that spread is multiplied by the data misfit ' +
  'where that lies between 1 and 2, and by 2 above. With it, what a lossy file rounded. Where a single frame leaves the phase of a sample open ' +
  'that both absorbs and delays light, and where the number of turns is not trusted, it is π/√3, the value of a phase ' +
  'that is not known at all. It does not cover errors of the distance, the light, the wavelength or the pitch.';
const BACK_PROPAGATED =
  'One standard deviation per pixel from the noise of the camera alone, as back-propagation passes it on. It does not ' +
  'cover the twin image, which is far larger.';

const ROUNDED =
  'rounding of the file’s own quantisation tables; noise that it took away is counted as if it were still there';
const LOSSLESS = 'the file says of no lossy compression';

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
      untrusted_fraction: maps.unwrapping.untrustedFraction,
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
      untrusted_fraction: maps.unwrapping.untrustedFraction,
    },
    used: {
      recipe: { ...recipe, z_mm: z },
      sample_pixel_size_um: pixelSize,
      propagation_wavelength_um: mediumWavelength(recipe),
    },
  };
}

/** What the stated uncertainty is made of; what is not measured in-line says so. */
function componentsOf(findings: InlineFindings): UncertaintyComponent[] {
  const { stated, maps, focus, recipe, rig, normalised } = findings;
  const parts = [stated?.backgroundSigma ?? 0, stated?.constraintSigma ?? 0] as const;
  // half of a field's variance makes the phase's
  const rounding = Math.sqrt(roundingOf(normalised) / 2);
  const camera =
    maps.medianSigma * maps.medianSigma - [...parts, rounding].reduce((sum, one) => sum + one * one, 0);
  const part = (name: string, type: 'A' | 'B', median_rad: number | null, method: string) => ({
    ...{ name, type, median_rad, correlation_length_um: null, method },
  });
  const doubt = statedDefocus(recipe, rig);
  // a retrieval at a wrong distance is several times further off than the field that propagates there
  const ofDoubt = (name: string, z: number) =>
    z > 0 ? part(name, 'B', null, 'not carried into the phase') : part(name, 'B', 0, 'taken as exact');
  const open = 'not measured in-line, and not part of the uncertainty that is stated';
  return [
    part('camera_noise', 'A', Math.sqrt(Math.max(0, camera)), 'noise of the frames through the retrieval'),
    part('smooth_background', 'A', stated ? parts[0] : null, 'slow phase that the frames hardly see'),
    part('constraint', 'A', stated ? parts[1] : null, 'what the assumption about the sample decides'),
    part('coherent_background', 'A', null, open),
    part('compression', 'B', rounding, rounding > 0 ? ROUNDED : LOSSLESS),
    focus
      ? part('distance', 'B', null, 'found, see foci; not carried into the phase')
      : ofDoubt('distance', doubt.distance),
    ofDoubt('wavelength', doubt.wavelength),
  ];
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
