import type { RigCorrection } from '../../rig/rig-correction.ts';
import type { CameraImage } from '../../field/camera.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { samplePixelSize } from '../../rig/geometry.ts';
import { smoothStep, termsOf } from '../../off-axis/report/steps.ts';
import type { SmoothBackground } from '../../phase/background.ts';
import type { Maps } from '../../maps/maps.ts';
import type { PowerSpectrum } from '../../spectrum/power-spectrum.ts';
import { spectrumPicture } from '../../spectrum/spectrum-picture.ts';
import type { Recipe } from '../../recipe/recipe.ts';
import type {
  BackPropagation,
  Flag,
  FocusFound,
  Reconstruction,
  Step,
} from '../../reconstruction/reconstruction.ts';
import type { InlineFocus } from '../focus/autofocus-inline.ts';
import { meanNoise, type Aligned } from '../../light/load-exposures.ts';
import type { InlineUncertainty } from '../uncertainty/inline-uncertainty.ts';
import type { NormalisedInline } from '../../light/normalise-inline.ts';
import { UNEXPLAINED, type Retrieval } from '../retrieve/retrieve.ts';
import { alignmentStep, brighterLight, exposureStep } from './stack-report.ts';
import { unevenBackground } from './uneven-background.ts';

/** What the stages of an inline reconstruction found out. */
export interface InlineFindings {
  readonly recipe: Recipe;
  readonly rig: RigCorrection;
  readonly image: CameraImage;
  readonly spectrum: PowerSpectrum;
  readonly background: CameraImage | null;
  /** one for each frame */
  readonly normalised: readonly NormalisedInline[];
  /** null where the distances were given */
  readonly focus: InlineFocus | null;
  /** µm, sample to sensor, of each frame */
  readonly distances: readonly number[];
  readonly aligned: Aligned;
  readonly backPropagation: BackPropagation;
  /** cycles/µm, where pitch and distances are measured: phase that varies more slowly is hardly recorded */
  readonly blindBelow: number;
  /** what was taken out of the phase; null: nothing */
  readonly removed: SmoothBackground | null;
  /** null for plain back-propagation */
  readonly retrieval: Retrieval | null;
  /** null for plain back-propagation */
  readonly stated: InlineUncertainty | null;
  readonly maps: Maps;
}

const RETRIEVED =
  'One standard deviation per pixel: the spread of the phase beside the sample, all of which is error, with the change ' +
  'of the phase when the weight of the total variation is doubled, since that shrinks contrast in proportion to the ' +
  'weight (Strong & Chan, Inverse Problems 19, S165 (2003)); for a field that started from a sample that absorbs only no ' +
  'more than that spread, with the detail whose light missed the sensor; multiplied by the data misfit where that lies between 1 ' +
  'and 2, and by 2 above. Where a single frame leaves the phase of a sample open ' +
  'that both absorbs and delays light, and where the number of turns is not trusted, it is π/√3, the value of a phase ' +
  'that is not known at all. It does not cover errors of the distance, the light, the wavelength or the pitch.';
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
    height: maps.height,
    field: maps.field,
    spectrum: spectrumPicture(kernels, findings.spectrum, null, null),
    focus_curves: findings.focus?.curves ?? [],
    foci: fociOf(findings),
    back_propagation: findings.backPropagation,
    steps: stepsOf(findings, blind, pupil),
    flags: flagsOf(findings, blind),
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
      ...(stated && {
        background_phase_sigma_rad: stated.backgroundSigma,
        constraint_phase_sigma_rad: stated.constraintSigma,
      }),
      amplitude_noise: meanNoise(normalised),
      untrusted_fraction: maps.unwrapping.untrustedFraction,
    },
    used: { recipe: { ...recipe, z_mm: z }, sample_pixel_size_um: pixelSize },
  };
}

function stepsOf(findings: InlineFindings, blind: number, pupil: number | null): Step[] {
  return [
    normalisationStep(findings),
    ...focusStep(findings),
    ...alignmentStep(findings.aligned),
    ...exposureStep(findings.retrieval),
    findings.retrieval
      ? retrievalStep(findings.retrieval, findings.distances, blind, pupil)
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
        planes_sigma_mm: focus.foci.map((plane) => plane.uncertainty / 1000),
        planes_strength: focus.foci.map((plane) => plane.strength),
        doubts: focus.doubts.length,
      },
    },
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

const LEAST_VARIATION =
  'The field of least total variation that explains the amplitudes and nowhere amplifies light; outside the sensor it is unknown and part of the answer.';
const PASSED =
  ' The amplitudes show that the optics pass spatial frequencies up to a limit only (pupil_cycles_per_um): that holds for the sample before them, and the field given is what they pass of it.';
const STARTED =
  ' At coarse resolutions a sample that absorbs only explains the frames nearly as well as any: full resolution started from there, as free to delay light as ever.';

function retrievalStep(
  retrieval: Retrieval,
  distances: readonly number[],
  blind: number,
  pupil: number | null,
): Step {
  return {
    name: 'phase retrieval',
    method: LEAST_VARIATION + (retrieval.startedAbsorbing ? STARTED : '') + (pupil === null ? '' : PASSED),
    source:
      'Momey et al., doi:10.1364/JOSAA.36.000D62; Gao & Cao (2023), constrained complex total variation',
    metrics: {
      z_mm: distances.map((z) => z / 1000),
      iterations: retrieval.iterations,
      converged: retrieval.converged,
      data_misfit: retrieval.dataMisfit,
      residual_twin_energy: retrieval.residualTwinEnergy,
      mixed_share: retrieval.mixedShare,
      started_absorbing: retrieval.startedAbsorbing,
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

function flagsOf(
  { recipe, background, focus, distances, aligned, retrieval, stated }: InlineFindings,
  blind: number,
): Flag[] {
  const flags: Flag[] = [];
  const add = (code: string, level: Flag['level'], detail: string) => flags.push({ code, level, detail });
  if (recipe.z_mm === null && recipe.z_min_mm === null && recipe.stack_z_mm === null) {
    add('distance_unknown', 'needs_review', 'No distance was given: 0.1 to 10 mm were searched.');
  }
  for (const doubt of focus?.doubts ?? [])
    add('focus_ambiguous', 'warning', `The focus is in doubt: ${doubt}.`);
  for (const number of aligned.unrelated) {
    add(
      'frames_unrelated',
      'warning',
      `Frame ${number} of the stack shows nothing that frame 1 shows: the distances, their order or the frame may be wrong. It was not moved.`,
    );
  }
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
  if (retrieval.dataMisfit > UNEXPLAINED) {
    add(
      'poor_fit',
      'warning',
      `The field explains the hologram only to ${retrieval.dataMisfit.toFixed(1)} times its noise: distance, light or model are off. The constraints were weighted for what is left, so that weak detail is smoothed away.`,
    );
  }
  flags.push(...brighterLight(retrieval), ...unevenBackground(background !== null, stated));
  if (stated?.untrusted) {
    const percent = Math.round(100 * stated.untrustedFraction);
    const remedy =
      distances.length === 1
        ? 'A single frame leaves its broad phase open; several frames at different distances would settle it.'
        : 'The frames lie too close to each other to settle its phase.';
    add(
      'mixed_object',
      'warning',
      `The sample both absorbs and delays light. ${remedy} The phase of ${percent} % of the pixels is marked as not known: ` +
        'that of everything that differs from the beam, be it a pure absorber, and of its first fringe around it.',
    );
  }
  return flags;
}
