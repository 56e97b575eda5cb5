import type { CameraImage } from '../field/camera.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Problem } from '../problem/problem.ts';
import { measureBandwidth, type Bandwidth } from './bandwidth.ts';
import { AXIS_WIDTH, findCandidates, refineCarrier, type Candidate } from './candidates.ts';
import { distance, type Frequency } from '../field/frequency.ts';
import type { PowerSpectrum } from '../spectrum/power-spectrum.ts';
import { ringProfile } from '../spectrum/rings.ts';
import { sidebandSettings, type SidebandSettings } from './sideband-settings.ts';

/** Where the sideband lies, how wide it is and how far it stands out. Frequencies in cycles per camera pixel. */
export interface Sideband extends Bandwidth {
  readonly carrier: Frequency;
  /** whether the carrier was given by the caller rather than found */
  readonly given: boolean;
  /** the strongest other gathering of power, relative to this one; a second reflection or a parasitic fringe */
  readonly rival: { readonly carrier: Frequency; readonly relativeEnergy: number } | null;
}

/**
 * Finds the sideband with fx > 0 (fx = 0: fy > 0) to a fraction of a Fourier pixel and measures its extent.
 * Candidates are gatherings of power beyond the median of their ring around DC; the strongest that stands out from
 * the discs at the same distance from DC, and from the way to DC, is taken.
 * @throws Problem SIDEBAND_NOT_FOUND, with what was seen
 */
export function findSideband(
  kernels: Kernels,
  spectrum: PowerSpectrum,
  image: CameraImage,
  settings: SidebandSettings = sidebandSettings,
): Sideband {
  if (image.maximum === image.minimum) {
    throw new Problem(
      'SIDEBAND_NOT_FOUND',
      `Every pixel is ${image.minimum}: there are no fringes. Check the exposure and the shutter.`,
    );
  }
  const candidates = findCandidates(spectrum, settings);
  const seen: string[] = [];
  for (const candidate of candidates) {
    const carrier = refineCarrier(kernels, spectrum, candidate, settings.candidates);
    const bandwidth = measureBandwidth(kernels, spectrum, carrier, settings.extent);
    if (stands(kernels, spectrum, carrier, bandwidth, settings)) {
      const rival = rivalOf(candidate, candidates, carrier, bandwidth, settings.notableRival);
      return { ...bandwidth, carrier, given: false, rival };
    }
    seen.push(
      `(${carrier.x.toFixed(4)}, ${carrier.y.toFixed(4)}) cycles/px with ${bandwidth.contrast.toFixed(1)} times the ` +
        `power beside it (needed: ${contrastNeeded(carrier, settings.proof)}) and a signal-to-noise ratio of ${bandwidth.signalToNoise.toFixed(1)}`,
    );
  }
  throw new Problem(
    'SIDEBAND_NOT_FOUND',
    `The spectrum has no usable sideband. ${seen.length ? `The strongest candidate was ${seen[0]}, and it must not belong to power that falls off from the middle.` : 'No place in it stands out from its surroundings.'} ` +
      'If this is an in-line hologram, ask for holography_mode=inline; otherwise check that the fringes are visible and at least two pixels wide.',
  );
}

/** The sideband at a carrier that the caller gives, measured but not moved. */
export function sidebandAt(
  kernels: Kernels,
  spectrum: PowerSpectrum,
  carrier: Frequency,
  settings: SidebandSettings = sidebandSettings,
): Sideband {
  const bandwidth = measureBandwidth(kernels, spectrum, carrier, settings.extent);
  if (!(bandwidth.signalToNoise >= settings.proof.givenSignalToNoise)) {
    throw new Problem(
      'SIDEBAND_NOT_FOUND',
      `At the given carrier (${carrier.x}, ${carrier.y}) cycles/px the signal-to-noise ratio is only ` +
        `${bandwidth.signalToNoise.toFixed(2)}: no sideband lies there. Leave carrier_cycles_per_px out to have it found.`,
    );
  }
  return { ...bandwidth, carrier, given: true, rival: null };
}

function stands(
  kernels: Kernels,
  spectrum: PowerSpectrum,
  carrier: Frequency,
  bandwidth: Bandwidth,
  { leastCarrier, proof }: SidebandSettings,
): boolean {
  return (
    distance(carrier, { x: 0, y: 0 }) >= leastCarrier &&
    bandwidth.contrast >= contrastNeeded(carrier, proof) &&
    aboveWay(kernels, spectrum, carrier, bandwidth.passRadius) >= proof.aboveWay
  );
}

function contrastNeeded(carrier: Frequency, proof: SidebandSettings['proof']): number {
  const onAxis = Math.min(Math.abs(carrier.x), Math.abs(carrier.y)) < AXIS_WIDTH;
  return onAxis ? proof.contrastOnAxis : proof.contrast;
}

function rivalOf(
  chosen: Candidate,
  candidates: readonly Candidate[],
  carrier: Frequency,
  bandwidth: Bandwidth,
  notable: number,
): Sideband['rival'] {
  for (const other of candidates) {
    if (other === chosen) continue;
    const apart = distance(other, carrier);
    const twinApart = distance({ x: -other.x, y: -other.y }, carrier);
    if (Math.min(apart, twinApart) < bandwidth.stopRadius) continue;
    const relativeEnergy = other.excess / chosen.excess;
    return relativeEnergy >= notable ? { carrier: { x: other.x, y: other.y }, relativeEnergy } : null;
  }
  return null;
}

/** Places on the way from DC to the carrier, as shares of it: squares need the farther one, rulings the nearer. */
const ON_THE_WAY = [0.5, 0.7];
/** Radius of the discs that are compared, as a share of the filter's. */
const DISC_SHARE = 0.25;
/** Half the width of a Hann window's lobe: a disc is no smaller. */
const LOBE_BINS = 2;

/**
 * Power in a disc at the carrier over that in the stronger of two like discs on the straight way to DC. An edge, a row
 * of bars or a camera's stripes put their power on a line through DC, where it falls steadily; a sideband rises from it.
 * Infinite in a frame so small that nothing lies between.
 */
function aboveWay(kernels: Kernels, spectrum: PowerSpectrum, carrier: Frequency, passRadius: number): number {
  const lobe = LOBE_BINS / Math.min(spectrum.rows, spectrum.cols);
  const step = Math.max(DISC_SHARE * passRadius, lobe);
  const at = (share: number) => {
    const centre = { x: share * carrier.x, y: share * carrier.y };
    const { mean, bins } = ringProfile(kernels, spectrum, centre, { step, rings: 1 });
    return bins[0]! > 0 ? mean[0]! : 0;
  };
  const length = Math.sqrt(carrier.x * carrier.x + carrier.y * carrier.y);
  // in a tiny frame the carrier's own lobe covers the way
  const clear = ON_THE_WAY.filter((share) => (1 - share) * length > step + lobe);
  return at(1) / Math.max(0, ...clear.map(at));
}
