import type { Kernels } from '../../kernel/kernels.ts';
import type { Reconstruction, UncertaintyComponent } from '../../reconstruction/reconstruction.ts';
import { lastingShare } from '../../uncertainty/lasting-share.ts';
import { ofDistortion } from '../../undistort/describe-distortion.ts';
import type { BudgetPart, UncertaintyBudget } from '../noise/budget.ts';
import { ringingOverFrame } from './ringing-over-frame.ts';
import type { Findings } from './findings.ts';

/** The phase's uncertainty as the evidence states it: how it was found, its parts, and the numbers behind them. */
export function uncertaintyOf(kernels: Kernels, findings: Findings): Reconstruction['uncertainty'] {
  const { noise, field, maps, budget } = findings;
  return {
    method:
      'One standard deviation per pixel: the noise of the camera, measured in the empty part of the spectrum and taken ' +
      'through the filter relative to the local amplitude, with that of the background frame; what the frame itself ' +
      'scatters beyond it where there is no sample, as a stray field beside the sample’s; what the smooth background leaves, ' +
      'and the doubt about it; what the autocorrelation term puts into the filter; what a lossy file rounded and full pixels took; fine detail that the filter took; light that missed the frame, or comes from out of focus; the distance where it was found, or is said to be off, and the wavelength where that is. Not covered: other errors of the rig, and lost turns. ' +
      'Pixels whose number of turns is not trusted have π/√3, the value of a phase that is not known at all.',
    median_phase_sigma_rad: maps.medianSigma,
    total_median_rad: maps.medianSigma,
    components: componentsOf(findings),
    lasting_share: lastingShare(kernels, maps, budget.maps.averages),
    camera_noise_offset_counts2: noise.hologram.offset,
    camera_noise_per_count: noise.hologram.slope,
    noise_gain: field.noiseGain,
    sample_free_share: findings.budget.scatter?.share ?? 0,
    untrusted_fraction: maps.unwrapping.untrustedFraction + maps.openTurns.share,
  };
}

type Known = (
  part: BudgetPart | null,
) => Pick<UncertaintyComponent, 'median_rad' | 'rms_rad' | 'correlation_length_um'>;

function componentsOf({
  budget,
  sideband,
  field,
  pixelSize,
  twin,
  straight,
  maps,
}: Findings): UncertaintyComponent[] {
  const perSample = pixelSize * Math.sqrt(field.stepX * field.stepY);
  const length = (part: BudgetPart | null) => (part?.length == null ? null : part.length * perSample);
  const known = (part: (BudgetPart & { readonly rms?: number }) | null) => ({
    median_rad: part?.median ?? null,
    ...(part?.rms === undefined ? {} : { rms_rad: part.rms }),
    correlation_length_um: length(part),
  });
  // a round filter of radius r lets one number through per 1/(π r²)
  const throughFilter = pixelSize / (Math.PI * sideband.passRadius);
  return [
    {
      ...{ name: 'camera_noise', type: 'A', median_rad: budget.camera.median },
      correlation_length_um: throughFilter,
      method: 'empty part of the spectrum, through the filter',
    },
    {
      ...{ name: 'coherent_background', type: 'A', ...known(budget.coherent) },
      method:
        'scatter of the field within tiles that hold no sample, beyond the camera’s; the calmer of its two parts',
    },
    {
      ...{ name: 'smooth_background', type: 'A', ...known(budget.clouds) },
      method:
        'scatter of the means of tiles and of blocks of tiles that hold no sample; with a background frame no more than their moduli scatter by',
    },
    {
      ...{ name: 'background_surface', type: 'A', ...known(budget.surface) },
      method:
        'fits without each part of the frame, other degrees that predict about as well, and other levels that may be the background’s; with a background frame what a sample that fills the frame hides of a bend',
    },
    ...faultsOf(budget, known, throughFilter),
    ...atEdges(budget, maps, known),
    {
      ...{ name: 'out_of_focus_light', type: 'A', ...known(budget.outOfFocus) },
      method: budget.outOfFocus
        ? 'what the field’s modulus has beside the wave of modulus 1 that comes closest to it through the filter, and no more than the phase is off the background’s; or what a background frame had beside its light, as far as the sample turned the light and the modulus shows it; the larger of this and of the light that missed the frame counts'
        : 'not looked for: the background’s phase was left in, or could not be taken',
    },
    ...distanceAndWavelength(budget, twin),
    ...(straight ? [ofDistortion(straight.variance)] : []),
  ];
}

