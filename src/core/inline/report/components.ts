import { statedDefocus } from '../../rig/stated-defocus.ts';
import { samplePixelSize } from '../../rig/geometry.ts';
import { roundingOf } from '../../light/load-exposures.ts';
import type { UncertaintyComponent } from '../../reconstruction/reconstruction.ts';
import { ofDistortion } from '../../undistort/describe-distortion.ts';
import type { BroadPhase } from '../uncertainty/broad-phase.ts';
import type { InlineUncertainty } from '../uncertainty/inline-uncertainty.ts';
import type { InlineFindings } from './findings.ts';

const ROUNDED =
  'rounding by the file’s own quantisation tables inside of the sample, root mean square over the frame; beside it the background holds it, ' +
  'which counts as much more as it may have been rougher before; noise that the file took away is counted as if it were still there';
const BENT =
  'power of the light that the counts follow: its doubt times the phase, or how far the phase retrieved with a power one standard deviation off lies from it; root mean square over the frame';
const OFF =
  'its doubt over the distance times the phase, and what detail loses over so much, or, where that matters and the focus is in doubt or a tolerance is given, how far the ' +
  'phase retrieved one standard deviation farther lies from it; root mean square over the frame';
const NOT_CARRIED = 'not carried into the phase';
const LOSSLESS = 'the file says of no lossy compression';

/** What the stated uncertainty is made of; what is not measured in-line says so. */
export function componentsOf(findings: InlineFindings): UncertaintyComponent[] {
  const { stated, recipe, normalised, maps, straight } = findings;
  // half of a field's variance makes the phase's
  const rounding = Math.sqrt(roundingOf(normalised) / 2);
  const compression = stated ? stated.compressionSigma : rounding;
  return [
    ...(stated ? measured(stated, samplePixelSize(recipe)) : unmeasured(maps.medianSigma)),
    part('compression', 'B', compression, rounding > 0 ? ROUNDED : LOSSLESS),
    ...ofPlace(findings),
    ...(straight ? [ofDistortion(straight.variance)] : []),
    ...(stated?.broad && !stated.broad.asLight
      ? [broadPart(stated.broad, samplePixelSize(recipe) / recipe.pixel_pitch_um)]
      : []),
    ...(stated?.shiftVariance ? [part('alignment', 'A', rms(stated.shiftVariance), BESIDE_EACH_OTHER)] : []),
    ...(stated?.blurVariance ? [part('blurred_detail', 'A', rms(stated.blurVariance), BLURRED)] : []),
    ...(stated?.responseVariance ? [part('camera_response', 'A', rms(stated.responseVariance), BENT)] : []),
  ];
}

/** What the place of the sample leaves open: found, or given with tolerances. */
function ofPlace({ stated, focus, heights, recipe, rig }: InlineFindings): UncertaintyComponent[] {
  const variance = stated?.distanceVariance ?? null;
  const sigma = variance && rms(variance);
  if (focus)
    return [
      part('distance', 'A', sigma, variance ? `found, see foci: ${OFF}` : NOT_CARRIED),
      part('wavelength', 'B', 0, 'what of it is off, the distance that was found makes up for'),
    ];
  if (heights?.common)
    return [
      part('distance', 'A', sigma, `what the frames leave open of what all distances are off by: ${OFF}`),
      part('wavelength', 'B', 0, 'what of it is off, the distances that the frames show make up for'),
    ];
  const { distance, wavelength } = statedDefocus(recipe, rig);
  const both = Math.sqrt(distance * distance + wavelength * wavelength);
  const given = (name: string, off: number) => {
    if (off === 0) return part(name, 'B', 0, 'taken as exact');
    return part(name, 'B', sigma && (sigma * off) / both, variance ? OFF : NOT_CARRIED);
  };
  return [given('distance', distance), given('wavelength', wavelength)];
}

/** @param length µm in the sample */
function part(
  name: string,
  type: 'A' | 'B',
  median_rad: number | null,
  method: string,
  length: number | null = null,
): UncertaintyComponent {
  return { name, type, median_rad, correlation_length_um: length, method };
}

/** @param scale µm in the sample over those that pitch and distance are given in */
function broadPart({ sigma, length }: BroadPhase, scale: number): UncertaintyComponent {
  return part('broad_phase', 'B', sigma, BROAD, length * scale);
}

const BROAD =
  'phase slower than the frame records that would explain what of its broad contrast beside the sample is taken for absorption or is left: that may as well be light that is uneven';
const BLURRED =
  'what undoing the light’s blur would add at most in a tile, over √3: the spectrum of what lies about the sample falls faster than with a power of the frequency, ' +
  'as light of a wide source, or of many colours, leaves it, or fine samples do; root mean square over the frame';
const BESIDE_EACH_OTHER =
  'by how much the frames lie beside what the field explains of them, times the slope of the field; root mean square over the frame';
const BESIDE = 'of the phase where nothing is in the beam, all of which is error';
const OPEN = 'no part of the frame is known to hold no sample: not part of the uncertainty that is stated';

function measured(
  { beside, constraintSigma, cameraSigma }: InlineUncertainty,
  pixel: number,
): UncertaintyComponent[] {
  const scatter = (name: string, which: 'fine' | 'clouds', what: string) => {
    if (!beside) return part(name, 'A', null, OPEN);
    const { sigma, length } = beside[which];
    return part(name, 'A', sigma, `${what} ${BESIDE}`, length === null ? null : length * pixel);
  };
  return [
    part(
      'camera_noise',
      'A',
      cameraSigma,
      'noise of the frames where the sample has detail, root mean square over the frame; elsewhere it is part of the coherent and smooth background',
      pixel,
    ),
    scatter('smooth_background', 'clouds', 'slow part'),
    part(
      'constraint',
      'A',
      constraintSigma,
      'what the assumption about the sample decides inside of it and, dying away over √(λz)/π, beside it, and what of fine detail it holds back anywhere, root mean square over the frame',
    ),
    scatter('coherent_background', 'fine', 'fine part'),
  ];
}

/** Of back-propagation. */
function unmeasured(camera: number): UncertaintyComponent[] {
  const open = (name: string) => part(name, 'A', null, 'not measured without retrieval');
  return [
    part('camera_noise', 'A', camera, 'noise of the frames through back-propagation'),
    ...['smooth_background', 'constraint', 'coherent_background'].map(open),
  ];
}

function rms(variance: Float64Array): number {
  return Math.sqrt(variance.reduce((sum, v) => sum + v, 0) / variance.length);
}
