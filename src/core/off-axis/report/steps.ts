import type { Step } from '../../reconstruction/reconstruction.ts';
import { smoothStep, termsOf } from '../../reconstruction/smooth-step.ts';
import { distortionStep } from '../../undistort/describe-distortion.ts';
import { EDGE } from '../../sideband/bandwidth.ts';
import type { RefinedField } from '../likelihood/refine-fields.ts';
import type { Findings } from './findings.ts';
import type { Frequency } from '../../field/frequency.ts';

/** The stages in the order they ran, each with its method, source and numbers. */
export function stepsOf(findings: Findings, carrier: Frequency): Step[] {
  return [
    sidebandStep(findings, carrier),
    filterStep(findings),
    ...overlapStep(findings),
    ...likelihoodStep(findings),
    ...backgroundFrameStep(findings),
    ...distortionStep('The field at the sensor', findings.straight),
    ...aberrationStep(findings),
    ...focusStep(findings),
    ...propagationStep(findings),
    ...levellingStep(findings),
    unwrapStep(findings),
    uncertaintyStep(findings),
  ];
}

function sidebandStep({ sideband, background, twin }: Findings, carrier: Frequency): Step {
  const found = sideband.given
    ? 'The sideband was taken where the request says.'
    : sideband.isPatch
      ? 'The sideband is a patch of speckle without a peak; the centre of its power was taken for the carrier.'
      : `The strongest gathering of power off the ring medians of the Hann-windowed spectrum${background ? ' of the background frame' : ''}, to a fraction of a Fourier pixel by a parabola through the log power.`;
  const told =
    twin.by === 'profile'
      ? ' Which of the twins is the object’s was not told by this frame: the profile’s target had told it.'
      : '';
  return {
    name: 'sideband',
    method: `${found}${told}`,
    source: 'Takeda et al., doi:10.1364/JOSA.72.000156',
    metrics: {
      carrier_x_cycles_per_px: carrier.x,
      carrier_y_cycles_per_px: carrier.y,
      signal_to_noise: sideband.signalToNoise,
      contrast: sideband.contrast,
      autocorrelation_overlap: sideband.autocorrelationOverlap,
    },
  };
}

function filterStep({ sideband, field, pixelSize, firstRadius, bentBy }: Findings): Step {
  const edge = Math.round(100 * (sideband.stopRadius / sideband.passRadius - 1));
  const again = edge < Math.round(100 * EDGE);
  const first =
    'A circular low-pass around the carrier; its radius is where the ring-averaged power of the sideband falls to that beside it, kept clear of the autocorrelation term.';
  const curve = bentBy
    ? ' The frame was demodulated again with the smooth phase that was found in the carrier, which then is curved as the reference is.'
    : '';
  const second = again
    ? ' Without its smooth phase the field was filtered again, up to the rim of the pupil where its spectrum shows one.'
    : '';
  return {
    name: 'filter',
    method: `${first}${curve}${second} Raised-cosine edge of ${edge} % of the radius.`,
    source: 'Cuche, Marquet & Depeursinge, doi:10.1364/AO.39.004070',
    metrics: {
      measured_bandwidth_cycles_per_px: sideband.measuredRadius,
      radius_cycles_per_px: sideband.passRadius,
      radius_cycles_per_um: sideband.passRadius / pixelSize,
      first_radius_cycles_per_px: firstRadius,
      curved_carrier: bentBy !== null,
      native_rows: field.rows,
      native_cols: field.cols,
    },
  };
}

function overlapStep({ overlapFit }: Findings): Step[] {
  if (!overlapFit) return [];
  const { taken, radius, misfits } = overlapFit;
  const misfit = misfits.at(-1)!;
  return [
    {
      name: 'overlap',
      method: taken
        ? 'The autocorrelation term reaches into the sideband, so the field within the whole pupil was fitted to the intensity itself, |reference + object|² and light that does not interfere, by Gauss–Newton; what it leaves is no more than the camera’s noise.'
        : 'The autocorrelation term reaches into the sideband, but |reference + object|² of a field within the pupil does not explain the frame to its noise: the linear field was kept, and what the term does to it is in its uncertainty.',
      source:
        'Baek et al., doi:10.1364/OPTICA.6.000045 (the problem); Nocedal & Wright, Numerical Optimization, 10.3',
      metrics: {
        field: taken ? 'fitted' : 'linear',
        steps: misfits.length - 1,
        chi_squared: misfit,
        chi_squared_at_start: misfits[0]!,
        fitted_radius_cycles_per_px: radius,
      },
    },
  ];
}

function likelihoodStep({ likelihood }: Findings): Step[] {
  if (!likelihood) return [];
  const { hologram, background } = likelihood;
  const of = (field: RefinedField, prefix: string) => ({
    [`${prefix}field`]: field.refused ? 'linear' : 'likelihood',
    ...(field.refused ? { [`${prefix}refused_for`]: field.refused } : {}),
    ...(field.step
      ? {
          [`${prefix}share_of_step`]: field.refused ? 0 : field.step.share,
          [`${prefix}change_over_noise`]: field.step.change,
          [`${prefix}neighbour_correlation`]: field.step.correlation,
          [`${prefix}expected_gain`]: field.step.gain,
        }
      : {}),
  });
  return [
    {
      name: 'likelihood',
      method:
        'One scoring step from the linear field: pixels count with the reciprocal of their variance, which was measured in what the fringes leave. It is taken where what is left is white, and shortened by what it changes beyond what noise lets it change.',
      source:
        'doi:10.48550/arXiv.2011.04799 (the bound); van der Vaart, Asymptotic Statistics, 5.7; Hausman, doi:10.2307/1913827',
      metrics: { ...of(hologram, ''), ...(background ? of(background, 'background_') : {}) },
    },
  ];
}