/** What the frame's end takes from a sample that reaches it. */
function atEdges(budget: UncertaintyBudget, maps: Findings['maps'], known: Known): UncertaintyComponent[] {
  const { ringing } = budget.maps.noise;
  return [
    {
      ...{ name: 'frame_edges', type: 'B', ...known(budget.edges) },
      ...(budget.edges ? {} : { median_rad: 0 }),
      method: budget.edges
        ? 'light that missed the frame, taken for as much as what misses it with the sample as far behind it'
        : 'the sample lies in the plane of the sensor',
    },
    {
      ...{ name: 'edge_ringing', type: 'A', median_rad: 0, correlation_length_um: null },
      ...(ringing && { rms_rad: ringingOverFrame(ringing, maps.amplitude) }),
      method: ringing
        ? 'the sample’s own structure, which rings where the frame fades at its edges; samples there of which no phase is left are not counted'
        : 'nothing of the sample lies where the frame fades at its edges',
    },
  ];
}

const EXACT = { type: 'B', median_rad: 0, correlation_length_um: null, method: 'taken as exact' } as const;
const COMPARED = 'the field taken further by as much, compared with itself';

function distanceAndWavelength(
  { distance, wavelength }: UncertaintyBudget,
  { focus, by }: Findings['twin'],
): UncertaintyComponent[] {
  const wasFound = focus !== null;
  const why = wasFound ? 'uncertainty of the distance that was found' : 'what is stated of the distance';
  const side =
    by === 'nearly equal sharpness'
      ? ', and half of the square of what differs on the other side of the sensor, as which of the twins is the object’s is open'
      : '';
  return [
    {
      ...{ ...EXACT, name: 'distance' },
      ...(distance && {
        ...{ type: wasFound ? 'A' : 'B', median_rad: distance.median, method: `${why}: ${COMPARED}${side}` },
        rms_rad: distance.rms,
      }),
    },
    {
      ...{ ...EXACT, name: 'wavelength' },
      ...(wavelength && {
        median_rad: wavelength.median,
        rms_rad: wavelength.rms,
        method: `what is stated of the wavelength, as a share of the distance: ${COMPARED}`,
      }),
    },
  ];
}

/** What the hologram and its file do to the field beside noise. */
function faultsOf(budget: UncertaintyBudget, known: Known, throughFilter: number): UncertaintyComponent[] {
  return [
    {
      ...{ name: 'sideband_overlap', type: 'B', ...known(budget.overlap) },
      ...(budget.overlap ? {} : { median_rad: 0 }),
      method: budget.overlap
        ? 'what the square of the field that was found puts into the filter, both beams taken for equally strong'
        : 'the autocorrelation term does not reach the filter',
    },
    {
      ...{ name: 'saturation', type: 'B', ...known(budget.clipped) },
      ...(budget.clipped ? {} : { median_rad: 0 }),
      method: budget.clipped
        ? 'what full pixels took from the fringes was given back; harmonics of the clipped fringes that pass the filter, and noise that grew with the fringes, where that is more than in most of the frame; the rest is part of what the frame scatters by'
        : 'hardly a pixel is full',
    },
    {
      ...{ name: 'fine_detail', type: 'A', ...known(budget.detail) },
      ...(budget.detail ? {} : { median_rad: 0 }),
      method: budget.detail
        ? 'what places lost beyond what most of the frame did: where the sample is in focus, what lies beyond the filter on the side away from the autocorrelation term, up to half of the carrier; and what is in doubt of a frame that was smoothed'
        : 'a person gave the filter, or nothing lies beyond it',
    },
    {
      ...{ name: 'compression', type: 'B', median_rad: budget.compression?.median ?? 0 },
      // rounding errors of one block have nothing to do with the next one's, and the filter passes some of them
      correlation_length_um: budget.compression ? throughFilter : null,
      method: budget.compression
        ? 'rounding of the file’s own quantisation tables, through the filter; what the frame scatters by of it is not counted again in the coherent background'
        : 'the file says of no lossy compression; what one before it did is part of the coherent background',
    },
  ];
}
