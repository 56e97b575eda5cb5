import type { CameraImage } from '../field/camera.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { samplePixelSize } from '../off-axis/geometry.ts';
import type { Maps } from '../off-axis/maps.ts';
import type { PowerSpectrum } from '../off-axis/power-spectrum.ts';
import { spectrumPicture } from '../off-axis/spectrum-picture.ts';
import type { Recipe } from '../recipe.ts';
import type { Flag, Reconstruction, Step } from '../reconstruction.ts';
import type { InlineFocus } from './autofocus-inline.ts';
import type { NormalisedInline } from './normalise.ts';
import type { Retrieval } from './retrieve.ts';

/** What the stages of an inline reconstruction found out. */
export interface InlineFindings {
  readonly recipe: Recipe;
  readonly image: CameraImage;
  readonly spectrum: PowerSpectrum;
  readonly background: CameraImage | null;
  readonly normalised: NormalisedInline;
  /** null where the distance was given */
  readonly focus: InlineFocus | null;
  /** µm, sample to sensor */
  readonly z: number;
  /** null for plain back-propagation */
  readonly retrieval: Retrieval | null;
  readonly maps: Maps;
}

/** Phase contrast |sin(πλz f²)| below which a hologram says next to nothing about the phase. */
const BLIND_CONTRAST = 0.1;

/** Below this spatial frequency (cycles/µm) the phase is hardly recorded: sin(πλz f²) = 0.1. */
function blindBelow(wavelength: number, z: number): number {
  return z === 0 ? Infinity : Math.sqrt(BLIND_CONTRAST / (Math.PI * wavelength * Math.abs(z)));
}

/** The reconstruction with its report. */
export function describeInline(kernels: Kernels, findings: InlineFindings): Reconstruction {
  const { recipe, image, normalised, z, retrieval, maps } = findings;
  const pixelSize = samplePixelSize(recipe);
  // frequencies scale with the space that pitch and distance are given in
  const blind = (blindBelow(recipe.wavelength_um, z) * recipe.pixel_pitch_um) / pixelSize;
  return {
    rows: maps.phase.rows,
    cols: maps.phase.cols,
    pixel_size_um: { x: pixelSize, y: pixelSize },
    crop_px: image.crop,
    phase: maps.phase,
    phase_wrapped: maps.phase_wrapped,
    amplitude: maps.amplitude,
    phase_uncertainty: maps.phase_uncertainty,
    height: maps.height,
    field: maps.field,
    spectrum: spectrumPicture(kernels, findings.spectrum, null, null),
    focus_curves: findings.focus?.curves ?? [],
    steps: stepsOf(findings, blind),
    flags: flagsOf(findings, blind),
    metrics: {
      z_mm: z / 1000,
      amplitude_noise: normalised.noiseSigma,
      light_uneven_share: normalised.illumination.unevenShare,
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
      method:
        'One standard deviation per pixel from the noise of the camera alone, as plain back-propagation would pass it ' +
        'on. It covers neither what one intensity leaves open about the phase, which is most at low spatial ' +
        'frequencies, nor the bias of the constraints, nor the twin image where no phase was retrieved.',
      median_phase_sigma_rad: maps.medianSigma,
      amplitude_noise: normalised.noiseSigma,
      untrusted_fraction: maps.unwrapping.untrustedFraction,
    },
    used: { recipe: { ...recipe, z_mm: z / 1000 }, sample_pixel_size_um: pixelSize },
  };
}

function stepsOf(findings: InlineFindings, blind: number): Step[] {
  return [
    normalisationStep(findings),
    ...focusStep(findings),
    findings.retrieval
      ? retrievalStep(findings.retrieval, findings.z, blind)
      : backPropagationStep(findings.z),
    {
      name: 'unwrap',
      method: `Unwrapped by the method named ${findings.maps.unwrapping.method}.`,
      source: 'Herráez et al., doi:10.1364/AO.41.007437',
      metrics: {
        residues: findings.maps.unwrapping.residues,
        untrusted_fraction: findings.maps.unwrapping.untrustedFraction,
      },
    },
  ];
}

