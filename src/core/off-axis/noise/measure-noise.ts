import type { NativeField } from '../../demodulate/demodulate.ts';
import { NOISE_TILES, type ClippedTiles } from '../../demodulate/demodulate-pair.ts';
import type { CameraImage } from '../../field/camera.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { ComplexPlane, RealPlane } from '../../kernel/plane.ts';
import type { MeasuredFrame } from '../../sideband/measure-frame.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import { fieldVariance, measureCameraNoise, type CameraNoise } from '../../uncertainty/camera-noise.ts';
import type { NoiseSettings } from '../../uncertainty/noise-settings.ts';
import { keptShares } from '../../spectrum/block-coefficients.ts';
import { quantisationNoise, type RoundingNoise } from '../../spectrum/quantisation-noise.ts';
import { edgeGains, rawGains, type EdgeGains } from './edge-gains.ts';
import { filterSpread, sidesOf } from './edge-noise.ts';
import { structureAtEdges, type RingingOverNoise } from './structure-at-edges.ts';
import type { SmoothedBackground } from '../reference/smooth-background.ts';
import { localNoise, type LocalNoise } from '../../uncertainty/local-noise.ts';
import { refined, type NoiseMap } from '../../uncertainty/phase-sigma.ts';

/** What the camera's noise is in both frames, and what it makes of the demodulated fields, per noise tile. */
export interface MeasuredNoise {
  readonly hologram: CameraNoise;
  /** E|n|² of the demodulated hologram over the squared modulus of the background frame (counts² without one) */
  readonly fieldVariance: Float64Array;
  /** rad² */
  readonly backgroundPhaseVariance: Float64Array;
  /** E|n|² of the demodulated background frame as it was recorded, over its squared modulus; null without one */
  readonly referenceVariance?: Float64Array | null;
  /** what single places of the hologram have beside it; absent or null: none has */
  readonly local?: LocalNoise | null;
}

export function measureNoise(
  kernels: Kernels,
  hologram: MeasuredFrame,
  background: MeasuredFrame | null,
  field: NativeField,
  backgroundModulus: Float64Array | null,
  settings: NoiseSettings,
  smoothed: SmoothedBackground | null = null,
): MeasuredNoise {
  const noise = measureCameraNoise(kernels, hologram.spectrum, hologram.image, settings);
  const own = fieldVariance(kernels, hologram.image, noise, field.noiseGain, NOISE_TILES);
  const local = localNoise(kernels, hologram.spectrum, hologram.image, noise, settings);
  if (!background || !backgroundModulus) {
    const nothing = new Float64Array(own.length);
    return { hologram: noise, fieldVariance: own, backgroundPhaseVariance: nothing, local };
  }
  const other =
    smoothed?.noise ?? measureCameraNoise(kernels, background.spectrum, background.image, settings);
  const theirs = fieldVariance(kernels, background.image, other, field.noiseGain, NOISE_TILES);
  const power = backgroundModulus.map((m) => m * m + 1e-30);
  const relative = {
    hologram: noise,
    fieldVariance: own.map((v, t) => v / power[t]!),
    backgroundPhaseVariance: theirs.map((v, t) => v / (2 * power[t]!)),
    referenceVariance: theirs.map((v, t) => v / power[t]!),
    local,
  };
  return smoothed ? afterSmoothing(relative, smoothed, settings) : relative;
}

/** With n = ρ(raw) + (1 − ρ)(smooth) of the background's noise, of which the part that both frames share divides out. */
export function afterSmoothing(
  noise: MeasuredNoise,
  { left, shared }: SmoothedBackground,
  { leastOwn }: NoiseSettings,
): MeasuredNoise {
  const added = noise.backgroundPhaseVariance.map((theirs, t) => {
    const kept = left[t]!;
    const own = noise.fieldVariance[t]! / 2;
    const common = shared * Math.sqrt(own * theirs) * (kept + shared * (1 - kept));
    return theirs * (kept + shared * shared * (1 - kept)) - 2 * common;
  });
  return {
    ...noise,
    backgroundPhaseVariance: added.map((v) => Math.max(0, v)),
    // what is less than nothing was the hologram's
    fieldVariance: noise.fieldVariance.map((v, t) => Math.max(leastOwn * v, v + 2 * Math.min(0, added[t]!))),
  };
}

/** Noise of a field that was amplified since. @param factor of its variance */
export function grown(noise: MeasuredNoise, factor: number): MeasuredNoise {
  const times = (variance: Float64Array) => variance.map((v) => v * factor);
  return {
    ...noise,
    fieldVariance: times(noise.fieldVariance),
    backgroundPhaseVariance: times(noise.backgroundPhaseVariance),
  };
}

/** The camera's noise with what single places have more of it; null: none has. */
function withLocalNoise(camera: NoiseMap, local: LocalNoise | null): NoiseMap {
  if (!local) return camera;
  const { tiles, excess } = local;
  const usual = refined(camera.fieldVariance, camera.tiles, tiles);
  const finer = {
    ...{ tiles, phaseVariance: new Float64Array(excess.length) },
    fieldVariance: excess.map((more, t) => more * usual[t]!),
  };
  return { ...camera, finer };
}

