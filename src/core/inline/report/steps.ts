import type { Step } from '../../reconstruction/reconstruction.ts';
import { smoothStep, termsOf } from '../../reconstruction/smooth-step.ts';
import { distortionStep } from '../../undistort/describe-distortion.ts';
import { meanNoise } from '../../light/load-exposures.ts';
import type { Aligned } from '../align/align-exposures.ts';
import { mean } from '../retrieve/exposure.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import type { InlineFindings } from './findings.ts';
import { leftOutOf } from './left-out.ts';

/** The stages in the order they ran, each with its method, source and numbers. */
export function inlineSteps(findings: InlineFindings, blind: number, pupil: number | null): Step[] {
  return [
    ...negativeStep(findings),
    ...responseStep(findings),
    normalisationStep(findings),
    ...distortionStep('Each hologram, divided by its light,', findings.straight),
    ...focusStep(findings),
    ...alignmentStep(findings.aligned),
    ...exposureStep(findings.retrieval),
    findings.retrieval
      ? retrievalStep(findings, findings.retrieval, blind, pupil)
      : backPropagationStep(findings.distances),
    ...phaseBackgroundStep(findings),
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

function negativeStep({ hologram: { negative, bitDepth } }: InlineFindings): Step[] {
  if (!negative) return [];
  const method =
    'The counts were taken from the most that the frame can hold: with that a retrieval of a part of the frame explains more than it leaves unexplained.';
  const source = 'least misfit of the retrieval, as it is and as a negative';
  return [{ name: 'negative', method, source, metrics: { taken_from: 2 ** bitDepth - 1 } }];
}

function responseStep({ response, recipe: { camera_gamma: stated } }: InlineFindings): Step[] {
  const name = 'camera response';
  if (stated !== null) {
    const method = 'The counts were taken to the power that was stated: the light.';
    return [{ name, method, source: 'the request', metrics: { power: stated } }];
  }
  if (!response) return [];
  const { power, best, doubt, misfit, linearMisfit } = response;
  return [
    {
      name,
      method:
        power === 1
          ? 'Retrievals of a part of the frame, taken to some powers, do not tell which power of the counts the light is: they were left as they are.'
          : 'The counts were taken to the power with which a retrieval of a part of the frame leaves least unexplained: that part’s fringes and the sample’s own light hold one ratio only where counts are in proportion to the light.',
      source: 'least misfit of the retrieval over the powers that were tried',
      metrics: { power, best_power: best, relative_doubt: doubt, misfit, misfit_without: linearMisfit },
    },
  ];
}

function normalisationStep({ background, normalised }: InlineFindings): Step {
  const { illumination } = normalised[0]!;
  return {
    name: 'normalisation',
    method: background
      ? 'Each hologram was divided by the background frame.'
      : 'Each hologram was divided by a smooth estimate of the light, fitted robustly to its own tiles.',
    source: 'Latychevskaia & Fink, doi:10.1103/PhysRevLett.98.233901',
    metrics: {
      degree: illumination.degree,
      residual: illumination.residual,
      uneven_share: illumination.unevenShare,
      exposure_ratio: illumination.exposureRatio,
      amplitude_noise: meanNoise(normalised),
    },
  };
}

const LENS =
  ' Aberrations of the lens between sample and sensor move where that is; no single frame tells them from the distance, and they are not part of its uncertainty.';

function focusStep({ focus, recipe }: InlineFindings): Step[] {
  if (!focus) return [];
  return [
    {
      name: 'focus',
      method:
        'The distance at which the absorbing or the phase object that explains the hologram is sparsest.' +
        (recipe.magnification === 1 ? '' : LENS),
      source: 'Guigay, Optik 49, 121 (1977), for the contrast transfer',
      metrics: {
        z_mm: focus.z / 1000,
        sigma_mm: focus.uncertainty / 1000,
        depth_of_field_mm: focus.depthOfField / 1000,
        planes_z_mm: focus.foci.map((plane) => plane.z / 1000),
        planes_sigma_mm: focus.foci.map((plane) => plane.uncertainty / 1000),
        planes_strength: focus.foci.map((plane) => plane.strength),
        doubts: focus.doubts.length,
      },
    },
  ];
}

/** How far each frame had to be moved. */
function alignmentStep(aligned: Aligned): Step[] {
  if (aligned.drifts.length === 0) return [];
  return [
    {
      name: 'alignment',
      method:
        'The lateral drift of each frame against the first, where their correlation in a common plane is highest, or by 0.05 px or more elsewhere where a field that explains all of them shows it, was undone in Fourier space.',
      source: 'Guizar-Sicairos et al., doi:10.1364/OL.33.000156',
      metrics: {
        drift_x_px: aligned.drifts.map(({ x }) => x),
        drift_y_px: aligned.drifts.map(({ y }) => y),
        // the first frame is compared with nothing
        correlation_peak: aligned.drifts.slice(1).map(({ peak }) => peak),
      },
    },
  ];
}

/** What each frame of a stack was found to be recorded with. */
function exposureStep(retrieval: Retrieval | null): Step[] {
  if (!retrieval || retrieval.exposures.length === 1) return [];
  const { exposures } = retrieval;
  return [
    {
      name: 'exposure',
      method:
        'The gain of each frame, and its offset where the frames together show one, were fitted to the intensity of the retrieved field by least squares and taken out; recorded intensity = gain · intensity + offset, over the estimated light.',
      source: 'weighted linear least squares, alternating with the retrieval',
      metrics: {
        gain: exposures.map(({ gain }) => gain),
        offset: exposures.map(({ offset }) => offset),
        light_ratio: mean(exposures.map(({ gain }) => gain)),
      },
    },
  ];
}

const LEAST_VARIATION =
  'The field of least total variation that explains the amplitudes and nowhere amplifies light; outside the sensor it is unknown and part of the answer.';
const PASSED =
  ' The amplitudes show that the optics pass spatial frequencies up to a limit only (pupil_cycles_per_um): that holds for the sample before them, and the field given is what they pass of it.';
const STARTED =
  ' At coarse resolutions a sample that absorbs only explains the frames nearly as well as any: full resolution started from there, as free to delay light as ever.';
const COUPLED =
  ' What a frame does not record of parts that absorb and delay light is taken from a field in which both go together in each part, as that explains the amplitudes nearly as well as any; what they do record settles the rest.';

const RESTARTED =
  ' Parts that turn light by several radians, and about which the frame was explained badly, were solved again from a start that only delays light and rises to their middle, as high as explains the frame best; that explains more than half of what was not.';

const EVENED =
  ' Light that the estimate left in the frame (light_left, its root mean square over the light) was taken out: as uneven all over the frame, no finer than phase that is hardly recorded, and the amplitudes are explained by less of a sample without.';

function retrievalStep(
  findings: InlineFindings,
  retrieval: Retrieval,
  blind: number,
  pupil: number | null,
): Step {
  return {
    name: 'phase retrieval',
    method: [
      LEAST_VARIATION,
      ...(retrieval.lightLeft > 0 ? [EVENED] : []),
      ...(retrieval.startedAbsorbing ? [STARTED] : []),
      ...(retrieval.restarted ? [RESTARTED] : []),
      ...(retrieval.coupledBy ? [COUPLED] : []),
      ...(pupil === null ? [] : [PASSED]),
    ].join(''),
    source:
      'Momey et al., doi:10.1364/JOSAA.36.000D62; Gao & Cao (2023), constrained complex total variation',
    metrics: {
      z_mm: findings.distances.map((z) => z / 1000),
      iterations: retrieval.iterations,
      converged: retrieval.converged,
      data_misfit: retrieval.dataMisfit,
      light_left: retrieval.lightLeft,
      pixels_left_out: leftOutOf(findings).reduce((sum, places) => sum + places.size, 0),
      residual_twin_energy: retrieval.residualTwinEnergy,
      mixed_share: retrieval.mixedShare,
      started_absorbing: retrieval.startedAbsorbing,
      restarted: retrieval.restarted,
      coupled: retrieval.coupledBy !== null,
      regularisation: retrieval.regularisation,
      phase_blind_below_cycles_per_um: blind,
      ...(pupil !== null && { pupil_cycles_per_um: pupil }),
    },
  };
}

function backPropagationStep(distances: readonly number[]): Step {
  return {
    name: 'back-propagation',
    method:
      'The amplitude, taken as a wave without phase, propagated back to the sample, the mean of all frames; the twin image stays.',
    source: 'Matsushima & Shimobaba, doi:10.1364/OE.17.019662',
    metrics: { z_mm: distances.map((z) => z / 1000) },
  };
}

function phaseBackgroundStep({ removed }: InlineFindings): Step[] {
  if (!removed) return [];
  const { method, ...step } = smoothStep('phase background', removed, termsOf(removed));
  return [{ ...step, method: method.replace(/ The amplitude was.*$/, '') }];
}