function normalisationStep({ background, normalised }: InlineFindings): Step {
  const { illumination } = normalised;
  return {
    name: 'normalisation',
    method: background
      ? 'The hologram was divided by the background frame.'
      : 'The hologram was divided by a smooth estimate of the light, fitted robustly to its own tiles.',
    source: 'Latychevskaia & Fink, doi:10.1103/PhysRevLett.98.233901',
    metrics: {
      degree: illumination.degree,
      residual: illumination.residual,
      uneven_share: illumination.unevenShare,
      exposure_ratio: illumination.exposureRatio,
      amplitude_noise: normalised.noiseSigma,
    },
  };
}

function focusStep({ focus }: InlineFindings): Step[] {
  if (!focus) return [];
  return [
    {
      name: 'focus',
      method:
        'The distance at which the absorbing or the phase object that explains the hologram is sparsest.',
      source: 'Guigay, Optik 49, 121 (1977), for the contrast transfer',
      metrics: {
        z_mm: focus.z / 1000,
        sigma_mm: focus.uncertainty / 1000,
        depth_of_field_mm: focus.depthOfField / 1000,
        planes_z_mm: focus.foci.map((plane) => plane.z / 1000),
        planes_strength: focus.foci.map((plane) => plane.strength),
        doubts: focus.doubts.length,
      },
    },
  ];
}

function retrievalStep(retrieval: Retrieval, z: number, blind: number): Step {
  return {
    name: 'phase retrieval',
    method:
      'The field of least total variation that explains the amplitudes and nowhere amplifies light; outside the sensor it is unknown and part of the answer.',
    source:
      'Momey et al., doi:10.1364/JOSAA.36.000D62; Gao & Cao (2023), constrained complex total variation',
    metrics: {
      z_mm: z / 1000,
      iterations: retrieval.iterations,
      converged: retrieval.converged,
      data_misfit: retrieval.dataMisfit,
      residual_twin_energy: retrieval.residualTwinEnergy,
      mixed_share: retrieval.mixedShare,
      regularisation: retrieval.regularisation,
      phase_blind_below_cycles_per_um: blind,
    },
  };
}

function backPropagationStep(z: number): Step {
  return {
    name: 'back-propagation',
    method:
      'The amplitude, taken as a wave without phase, propagated back to the sample; its twin image stays.',
    source: 'Matsushima & Shimobaba, doi:10.1364/OE.17.019662',
    metrics: { z_mm: z / 1000 },
  };
}

const POOR_FIT = 2.5;
const MIXED = 0.2;

function flagsOf({ recipe, focus, retrieval }: InlineFindings, blind: number): Flag[] {
  const flags: Flag[] = [];
  const add = (code: string, level: Flag['level'], detail: string) => flags.push({ code, level, detail });
  if (recipe.z_mm === null && recipe.z_min_mm === null) {
    add('distance_unknown', 'needs_review', 'No distance was given: 0.1 to 10 mm were searched.');
  }
  for (const doubt of focus?.doubts ?? [])
    add('focus_ambiguous', 'warning', `The focus is in doubt: ${doubt}.`);
  add(
    'phase_blind_at_low_frequencies',
    'info',
    `Phase that varies more slowly than about ${blind.toPrecision(2)} cycles/µm is hardly recorded at this distance and comes from the constraints.`,
  );
  if (!retrieval) {
    add('twin_image', 'needs_review', 'No phase was retrieved: the twin image is still there.');
    return flags;
  }
  if (!retrieval.converged) {
    add(
      'retrieval_not_converged',
      'warning',
      `The retrieval stopped after ${retrieval.iterations} iterations before it settled.`,
    );
  }
  if (retrieval.dataMisfit > POOR_FIT) {
    add(
      'poor_fit',
      'warning',
      `The field explains the hologram only to ${retrieval.dataMisfit.toFixed(1)} times its noise: distance, light or model are off.`,
    );
  }
  if (retrieval.mixedShare > MIXED) {
    add(
      'mixed_object',
      'warning',
      'The sample both absorbs and delays light: a single frame leaves its broad phase open. Several frames at different distances would settle it.',
    );
  }
  return flags;
}