/** What the frames lost before they were demodulated. */
export interface LostInFrames {
  /** see DemodulatedPair */
  readonly clipped: ClippedTiles | null;
  /** that may come from files with losses; null: they do not, or nobody asks */
  readonly hologram: CameraImage | null;
  readonly background: CameraImage | null;
}

/** The same as E|n|² of the field per noise tile, in units of the background's intensity. */
export interface CameraFaults {
  /** what full pixels took; null: none are */
  readonly clipped: Float64Array | null;
  /** what a lossy file rounded away; null: nothing, or nobody knows */
  readonly compression: Float64Array | null;
  /** the share of it that the frame scatters by; the rest is what coefficients held that were rounded to nothing */
  readonly compressionSeen: number;
}

/** Rounding errors of a hologram's file and of its background frame's add up. */
export function cameraFaults(
  kernels: Kernels,
  { clipped, hologram, background }: LostInFrames,
  backgroundModulus: Float64Array | null,
  noise: Pick<MeasuredNoise, 'fieldVariance'>,
  { carrier, passRadius }: Pick<Sideband, 'carrier' | 'passRadius'>,
  { field, amplitude, scale }: Pick<Delivered, 'field' | 'amplitude' | 'scale'>,
): CameraFaults {
  const rounding = (image: CameraImage | null): RoundingNoise => {
    const file = image?.quantisation;
    if (!image || !file) return { all: 0, seen: 0 };
    const kept = keptShares(kernels, image, file);
    const { all, seen } = quantisationNoise(kernels, file, carrier, passRadius, kept);
    return { all: field.noiseGain * all, seen: field.noiseGain * seen };
  };
  const [own, theirs] = [rounding(hologram), rounding(background)];
  const lost = own.all + theirs.all > 0;
  const light = (t: number) =>
    backgroundModulus ? backgroundModulus[t]! * backgroundModulus[t]! + 1e-30 : 1;
  const relative = (t: number) => 1 / (light(t) * amplitude[t]! * amplitude[t]! * scale * scale);
  return {
    clipped:
      clipped &&
      clipped.beside.map((power, t) => {
        const raised = (clipped.raised[t]! - 1) * noise.fieldVariance[t]!;
        return (power + raised * light(t)) * relative(t);
      }),
    compression: lost ? amplitude.map((_, t) => own.all * relative(t) + theirs.all / light(t)) : null,
    compressionSeen: lost ? (own.seen + theirs.seen) / (own.all + theirs.all) : 1,
  };
}

/** How the field was demodulated and scaled, and how it is delivered. */
interface Delivered {
  readonly field: NativeField;
  /** that the field was divided by: per noise tile, and after the propagation */
  readonly amplitude: Float64Array;
  readonly scale: number;
  /** the camera's */
  readonly frame: RealPlane;
  /** the field on the grid that it is delivered on */
  readonly output: ComplexPlane;
}

/**
 * The noise relative to the background's amplitude, with what the fade at the frame's edges makes of it, and how uncertain
 * places near those are, by what is uncertain far from them.
 */
export function noiseMapsOf(
  kernels: Kernels,
  noise: MeasuredNoise,
  { field, amplitude, scale, frame, output }: Delivered,
  { passRadius, stopRadius }: Pick<Sideband, 'passRadius' | 'stopRadius'>,
  /** whether that is the native one, not the camera's */
  native: boolean,
): { readonly camera: NoiseMap; readonly atEdges: RingingOverNoise } {
  const sides = sidesOf(field, frame, output, native);
  const filter = { passRadius, stopRadius, taper: field.taper };
  const spread = filterSpread(kernels, filter);
  const raw = rawGains(kernels, sides.x, filter, spread);
  const isAlike = sides.x.full - sides.x.count === sides.y.full - sides.y.count;
  const x = edgeGains(kernels, sides.x, filter, raw);
  const y = edgeGains(kernels, sides.y, filter, isAlike ? raw : rawGains(kernels, sides.y, filter, spread));
  const camera = {
    tiles: NOISE_TILES,
    fieldVariance: noise.fieldVariance.map((v, t) => v / (amplitude[t]! * scale * amplitude[t]! * scale)),
    extraPhaseVariance: noise.backgroundPhaseVariance,
    ...(native && {
      coarser: { stepX: field.stepX, stepY: field.stepY, rows: frame.rows, cols: frame.cols },
    }),
    noisierX: x.noise,
    noisierY: y.noise,
  };
  const atEdges = {
    ...structureAtEdges(kernels, field),
    ...{ byX: ringingOf(x), byY: ringingOf(y), noisier: { x: x.noise, y: y.noise } },
  };
  return { camera: withLocalNoise(camera, noise.local ?? null), atEdges };
}

/** By the mean of both edges' structure: what rings is half of either, what is continued its own edge's. */
function ringingOf({ ringing, continued }: EdgeGains): Float32Array {
  return ringing.map((ring, k) => ring * Math.sqrt(1 + continued[k]!));
}
