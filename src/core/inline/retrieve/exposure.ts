import type { ComplexPlane, RealPlane } from '../../kernel/plane.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { ExposureSettings, OffsetSettings } from './retrieval-settings.ts';

/** What a frame of several was recorded with: its recorded intensity is gain · intensity + offset. */
export interface Exposure {
  /** over the light that it was divided by */
  readonly gain: number;
  /** over that light */
  readonly offset: number;
}

/** Σ w, Σ w u, Σ w v, Σ w u², Σ w u v, Σ w v² of u = |x|² − 1 and v = A² − 1; see the kernel retrieveMoments. */
export type Moments = readonly [number, number, number, number, number, number];

/** One frame as the solver sees it. */
export interface MatchedFrame {
  /** as recorded, negative where nothing was measured */
  readonly raw: RealPlane;
  /** the same with the gain taken out */
  readonly amplitude: RealPlane;
  /** the field at the sensor that belongs to the solver's iterate */
  readonly estimate: ComplexPlane;
}

/** @param missed rms of |x| − A over the frame */
export function measureMoments(
  kernels: Kernels,
  { raw, amplitude, estimate }: MatchedFrame,
  missed: number,
  { dark, evidence }: ExposureSettings,
): Moments {
  using scope = kernels.scope();
  const out = scope.doubles(6);
  kernels.wasm.retrieveMoments(raw, amplitude, estimate, out, { dark, reach: evidence.reach * missed });
  return [...kernels.doubles(out, 6)] as unknown as Moments;
}

/** Takes gain and offset out of what was recorded: A' = √((A² − offset)/gain). */
export function matchAmplitude(
  kernels: Kernels,
  raw: RealPlane,
  { gain, offset }: Exposure,
  to: RealPlane,
): void {
  kernels.wasm.retrieveMatch(raw, to, { gain, offset });
}

/** Weighted sums of squares of recorded less estimated intensity, with the best gain alone and with an offset too. */
function fitOf([w, u, v, uu, uv, vv]: Moments) {
  const gain = (uv + u + v + w) / (uu + 2 * u + w);
  const left = vv + 2 * v + w - gain * (uv + u + v + w);
  const spread = uu - (u * u) / w;
  const slope = (uv - (u * v) / w) / spread;
  const offset = 1 + v / w - slope * (1 + u / w);
  const leftOfLine = vv - (v * v) / w - slope * slope * spread;
  return { gain, left, slope, offset, leftOfLine };
}

/** Gains by weighted least squares on intensities, I = gain · |x|². */
export function gainsOf(moments: readonly Moments[]): readonly number[] {
  return moments.map((one) => fitOf(one).gain);
}

/**
 * Offsets of the frames, where the data support them; else null. What all frames have in common is not told apart from
 * the sample's contrast, so their mean, in units of the common intensity, is 0.
 * Those smaller than `least` are none.
 */
export function offsetsOf(
  moments: readonly Moments[],
  { least, evidence: { worth } }: OffsetSettings,
): readonly number[] | null {
  const fits = moments.map(fitOf);
  const left = fits.reduce((sum, fit) => sum + fit.left, 0);
  const leftOfLines = fits.reduce((sum, fit) => sum + fit.leftOfLine, 0);
  if (!(leftOfLines < (1 - worth) * left)) return null;
  const slope = mean(fits.map((fit) => fit.slope));
  const offset = mean(fits.map((fit) => fit.offset));
  const offsets = fits.map((fit) => fit.offset - (fit.slope / slope) * offset);
  return offsets.some((own) => Math.abs(own) > least) ? offsets : null;
}

/**
 * Gains fitted anew. Their mean stays as it is, unless the iterate, which amplifies nothing, is clearly darker than what
 * was recorded and the light `brightens`: then it is brighter than it was taken for.
 */
export function matchedGains(
  before: readonly number[],
  moments: readonly Moments[],
  brightens: boolean,
  { evidence, mostLight }: ExposureSettings,
): readonly number[] {
  const gains = gainsOf(moments);
  const light = mean(before);
  const brighter = brightens && mean(gains) > (1 + evidence.slack) * light && mean(gains) < mostLight;
  return brighter ? gains : gains.map((gain) => (gain * light) / mean(gains));
}

/** A light ratio above this was found, not left as it was. */
const FOUND = 1.001;

/**
 * How many times brighter a stack shows the beam to be than any of its frames by itself: the sample covers nearly all of it.
 * @returns null where nothing of the kind was found
 */
export function coveredBeam({
  exposures,
}: {
  readonly exposures: readonly { readonly gain: number }[];
}): number | null {
  const ratio = mean(exposures.map(({ gain }) => gain));
  return exposures.length === 1 || ratio < FOUND ? null : ratio;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
