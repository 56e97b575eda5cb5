import { UNIFORM_SIGMA } from '../../core/uncertainty/phase-sigma.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import type { MapName, OpenedPackage } from '../package/opened-package.ts';
import { LINEAR_RAD, noiseOfField, type FieldNoise } from './field-noise.ts';
import { refocusStart } from './refocus-optics.ts';

/** What is known of the errors of a map's values. */
export interface MapNoise {
  /** one standard deviation per pixel in the map's own unit, NaN where it is not known; null: nowhere */
  readonly sigma: ((index: number) => number) | null;
  /** where ± comes from, or why there is none, for people */
  readonly about: string;
}

const CAMERA =
  'noise of the camera, and what stray light and the background were seen to add; what a rig does wrong the same way everywhere is not in it.';
const WEAK = 'None where the light is too weak for that, or the number of turns is not trusted.';
const INLINE =
  'An inline hologram: how far the twin image and its removal change the amplitude, or a phase at another distance, is not known.';
const NO_BACKGROUND =
  'Without a background frame the light was fitted, and how far off that fit is the package does not tell.';
const OF_MEAN =
  'The package states the uncertainty of one frame. Of a mean of n frames the camera’s noise is √n times less, and the rest stays.';
const ABSENT = 'The package does not state how uncertain these values are.';
const COMING = '± follows from phase uncertainty and amplitude, which have not come yet.';

/** What stands in place of ± where there is none. */
export const withoutSigma = ({ about }: MapNoise): string =>
  about === COMING ? 'uncertainty on its way' : 'no uncertainty';

const none = (about: string): MapNoise => ({ sigma: null, about });

/** What a package says of the errors of one of its maps, or what follows from it. */
export function noiseOfMap(opened: OpenedPackage, name: MapName): MapNoise {
  const phase = opened.maps.phase_uncertainty?.values;
  if (name === 'phase_uncertainty' || name === 'phase_noise')
    return none('This map is an uncertainty itself.');
  if (name === 'temporal_std') return none('How much single frames scatter about their mean.');
  if (name === 'mean_phase') return none(OF_MEAN);
  if (!phase) return none(absentOr(opened));
  const about = '± is one standard deviation, from the uncertainty map of the package.';
  const scaled = (scale: number): MapNoise => ({ sigma: (index) => scale * phase[index]!, about });
  switch (name) {
    case 'phase':
      return scaled(1);
    case 'phase_wrapped':
      return scaled(1 / phaseScale(opened.report));
    case 'height': {
      const scale = heightPerRad(opened);
      return scale === null ? none(ABSENT) : scaled(scale);
    }
    case 'amplitude': {
      const reason = amplitudeUnknown(opened.report);
      const noise = fieldNoise(opened);
      if (reason !== null || !noise) return none(reason ?? absentOr(opened));
      return { sigma: noise.here, about: `± follows from that of the phase: ${CAMERA} ${WEAK}` };
    }
  }
}

/** The errors of a refocused field, which are those of the package's own, spread as light spreads. */
export function noiseRefocused(
  opened: OpenedPackage,
  show: 'amplitude' | 'phase',
  amplitude: Float32Array | null,
  shift_mm: number,
): MapNoise {
  const { report } = opened;
  if (modeOf(report) !== 'off-axis') return none(INLINE);
  const reason = show === 'amplitude' ? amplitudeUnknown(report) : null;
  const noise = fieldNoise(opened);
  const optics = refocusStart(report, opened.pixelSizeUm)?.optics;
  if (reason !== null || !noise || !optics) return none(reason ?? absentOr(opened));
  const spread = (pitch: number) => (Math.abs(shift_mm) * 1000 * optics.wavelength * optics.radius) / pitch;
  const stated = noise.spread(spread(optics.pitchX), spread(optics.pitchY));
  const weak = show === 'phase' ? ', nor where the light is too weak' : '';
  const about = `± is that of the result’s own plane, spread as light spreads: ${CAMERA} None nearer to the borders than light spreads${weak}.`;
  if (show === 'amplitude') return { sigma: stated, about };
  const sigma = (index: number) => {
    const own = stated(index) / (amplitude?.[index] ?? NaN);
    return own < LINEAR_RAD ? own : NaN;
  };
  return { sigma, about };
}

/** Whether it is not known, or not here. */
function absentOr({ parts }: OpenedPackage): string {
  const coming = parts?.absent.some(({ name }) => name === 'phase_uncertainty' || name === 'amplitude');
  return coming ? COMING : ABSENT;
}

/** Where the turns of a phase are in doubt nothing is known of it. */
export function noiseUnwrapped({ sigma, about }: MapNoise, untrusted: Uint8Array): MapNoise {
  return { sigma: sigma && ((at) => (untrusted[at] === 0 ? sigma(at) : UNIFORM_SIGMA)), about };
}

const found = new WeakMap<OpenedPackage, FieldNoise | null>();

/** One for each package: its tables are made once. */
function fieldNoise(opened: OpenedPackage): FieldNoise | null {
  if (!found.has(opened)) found.set(opened, findNoise(opened));
  return found.get(opened)!;
}

function findNoise({ report, maps, pixelSizeUm }: OpenedPackage): FieldNoise | null {
  const start = refocusStart(report, pixelSizeUm);
  const { amplitude, phase_uncertainty: sigma } = maps;
  if (!amplitude || !sigma || !start || modeOf(report) !== 'off-axis') return null;
  const scale = 1 / phaseScale(report);
  const { radius, pitchX, pitchY } = start.optics;
  const cycle = { x: 1 / (radius * pitchX), y: 1 / (radius * pitchY) };
  return noiseOfField(amplitude.values, (index) => scale * sigma.values[index]!, amplitude, cycle);
}

function amplitudeUnknown(report: EvidenceReport): string | null {
  if (modeOf(report) !== 'off-axis') return INLINE;
  return report.background ? null : NO_BACKGROUND;
}

function modeOf({ parameters }: EvidenceReport): string | undefined {
  return (parameters.used as { readonly recipe?: { readonly holography_mode?: string } }).recipe
    ?.holography_mode;
}

/** What a calibration multiplied phase and uncertainty by; field and wrapped phase stayed as recorded. */
function phaseScale({ calibration }: EvidenceReport): number {
  const scale = calibration?.corrections.find(({ name }) => name === 'phase_scale')?.after;
  return typeof scale === 'number' && scale > 0 ? scale : 1;
}

/** nm per rad, as the two maps of the package have it: from the pixel of the largest phase. */
function heightPerRad({ maps }: OpenedPackage): number | null {
  const phase = maps.phase?.values;
  const height = maps.height?.values;
  if (!phase || !height) return null;
  let at = 0;
  for (let i = 0; i < phase.length; i++) if (Math.abs(phase[i]!) > Math.abs(phase[at]!)) at = i;
  const ratio = Math.abs(height[at]! / phase[at]!);
  return Number.isFinite(ratio) ? ratio : null;
}
