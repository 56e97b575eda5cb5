import type { CameraImage } from '../field/camera.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Problem } from '../problem/problem.ts';
import { measureBandwidth, type Bandwidth } from './bandwidth.ts';
import { AXIS_WIDTH, findCandidates, refineCarrier, type Candidate } from './candidates.ts';
import { distance, type Frequency } from '../field/frequency.ts';
import type { PowerSpectrum } from '../spectrum/power-spectrum.ts';
import { ringProfile } from '../spectrum/rings.ts';
import { nothingFound, type FailedProof, type Seen } from './nothing-found.ts';
import { findPatch, hasPeak, type Patch } from './patch.ts';
import { sidebandSettings, type SidebandSettings } from './sideband-settings.ts';

/** Where the sideband lies, how wide it is and how far it stands out. Frequencies in cycles per camera pixel. */
export interface Sideband extends Bandwidth {
  readonly carrier: Frequency;
  /** whether the carrier was given by the caller rather than found */
  readonly given: boolean;
  /** whether it is a rough object's patch of speckle, whose middle was taken for the carrier */
  readonly isPatch: boolean;
  /** the strongest other gathering of power, relative to this one; a second reflection or a parasitic fringe */
  readonly rival: { readonly carrier: Frequency; readonly relativeEnergy: number } | null;
}

/**
 * Finds the sideband with fx > 0 (fx = 0: fy > 0) to a fraction of a Fourier pixel and measures its extent.
 * Candidates are gatherings of power beyond the median of their ring around DC; the strongest that stands out from
 * the discs at the same distance from DC, and from the way to DC, is taken. Where it has no peak, or none stands out, a
 * rough object's patch of speckle is looked for.
 * @throws Problem SIDEBAND_NOT_FOUND, with every place that was looked at and what it lacks
 */
export function findSideband(
  kernels: Kernels,
  spectrum: PowerSpectrum,
  image: CameraImage,
  settings: SidebandSettings = sidebandSettings,
): Sideband {
  refuseConstant(image);
  const candidates = findCandidates(spectrum, settings);
  const seen: Seen[] = [];
  for (const candidate of candidates) {
    const carrier = refineCarrier(kernels, spectrum, candidate, settings.candidates);
    const bandwidth = measureBandwidth(kernels, spectrum, carrier, settings.extent);
    const failed = failedProof(kernels, spectrum, carrier, bandwidth, settings);
    if (!failed) {
      const patch = hasPeak(kernels, spectrum, carrier, bandwidth, settings)
        ? null
        : findPatch(kernels, spectrum, candidate, settings);
      if (patch) return patchSideband(patch);
      const rival = rivalOf(candidate, candidates, carrier, bandwidth, settings.notableRival);
      return { ...bandwidth, carrier, given: false, isPatch: false, rival };
    }
    seen.push({ carrier, signalToNoise: bandwidth.signalToNoise, failed });
  }
  const patch = candidates[0] ? findPatch(kernels, spectrum, candidates[0], settings) : null;
  if (patch) return patchSideband(patch);
  throw nothingFound(seen, settings.proof);
}

/** @throws Problem SIDEBAND_NOT_FOUND where all pixels are the same */
export function refuseConstant({ minimum, maximum }: Pick<CameraImage, 'minimum' | 'maximum'>): void {
  if (maximum !== minimum) return;
  throw new Problem(
    'SIDEBAND_NOT_FOUND',
    `Every pixel is ${minimum}: there are no fringes. Check the exposure and the shutter.`,
  );
}

function patchSideband({ bandwidth, carrier }: Patch): Sideband {
  return { ...bandwidth, carrier, given: false, isPatch: true, rival: null };
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
        `${bandwidth.signalToNoise.toFixed(2)}, and ${settings.proof.givenSignalToNoise} is needed: no sideband lies there. ` +
        'Leave carrier_cycles_per_px out to have it found.',
    );
  }
  return { ...bandwidth, carrier, given: true, isPatch: false, rival: null };
}

/** What a gathering of power is not enough of to be a sideband, the first that it fails at; null: it is one. */
function failedProof(
  kernels: Kernels,
  spectrum: PowerSpectrum,
  carrier: Frequency,
  bandwidth: Bandwidth,
  { leastCarrier, proof }: SidebandSettings,
): FailedProof | null {
  const length = distance(carrier, { x: 0, y: 0 });
  const way = () => aboveWay(kernels, spectrum, carrier, bandwidth.passRadius, proof);
  const tests: readonly [string, () => number, number][] = [
    ['its distance from the middle, in cycles/px,', () => length, leastCarrier],
    [
      'its distance from half the way to its twin, which folds back at half a cycle per pixel,',
      () => bandwidth.twinRadius,
      leastCarrier,
    ],
    [
      'its power over that at the same distance from the middle',
      () => bandwidth.contrast,
      contrastNeeded(carrier, proof),
    ],
    ['its power over that on the way to the middle', way, proof.aboveWay],
  ];
  for (const [quantity, measure, least] of tests) {
    const value = measure();
    if (!(value >= least)) return { quantity, value, least };
  }
  return null;
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

/** Half the width of a Hann window's lobe: a disc is no smaller. */
const LOBE_BINS = 2;

/**
 * Power in a disc at the carrier over that in the stronger of two like discs on the straight way to DC. An edge, a row
 * of bars or a camera's stripes put their power on a line through DC, where it falls steadily; a sideband rises from it.
 * Infinite in a frame so small that nothing lies between.
 */
function aboveWay(
  kernels: Kernels,
  spectrum: PowerSpectrum,
  carrier: Frequency,
  passRadius: number,
  { onTheWay, discShare }: SidebandSettings['proof'],
): number {
  const lobe = LOBE_BINS / Math.min(spectrum.rows, spectrum.cols);
  const step = Math.max(discShare * passRadius, lobe);
  const at = (share: number) => {
    const centre = { x: share * carrier.x, y: share * carrier.y };
    const { mean, bins } = ringProfile(kernels, spectrum, centre, { step, rings: 1 });
    return bins[0]! > 0 ? mean[0]! : 0;
  };
  const length = Math.sqrt(carrier.x * carrier.x + carrier.y * carrier.y);
  // in a tiny frame the carrier's own lobe covers the way
  const clear = onTheWay.filter((share) => (1 - share) * length > step + lobe);
  return at(1) / Math.max(0, ...clear.map(at));
}