function backgroundFrameStep({ background, smoothed }: Findings): Step[] {
  if (!background) return [];
  return [
    {
      name: 'background',
      method: smoothed
        ? 'The field was divided by that of the background frame, demodulated in the same way and regularised where it is weak. Before, the background frame lost what of its field is noise: in tiles, groups of neighbouring frequencies were shrunk by the power that noise explains. What its noise has in common with the hologram’s, pixel by pixel, was kept, and divides out.'
        : 'The field was divided by that of the background frame, demodulated in the same way and regularised where it is weak.',
      source:
        'Ferraro et al., doi:10.1364/AO.42.001938; Cai, doi:10.1214/aos/1018031262 (shrinking in blocks)',
      metrics: {
        background_mean_counts: background.image.mean,
        ...(smoothed && {
          background_noise_left: median(smoothed.left),
          noise_shared_by_both_frames: smoothed.shared,
        }),
      },
    },
  ];
}

function aberrationStep({ recipe, flat }: Findings): Step[] {
  if (!flat.fit) return [];
  const kept = recipe.phase_background === 'none';
  return [smoothStep('aberration', flat.fit, kept ? 'nothing (phase_background=none)' : termsOf(flat.fit))];
}

function focusStep({ twin }: Findings): Step[] {
  const { focus } = twin;
  if (!focus) return [];
  return [
    {
      name: 'focus',
      method:
        'The distance with the least total variation of the complex field, coarse to fine in distance and bandwidth, unless the light there is brighter than the beam as behind a lens: then the distance with the least such light. Amplitude metrics beside it.',
      source:
        'Memmolo et al., doi:10.1364/OL.36.001945 (sparsity metrics); Dubois et al., doi:10.1364/OE.14.005895 (phase objects)',
      metrics: {
        z_mm: twin.z / 1000,
        sigma_mm: focus.uncertainty / 1000,
        depth_of_field_mm: focus.depthOfField / 1000,
        twin_margin: twin.margin,
        doubts: focus.doubts.length,
      },
    },
  ];
}

function propagationStep({ twin }: Findings): Step[] {
  if (twin.z === 0) return [];
  return [
    {
      name: 'propagation',
      method:
        'Band-limited angular spectrum of the difference from the background, zero-padded so that nothing wraps around.',
      source: 'Matsushima & Shimobaba, doi:10.1364/OE.17.019662',
      metrics: { z_mm: twin.z / 1000, conjugate_sideband: twin.conjugate, twin_margin: twin.margin },
    },
  ];
}

function levellingStep({ levelled }: Findings): Step[] {
  return levelled ? [smoothStep('levelling', levelled, termsOf(levelled))] : [];
}

function unwrapStep({ maps }: Findings): Step {
  const { unwrapping, openTurns } = maps;
  const methods = {
    scan: 'No residue: a plain scan, which every other path would agree with.',
    'quality-guided': 'Reliability-ordered unwrapping; pixels that cannot be trusted are masked.',
    'least-squares': 'Congruent least squares (the residues are too dense for a path).',
  };
  return {
    name: 'unwrap',
    method: methods[unwrapping.method],
    source: 'Herráez et al., doi:10.1364/AO.41.007437; Ghiglia & Romero, doi:10.1364/JOSAA.11.000107',
    metrics: {
      residues: unwrapping.residues,
      residue_density: unwrapping.residueDensity,
      low_modulus_fraction: unwrapping.lowModulusFraction,
      inconsistent_fraction: unwrapping.inconsistentFraction,
      disconnected_fraction: unwrapping.disconnectedFraction,
      untrusted_fraction: unwrapping.untrustedFraction,
      open_regions: openTurns.regions.length,
      open_fraction: openTurns.share,
      steep_fraction: maps.steepFraction,
    },
  };
}

function uncertaintyStep({ maps, noise, field, budget }: Findings): Step {
  return {
    name: 'uncertainty',
    method:
      'The camera’s noise, measured in the empty part of the spectrum against the local mean, through the filter, over the local amplitude; with what the frame scatters beyond it where it holds no sample, and what is in doubt of the smooth background.',
    source: 'Opt. Lett. 43, 4993 (2018)',
    metrics: {
      median_phase_sigma_rad: maps.medianSigma,
      noise_at_x_cycles_per_px: noise.hologram.at.x,
      noise_at_y_cycles_per_px: noise.hologram.at.y,
      camera_noise_counts: Math.sqrt(noise.hologram.meanVariance),
      noise_gain: field.noiseGain,
      camera_rad: budget.camera.median,
      coherent_rad: budget.coherent?.median ?? null,
      smooth_rad: budget.clouds?.median ?? null,
      surface_rad: budget.surface.median,
      sample_free_share: budget.scatter?.share ?? 0,
    },
  };
}

function median(values: Float64Array): number {
  return values.toSorted()[values.length >> 1]!;
}
