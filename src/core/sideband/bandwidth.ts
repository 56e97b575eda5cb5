import type { Kernels } from '../kernel/kernels.ts';
import type { Frequency } from '../field/frequency.ts';
import type { PowerSpectrum } from '../spectrum/power-spectrum.ts';
import type { SidebandSettings } from './sideband-settings.ts';
import { ringProfile, type RingProfile } from '../spectrum/rings.ts';

/** The extent of a sideband and how it compares with what surrounds it. Radii in cycles per camera pixel. */
export interface Bandwidth {
  /** where the ring-averaged power falls to what it is beside the sideband, or all around at once: at a lens's rim */
  readonly measuredRadius: number;
  /** the filter is 1 up to here … */
  readonly passRadius: number;
  /** … and 0 from here */
  readonly stopRadius: number;
  /** half of how far the twin lies, which folds back at half a cycle per pixel: no filter reaches beyond */
  readonly twinRadius: number;
  /** power of the sideband in the filter over the noise floor in it */
  readonly signalToNoise: number;
  /** power in the central disc over that in the weakest disc at the same distance from DC */
  readonly contrast: number;
  /** share of the power in the filter that the autocorrelation term puts there */
  readonly autocorrelationOverlap: number;
  /** how far the sideband reaches away from DC, where the autocorrelation term does not; at least the filter's radius */
  readonly outwardRadius: number;
  /** power of the autocorrelation term, a mean over directions, where it comes nearest to the filter, over the noise floor */
  readonly halo: number;
  /** power of the autocorrelation term, a mean over the disc of `outwardRadius`, over the noise floor: what it adds to the noise */
  readonly crossing: number;
}

/** The filter's raised-cosine edge, as a share of the radius. */
export const EDGE = 0.15;
/** Without overlap an object of bandwidth B needs |carrier| ≥ 3B (its autocorrelation term reaches 2B). */
export const SAFE_SHARE = 1 / 3;
/** Degrees, turns about DC: a disc there sees the same autocorrelation term but not the sideband. */
const BESIDE = [60, 90, 120];
/** Width of a ring in large frames, cycles/px: fine enough for any filter. */
const LEAST_STEP = 0.003;
/** Half the width of a Hann window's lobe, in bins: a narrower ring holds no number of its own. */
const LOBE_BINS = 2;
/** Fewer rings, in a tiny frame, would be no profile. */
const LEAST_RINGS = 6;
/** Directions in which a ring is looked at. */
const AROUND = 12;
/** Profiles reach this share of the carrier beyond the largest filter. */
const BEYOND = 0.02;

/** Width of the rings (cycles per camera pixel) that a sideband is measured by, and so how well its radius is known. */
export function ringStep({ rows, cols }: { readonly rows: number; readonly cols: number }): number {
  return Math.max(LEAST_STEP, LOBE_BINS / Math.min(rows, cols));
}

/** How a sideband is measured. */
export interface MeasuredAs {
  /**
   * of a file with losses, the white noise that its rounding amounts to at a frequency, (counts)²: most of it lies
   * where fringes kept coefficients from being rounded to nothing, and little beside
   */
  readonly rounding?: ((at: Frequency) => number) | null;
  /** cycles per camera pixel, where a lens ends it, though more may be heard beyond */
  readonly rim?: number | null;
}

/** Measures the sideband at a carrier. */
export function measureBandwidth(
  kernels: Kernels,
  spectrum: PowerSpectrum,
  carrier: Frequency,
  settings: SidebandSettings['extent'],
  { rounding = null, rim = null }: MeasuredAs = {},
): Bandwidth {
  const { sectorCosine, leastShare, mostShare } = settings;
  const length = Math.sqrt(carrier.x * carrier.x + carrier.y * carrier.y);
  const step = ringStep(spectrum);
  const rings = Math.max(LEAST_RINGS, Math.floor(((mostShare + BEYOND) * length) / step));
  const signal = ringProfile(kernels, spectrum, carrier, {
    step,
    rings,
    away: { x: -carrier.x, y: -carrier.y, maxCosine: sectorCosine },
  });
  const beside = besideProfile(kernels, spectrum, carrier, { step, rings }, settings);
  const amid = rounding ? withRounding(kernels, beside, spectrum.windowEnergy, carrier, rounding) : beside;
  const across = { x: carrier.x, y: carrier.y, maxCosine: sectorCosine, bothWays: true };
  const dc = ringProfile(
    kernels,
    spectrum,
    { x: 0, y: 0 },
    { step, rings: rings + 2, stride: strideFor(spectrum), away: across },
  );
  const measuredRadius = rim ?? extent(signal, amid, settings);
  const safe = length * SAFE_SHARE;
  const clean = cleanRadius(kernels, { signal, beside, dc }, length, measuredRadius);
  const wanted = Math.min(Math.max(measuredRadius, length * leastShare), mostShare * length);
  const fold = aside(carrier);
  const untwinned = Math.sqrt(fold.x * fold.x + fold.y * fold.y) / 2;
  const kept = Math.max(Math.min(wanted, Math.max(clean, safe)), Math.min(safe, length * leastShare));
  const passRadius = Math.min(kept, untwinned);
  // where the sideband is alone
  const other = untwinned < kept ? fold : carrier;
  const outward = ringProfile(kernels, spectrum, carrier, {
    step,
    rings,
    stride: strideFor(spectrum),
    away: { x: -other.x, y: -other.y, maxCosine: 0 },
  });
  const outwardRadius = Math.max(passRadius, rim ?? extent(outward, amid, settings));
  return {
    measuredRadius,
    passRadius,
    stopRadius: passRadius * (1 + EDGE),
    twinRadius: untwinned,
    outwardRadius,
    halo: dcAt(dc, length - passRadius) / spectrum.floor,
    crossing: Math.max(0, discMean(kernels, dc, length, outwardRadius) / spectrum.floor - 1),
    ...compare(signal, beside, spectrum.floor, passRadius),
  };
}

