import type { Kernels } from '../kernel/kernels.ts';
import type { Frequency, PowerSpectrum } from '../spectrum/power-spectrum.ts';
import { ringProfile, type RingProfile } from '../spectrum/rings.ts';

/** The extent of a sideband and how it compares with what surrounds it. Radii in cycles per camera pixel. */
export interface Bandwidth {
  /** where the ring-averaged power falls to what it is beside the sideband */
  readonly measuredRadius: number;
  /** the filter is 1 up to here … */
  readonly passRadius: number;
  /** … and 0 from here */
  readonly stopRadius: number;
  /** power of the sideband in the filter over the noise floor in it */
  readonly signalToNoise: number;
  /** power in the central disc over that in the weakest disc at the same distance from DC */
  readonly contrast: number;
  /** share of the power in the filter that the autocorrelation term puts there */
  readonly autocorrelationOverlap: number;
}

/** The filter's raised-cosine edge, as a share of the radius. */
export const EDGE = 0.15;
/** A ring counts as signal when it exceeds what is beside it by this many standard errors … */
const SIGNIFICANT = 4;
/** … and by this share. */
const NOTICEABLE = 0.1;
/** The sideband ends where this many rings in a row are not signal. */
const SILENT_RINGS = 3;
/** Without overlap an object of bandwidth B needs |carrier| ≥ 3B (its autocorrelation term reaches 2B). */
const SAFE_SHARE = 1 / 3;
/** A filter below this share of the carrier would blur what the optics resolve, however quiet the rest of the frame. */
const LEAST_SHARE = 1 / 4;
/** Turns about DC, in degrees, at which a disc sees the same autocorrelation term but not the sideband. */
const BESIDE = [60, 90, 120];
/** cosine of the half angle of the sectors around the carrier and its twin that the profile around DC leaves out */
const ACROSS = 0.5;
/** cosine of the half angle of the sector towards DC that the sideband's own profile leaves out */
const TOWARDS_DC = 0.5;

/** Measures the sideband at a carrier. */
export function measureBandwidth(kernels: Kernels, spectrum: PowerSpectrum, carrier: Frequency): Bandwidth {
  const length = Math.sqrt(carrier.x * carrier.x + carrier.y * carrier.y);
  const step = Math.max(0.003, 2 / Math.min(spectrum.rows, spectrum.cols));
  const rings = Math.max(6, Math.floor((0.92 * length) / step));
  const signal = ringProfile(kernels, spectrum, carrier, {
    step,
    rings,
    away: { x: -carrier.x, y: -carrier.y, maxCosine: TOWARDS_DC },
  });
  const beside = besideProfile(kernels, spectrum, carrier, step, rings);
  const across = { x: carrier.x, y: carrier.y, maxCosine: ACROSS, bothWays: true };
  const dc = ringProfile(
    kernels,
    spectrum,
    { x: 0, y: 0 },
    { step, rings: rings + 2, stride: strideFor(spectrum), away: across },
  );
  const measuredRadius = extent(signal, beside);
  const safe = length * SAFE_SHARE;
  // where the autocorrelation term, reaching in from DC, would outweigh the sideband's own rim
  let clean = step;
  for (let k = 1; k < rings && dcAt(dc, length - k * step) <= Math.max(at(signal, k), at(beside, k)); k++)
    clean = k * step;
  const wanted = Math.min(Math.max(measuredRadius, length * LEAST_SHARE), 0.9 * length);
  const passRadius = Math.max(Math.min(wanted, Math.max(clean, safe)), Math.min(safe, length * LEAST_SHARE));
  return {
    measuredRadius,
    passRadius,
    stopRadius: passRadius * (1 + EDGE),
    ...compare(signal, beside, spectrum.floor, passRadius),
  };
}

/** Of a large spectrum every other bin is enough for the level of what has no peak. */
function strideFor(spectrum: PowerSpectrum): number {
  return spectrum.rows * spectrum.cols > 1e6 ? 2 : 1;
}

/** Per ring, the weakest of the discs turned about DC. */
function besideProfile(
  kernels: Kernels,
  spectrum: PowerSpectrum,
  carrier: Frequency,
  step: number,
  rings: number,
): RingProfile {
  const mean = new Float64Array(rings).fill(Infinity);
  const bins = new Float64Array(rings);
  for (const degrees of BESIDE) {
    const angle = (degrees * Math.PI) / 180;
    const c = kernels.run.cos(angle);
    const s = kernels.run.sin(angle);
    const centre = { x: carrier.x * c - carrier.y * s, y: carrier.x * s + carrier.y * c };
    const away = { x: -centre.x, y: -centre.y, maxCosine: TOWARDS_DC };
    const profile = ringProfile(kernels, spectrum, centre, {
      step,
      rings,
      away,
      stride: strideFor(spectrum),
    });
    for (let k = 0; k < rings; k++) if (profile.mean[k]! < mean[k]!) mean[k] = profile.mean[k]!;
    bins.set(profile.bins);
  }
  for (let k = 0; k < rings; k++) mean[k] = Math.max(mean[k]!, spectrum.floor);
  return { step, mean, bins };
}

function extent(signal: RingProfile, beside: RingProfile): number {
  let silent = 0;
  for (let k = 0; k < signal.mean.length; k++) {
    const error = SIGNIFICANT * Math.sqrt(2 / Math.max(1, signal.bins[k]!));
    const heard = !(signal.mean[k]! <= beside.mean[k]! * (1 + NOTICEABLE + error));
    silent = heard ? 0 : silent + 1;
    if (silent === SILENT_RINGS) return (k + 1 - SILENT_RINGS) * signal.step;
  }
  return signal.mean.length * signal.step;
}

function at(profile: RingProfile, ring: number): number {
  const value = profile.mean[Math.min(ring, profile.mean.length - 1)]!;
  return value >= 0 ? value : 0;
}

function dcAt(dc: RingProfile, radius: number): number {
  return at(dc, Math.max(0, Math.floor(radius / dc.step)));
}

function compare(
  signal: RingProfile,
  beside: RingProfile,
  floor: number,
  passRadius: number,
): Pick<Bandwidth, 'signalToNoise' | 'contrast' | 'autocorrelationOverlap'> {
  const rings = Math.max(1, Math.round(passRadius / signal.step));
  const central = Math.max(2, Math.ceil(rings / 4));
  let own = 0;
  let other = 0;
  let noise = 0;
  let ownCentral = 0;
  let otherCentral = 0;
  for (let k = 0; k < rings; k++) {
    // the profile leaves a sector out: count whole rings
    const area = (2 * k + 1) * signal.step * signal.step;
    own += at(signal, k) * area;
    other += at(beside, k) * area;
    noise += floor * area;
    if (k < central) {
      ownCentral += at(signal, k) * area;
      otherCentral += at(beside, k) * area;
    }
  }
  return {
    signalToNoise: (own - other) / noise,
    contrast: ownCentral / otherCentral,
    autocorrelationOverlap: Math.max(0, Math.min(1, (other - noise) / own)),
  };
}