/** From the twin, at −carrier, to the sideband: frequencies that differ by whole cycles per pixel are one. */
export function aside({ x, y }: Frequency): Frequency {
  return { x: 2 * x - Math.round(2 * x), y: 2 * y - Math.round(2 * y) };
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
  { step, rings }: { readonly step: number; readonly rings: number },
  settings: SidebandSettings['extent'],
): RingProfile {
  const mean = new Float64Array(rings).fill(Infinity);
  const bins = new Float64Array(rings);
  for (const degrees of BESIDE) {
    const angle = (degrees * Math.PI) / 180;
    const c = kernels.wasm.cos(angle);
    const s = kernels.wasm.sin(angle);
    const centre = { x: carrier.x * c - carrier.y * s, y: carrier.x * s + carrier.y * c };
    const away = { x: -centre.x, y: -centre.y, maxCosine: settings.sectorCosine };
    const profile = ringProfile(kernels, spectrum, centre, {
      step,
      rings,
      away,
      stride: strideFor(spectrum),
    });
    for (let k = 0; k < rings; k++) if (profile.mean[k]! < mean[k]!) mean[k] = profile.mean[k]!;
    bins.set(profile.bins);
  }
  // of rings that none of the discs holds nothing is known but the noise
  for (let k = 0; k < rings; k++)
    mean[k] = mean[k] === Infinity ? spectrum.floor : Math.max(mean[k]!, spectrum.floor);
  return { step, mean, bins };
}

/** A ring that holds more of it than of the sideband would make the field worse: it counts twice, as a mean over some directions. */
function withRounding(
  kernels: Kernels,
  beside: RingProfile,
  windowEnergy: number,
  carrier: Frequency,
  rounding: (at: Frequency) => number,
): RingProfile {
  const { cos, sin } = kernels.wasm;
  const mean = beside.mean.map((power, k) => {
    let sum = 0;
    for (let j = 0; j < AROUND; j++) {
      const [r, angle] = [(k + 0.5) * beside.step, (2 * Math.PI * j) / AROUND];
      sum += rounding({ x: carrier.x + r * cos(angle), y: carrier.y + r * sin(angle) });
    }
    return power + (2 * sum * windowEnergy) / AROUND;
  });
  return { ...beside, mean };
}

function extent(signal: RingProfile, beside: RingProfile, settings: SidebandSettings['extent']): number {
  const { standardErrors, excess, silentRings } = settings;
  let silent = 0;
  for (let k = 0; k < signal.mean.length; k++) {
    const error = standardErrors * Math.sqrt(2 / Math.max(1, signal.bins[k]!));
    const heard = !(signal.mean[k]! <= beside.mean[k]! * (1 + excess + error));
    silent = heard ? 0 : silent + 1;
    if (silent === silentRings) return (k + 1 - silentRings) * signal.step;
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

/**
 * Where the autocorrelation term, reaching in from DC, would outweigh the sideband's own rim: where it comes nearest to DC, or all
 * around if the filter's edge then holds the end of the sideband. One that is cut off either way, or has no end, is no lens's,
 * and a wider filter would not hold it.
 */
function cleanRadius(
  kernels: Kernels,
  { signal, beside, dc }: Readonly<Record<'signal' | 'beside' | 'dc', RingProfile>>,
  length: number,
  measuredRadius: number,
): number {
  const { step } = signal;
  const rings = signal.mean.length;
  const until = (term: (radius: number) => number) => {
    let clean = step;
    for (let k = 1; k < rings && term(k * step) <= Math.max(at(signal, k), at(beside, k)); k++)
      clean = k * step;
    return clean;
  };
  const nearest = until((radius) => dcAt(dc, length - radius));
  if (!(measuredRadius < rings * step)) return nearest;
  const around = until((radius) => dcAround(kernels, dc, length, radius));
  return around * (1 + EDGE) >= measuredRadius ? Math.max(nearest, around) : nearest;
}

/** Mean of the autocorrelation term over a circle whose middle lies `length` from DC. */
function dcAround(kernels: Kernels, dc: RingProfile, length: number, radius: number): number {
  let sum = 0;
  for (let j = 0; j < AROUND; j++) {
    const along = radius * kernels.wasm.cos((2 * Math.PI * j) / AROUND);
    sum += dcAt(dc, Math.sqrt(length * length + radius * radius + 2 * length * along));
  }
  return sum / AROUND;
}

/** Places in a disc that its mean is taken over: rings of equal areas, and directions. */
const MEAN_RINGS = 12;
const MEAN_DIRECTIONS = 24;

/** Mean of the autocorrelation term over a disc whose middle lies `length` from DC. */
function discMean(kernels: Kernels, dc: RingProfile, length: number, radius: number): number {
  let sum = 0;
  for (let i = 0; i < MEAN_RINGS; i++) {
    const r = radius * Math.sqrt((i + 0.5) / MEAN_RINGS);
    for (let j = 0; j < MEAN_DIRECTIONS; j++) {
      const along = r * kernels.wasm.cos((2 * Math.PI * (j + 0.5)) / MEAN_DIRECTIONS);
      sum += dcAt(dc, Math.sqrt(length * length + r * r + 2 * length * along));
    }
  }
  return sum / (MEAN_RINGS * MEAN_DIRECTIONS);
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
